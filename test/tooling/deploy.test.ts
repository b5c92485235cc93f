import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { serverProgram } from '../../scripts/builds.mjs'
import { memoryEnv, memoryFlags } from '../../scripts/runtime.mjs'

/*
 * Checks the Dockerfile and the compose files for mistakes that would otherwise show only when they are built or run.
 */

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Service {
  image?: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  networks?: string[]
  ports?: string[]
  secrets?: string[]
  depends_on?: string[] | Record<string, { condition: string }>
}
interface Compose {
  services: Record<string, Service>
  volumes: object
  networks: object
  secrets: Record<string, { file: string }>
}

const compose = (file: string): Compose => parse(read(file), { merge: true })
const stages = read('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split(/^FROM /m)
  .slice(1)
const last = stages.at(-1) ?? ''

/** The packages that files of a folder import, and the project's own import aliases (`#…`). */
function importsOf(folder: string): Set<string> {
  const found = new Set<string>()
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.includes('.test.')) continue
    const text = read(join(folder, name))
    const stated = [
      ...text.matchAll(/^(?:import|export) [^']*?from '([^'\n]+)'$/gm),
      ...text.matchAll(/import\('([^'\n]+)'\)/g),
    ]
    for (const [, from = ''] of stated) {
      if (from.startsWith('.') || from.startsWith('node:')) continue
      found.add(
        from
          .split('/')
          .slice(0, from.startsWith('@') ? 2 : 1)
          .join('/'),
      )
    }
  }
  return found
}

test('the image has all packages that the server imports, and no development tools', () => {
  const { dependencies } = JSON.parse(read('package.json'))
  const imported = [...importsOf('server'), ...importsOf('shared')]
  expect(imported.filter((name) => name.startsWith('#') && !['#server', '#shared'].includes(name))).toEqual([])
  const missing = imported.filter((name) => !name.startsWith('#') && !(name in dependencies))
  expect(missing).toEqual([])
  expect(last.match(/^COPY .*/gm)?.filter((line) => /\bweb web\b|scripts scripts|test\b|\.git/.test(line))).toEqual([])
  // npm run backup and similar commands need only what scripts/command.mjs imports.
  const scripts = ['command', 'install', 'run-step', 'runtime', 'turn'].map((name) => `scripts/${name}.mjs`)
  expect([...new Set(last.match(/scripts\/[\w-]+\.mjs/g))].toSorted()).toEqual(scripts)
  expect(stages[1]).toContain('npm ci --ignore-scripts --omit=dev')
})

test('.dockerignore includes every file that the image copies', () => {
  const letIn = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  const copied = stages.flatMap((stage) =>
    [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, rest = '']) => rest.trim().split(/\s+/).slice(0, -1)),
  )
  expect(copied.length).toBeGreaterThan(8)
  const matches = (file: string) =>
    letIn.some((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`).test(file))
  expect(copied.filter((file) => !matches(file))).toEqual([])
  expect(read('.dockerignore').split('\n')).toContain('*')
})

test('the container runs without root and shell, and stops on SIGTERM', () => {
  expect(/^USER (\d+):\d+$/m.exec(last)?.[1]).toSatisfy((uid: string) => Number(uid) > 0)
  for (const word of ['CMD', 'HEALTHCHECK']) expect(last).toMatch(new RegExp(`^${word}.*\\["node", `, 'm'))
  expect(last).not.toMatch(/^ENTRYPOINT|^ENV.*(?:SECRET|PASSWORD)/m)
  expect(last).toContain('STOPSIGNAL SIGTERM')
})

for (const file of ['compose.yaml', 'compose.cluster.yaml']) {
  test(`${file} refers only to existing files, volumes, networks and secrets, and publishes only the proxy’s ports`, () => {
    const { services, volumes, networks, secrets } = compose(file)
    for (const [name, service] of Object.entries(services)) {
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('./')) expect(() => read(source), `${name}: ${source}`).not.toThrow()
        else expect(Object.keys(volumes), name).toContain(source)
      }
      for (const network of service.networks ?? []) expect(Object.keys(networks), name).toContain(network)
      for (const secret of service.secrets ?? []) expect(Object.keys(secrets), name).toContain(secret)
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
      for (const other of needed) expect(Object.keys(services), name).toContain(other)
      const open = (service.ports ?? []).filter((port) => !port.startsWith('127.0.0.1:'))
      expect(open.length > 0, name).toBe(name === 'proxy')
    }
    expect(networks).toHaveProperty('inside', { internal: true })
  })

  test(`${file} sets only variables that the server reads, and runs it with a read-only root`, () => {
    const known = [...read('server/env.ts').matchAll(/^ {2}([A-Z_]+): /gm)].flatMap(([, name = '']) => [
      name,
      `${name}_FILE`,
    ])
    const apps = Object.entries(compose(file).services).filter(([, { image }]) => image?.includes('WARDSTOCK_IMAGE'))
    expect(apps.length).toBeGreaterThan(1)
    for (const [name, { environment = {}, read_only, user, cap_drop }] of apps) {
      expect([name, read_only, user, cap_drop]).toEqual([name, true, '10001:10001', ['ALL']])
      const unknown = Object.keys(environment).filter((one) => !known.includes(one) && !one.startsWith('BACKUP_'))
      expect(unknown).toEqual([])
    }
  })
}

test('several servers share live updates, the secret key and the files', () => {
  const { services } = compose('compose.cluster.yaml')
  for (const name of ['app1', 'app2'])
    expect(services[name]).toMatchObject({
      environment: { SOCKET_ADAPTER: 'postgres', TRUST_PROXY: 'true', SECRET_KEY_FILE: '/run/secrets/secret_key' },
      volumes: ['files:/data'],
    })
})

test('systemd units run existing programs as their own user', () => {
  for (const unit of ['wardstock.service', 'wardstock-backup.service']) {
    const text = read(`deploy/${unit}`)
    const script = /^ExecStart=\S+.* ((?:dist|server|deploy)\/\S+)/m.exec(text)?.[1] ?? ''
    // Built on the machine itself, as docs/operating.md says.
    if (script !== serverProgram) expect(() => read(script), unit).not.toThrow()
    for (const line of ['User=wardstock', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
      expect(text.split('\n'), unit).toContain(line)
  }
  expect(read('deploy/wardstock.service')).toContain(serverProgram)
  expect(read('Dockerfile')).toContain(`"${serverProgram}"`)
  for (const flag of [
    'NODE_COMPILE_CACHE=',
    ...memoryFlags,
    ...Object.entries(memoryEnv).map((pair) => pair.join('=')),
  ])
    for (const file of ['Dockerfile', 'deploy/wardstock.service']) expect(read(file), file).toContain(flag)
})
