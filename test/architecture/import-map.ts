import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/* The import rules of ARCHITECTURE.md. */

export const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(file))

const features = [
  'identity',
  'crm',
  'inventory',
  'sales',
  'purchasing',
  'invoicing',
  'logistics',
  'retention',
  'portal',
  'settings',
]
/** Folders that combine several features; each may import what server/flows may. */
const compositions = [
  'accounting',
  'dashboard',
  'demo',
  'imports',
  'integrity',
  'notifications',
  'reports',
  'search',
  'trash',
]
const infrastructure = [
  'db',
  'delivery',
  'documents',
  'files',
  'http',
  'jobs',
  'kernel',
  'postgres',
  'realtime',
  'backup',
]
const webBlocks = ['ui', 'api', 'lists', 'forms', 'records', 'documents', 'session']
/** The base folder of each feature, which its other folders may import. */
const groundFloors: Record<string, string> = {
  crm: 'partners',
  identity: 'login',
  inventory: 'stock',
  logistics: 'shipments',
  purchasing: 'orders',
  sales: 'orders',
}

/** Folders that import another folder of their feature than the base folder. The list may only become shorter. */
export const knownCrossings = [
  'server/crm: opportunities → prospects',
  'server/crm: partners → contacts',
  'server/crm: prospects → opportunities',
  'server/identity: login → profile',
  'server/identity: login → users',
  'server/identity: profile → users',
  'server/identity: users → profile',
  'server/inventory: production → kits',
  'server/inventory: products → catalogue',
  'server/inventory: products → locations',
  'server/inventory: raw-materials → products',
  'server/inventory: recalls → lots',
  'server/inventory: stock → locations',
  'server/purchasing: orders → reorder',
  'shared/crm: opportunities → prospects',
  'shared/crm: partners → contacts',
  'shared/crm: partners → opportunities',
  'shared/crm: partners → prospects',
  'shared/inventory: kits → transfers',
  'shared/inventory: locations → transfers',
  'shared/inventory: recalls → lots',
  'shared/inventory: stock → catalogue',
  'server/logistics: driver → routes',
  'shared/logistics: driver → routes',
  'web/crm: opportunities → prospects',
  'web/crm: prospects → opportunities',
  'web/inventory: products → production',
  'web/inventory: raw-materials → production',
  'web/inventory: recalls → lots',
  'web/purchasing: orders → reorder',
  'web/purchasing: orders → returns',
  'web/sales: estimates → order-editor',
  'web/sales: orders → order-editor',
]

export function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => {
    const path = match[1] ?? ''
    if (path.startsWith('#')) return path.slice(1)
    if (path.startsWith('.')) return new URL(path, `file:///${file}`).pathname.slice(1)
    return path
  })
}

const inFolders = (path: string, top: string, folders: readonly string[]) =>
  folders.some((folder) => path.startsWith(`${top}/${folder}/`) || path === `${top}/${folder}.ts`)

const isEdge = (file: string) => /[/-]routes\.ts$/.test(file)

/** Why a file may not import that path, or null if it may. Paths outside the project's folders are packages. */
export function offence(file: string, path: string): string | null {
  const [top = '', folder = ''] = file.split('/')
  const own = /^(shared|server|web|test)\//.test(path)
  if (file.includes('.test.') || top === 'test' || top === 'scripts' || !file.includes('/')) return null
  if (top === 'shared') {
    if (own && !path.startsWith('shared/')) return 'shared imports shared only'
    return path.startsWith('node:') || /^(fastify|pg|kysely|react)/.test(path) ? 'shared is pure' : null
  }
  if (own && path.startsWith('test/')) return 'the program knows no test'
  if (top === 'server' && own) return serverOffence(file, folder, path)
  if (top === 'web' && own) return webOffence(folder, path)
  return null
}

function serverOffence(file: string, folder: string, path: string): string | null {
  if (path.startsWith('web/')) return 'the server knows no page'
  if (path.startsWith('shared/')) return null
  if (path.startsWith('server/demo/'))
    return file === 'server/main.ts' || folder === 'demo' ? null : 'only main.ts loads the demo company'
  if (infrastructure.includes(folder))
    return inFolders(path, 'server', infrastructure) ? null : 'infrastructure knows no feature'
  if (features.includes(folder)) {
    if (inFolders(path, 'server', ['db', 'kernel', 'documents', folder])) return null
    if (isEdge(file) && inFolders(path, 'server', ['http', 'flows', 'files', 'delivery', 'jobs'])) return null
    // Sessions and their cookies belong to http as much as to identity.
    if (folder === 'identity' && path === 'server/http/session.ts') return null
    // The file of a list is declared next to its contract.
    if (file.endsWith('exports.ts') && path === 'server/delivery/exported-list.ts') return null
    return 'a feature imports shared, db, kernel, documents and itself; its routes also http, flows, files and delivery'
  }
  if (folder === 'flows' && (isEdge(path) || inFolders(path, 'server', ['http', ...compositions])))
    return 'a flow knows no edge'
  if (compositions.includes(folder) && !isEdge(file) && isEdge(path)) return 'a composition knows no edge'
  return null
}

function webOffence(folder: string, path: string): string | null {
  if (path.startsWith('server/')) return 'the web knows no server'
  if (path.startsWith('shared/') || path === 'web/paths.ts' || path === 'web/styles.css') return null
  if (webBlocks.includes(folder)) return inFolders(path, 'web', webBlocks) ? null : 'building blocks know no feature'
  if (folder === 'app' || !folder || folder.includes('.')) return null
  if (inFolders(path, 'web', [...webBlocks, folder]) || /^web\/[a-z]+\/public\//.test(path)) return null
  return "a page imports blocks, its own feature and other features' public"
}

/**
 * `folder → folder` if a file imports another folder of its feature that is neither the base folder nor public;
 * otherwise null.
 */
export function crossing(file: string, path: string): string | null {
  const [top = '', feature = '', room = ''] = file.split('/')
  const [otherTop, otherFeature, otherRoom = ''] = path.split('/')
  if (file.includes('.test.') || !['shared', 'server', 'web'].includes(top)) return null
  if (!features.includes(feature) || top !== otherTop || feature !== otherFeature) return null
  if (room.includes('.') || otherRoom.includes('.') || room === otherRoom) return null
  if ([groundFloors[feature], 'public'].includes(otherRoom) || room === 'public') return null
  return `${top}/${feature}: ${room} → ${otherRoom}`
}

export function isWithinFeature(file: string, path: string): boolean {
  const [top = '', feature = ''] = file.split('/')
  return !file.includes('.test.') && features.includes(feature) && path.startsWith(`${top}/${feature}/`)
}

/** Import cycles, each starting with its alphabetically first file. Type imports count, too. */
export function importCycles(): string[] {
  const known = new Set(files)
  const state = new Map<string, 'open' | 'done'>()
  const cycles = new Set<string>()
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      const ring = path.slice(path.indexOf(file))
      const first = ring.toSorted()[0] ?? file
      cycles.add([...ring.slice(ring.indexOf(first)), ...ring.slice(0, ring.indexOf(first))].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const imported of importsOf(file)) if (known.has(imported)) visit(imported, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  return [...cycles]
}
