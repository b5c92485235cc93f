import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runStep, secondsSince } from './run-step.mjs'
import { takeTurn } from './turn.mjs'

/** The source files of each build. */
const webSources = [
  'web',
  'shared',
  'package-lock.json',
  'vite.config.ts',
  'vite.phone.config.ts',
  'vite.portal.config.ts',
  'scripts/bundle-budget.mjs',
  'scripts/calls-of-browsers.mjs',
  'tsconfig.json',
  'tsconfig.web.json',
]
const serverSources = [
  'server',
  'shared',
  'package.json',
  'package-lock.json',
  'vite.server.config.ts',
  'tsconfig.json',
]

/** The entry file of the built server, relative to the root of the project. */
export const serverProgram = 'dist/server/main.js'

/** A hash of all sources of the web app. @param {string} root */
export const webStamp = (root) => stampOf(root, webSources)

/** @param {string} root @param {readonly string[]} sources */
function stampOf(root, sources) {
  const hash = createHash('sha256')
  for (const source of sources) {
    const place = join(root, source)
    if (!existsSync(place)) continue
    for (const file of filesOf(root, source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} root @param {string} path @returns {string[]} */
function filesOf(root, path) {
  /** @type {string[]} */
  const files = []
  try {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      const inner = `${path}/${entry.name}`
      if (entry.isDirectory()) files.push(...filesOf(root, inner))
      else if (!/\.test\.tsx?$/.test(entry.name)) files.push(inner)
    }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOTDIR') throw error
    return [path]
  }
  return files.toSorted()
}

/** @param {string} root @param {string} stamp */
export const isWebFresh = (root, stamp) => isFresh(root, 'web', stamp)

/** @param {string} root @param {string} name below dist @param {string} stamp */
function isFresh(root, name, stamp) {
  const file = join(root, 'dist', name, '.stamp')
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

/**
 * Builds the web app into dist/web unless it is up to date: the office app, the driver's pages and the customer portal. The portal
 * is a separate build, so that no code of the office gets into what a customer loads.
 * @param {string} root
 * @param {string} node
 * @returns {Promise<boolean>} whether dist/web is up to date now
 */
export const buildWeb = (root, node) =>
  build(root, node, {
    name: 'web',
    title: 'the web app',
    sources: webSources,
    commands: (fresh) => [
      ['--outDir', fresh, '--emptyOutDir'],
      ['--outDir', fresh, '--config', 'vite.phone.config.ts'],
      ['--outDir', join(fresh, 'portal'), '--config', 'vite.portal.config.ts'],
    ],
  })

/**
 * The same for the server, into dist/server.
 * @param {string} root
 * @param {string} node
 */
export const buildServer = (root, node) =>
  build(root, node, {
    name: 'server',
    title: 'the server',
    sources: serverSources,
    commands: (fresh) => [['--outDir', fresh, '--config', 'vite.server.config.ts', '--emptyOutDir']],
    takeOver: keepParts,
  })

const weekMs = 7 * 24 * 3600 * 1000

/** Keeps recent chunks of the old build, which a server that still runs loads lazily. @param {string} old @param {string} fresh */
function keepParts(old, fresh) {
  if (!existsSync(join(old, 'parts'))) return
  cpSync(join(old, 'parts'), join(fresh, 'parts'), {
    recursive: true,
    force: false,
    preserveTimestamps: true,
    filter: (file) => Date.now() - statSync(file).mtimeMs < weekMs,
  })
}

/**
 * Builds into a temporary folder and then swaps it in, so that a failed build leaves the old one as it was.
 * @param {string} root
 * @param {string} node
 * @param {{ name: string, title: string, sources: readonly string[], commands: (fresh: string) => string[][], takeOver?: (old: string, fresh: string) => void }} target
 *   `name`: the folder below dist; `commands`: arguments of Vite, one build after the other.
 * @returns {Promise<boolean>}
 */
async function build(root, node, { name, title, sources, commands, takeOver }) {
  if (isFresh(root, name, stampOf(root, sources))) return true
  return takeTurn(root, 'build', async () => {
    const stamp = stampOf(root, sources)
    if (isFresh(root, name, stamp)) return true
    const begin = performance.now()
    console.log(`Building ${title}`)
    const target = join(root, 'dist', name)
    const fresh = `${target}.${randomBytes(4).toString('hex')}`
    const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
    for (const args of commands(fresh)) {
      const options = { cwd: root, env: { NODE_ENV: 'production' }, quiet: true }
      const { code, output } = await runStep(node, [...vite, ...args], options)
      if (code === 0) continue
      rmSync(fresh, { recursive: true, force: true })
      console.error(`${output}\nBuilding ${title} failed (exit code ${code}); the reason is above`)
      return false
    }
    if (existsSync(target)) takeOver?.(target, fresh)
    writeFileSync(join(fresh, '.stamp'), stamp)
    const old = `${fresh}.old`
    if (existsSync(target)) renameSync(target, old)
    renameSync(fresh, target)
    rmSync(old, { recursive: true, force: true })
    console.log(`Built in ${secondsSince(begin)}`)
    return true
  })
}
