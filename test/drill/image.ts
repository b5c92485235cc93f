import { execFileSync, spawnSync, type SpawnSyncOptionsWithStringEncoding } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/server/free-ports.ts'
import { findPrograms, Program, until } from './programs.ts'
import { startPostgres } from './postgres.ts'

/*
 * npm run drill:image: builds the image of the Dockerfile and runs its server as in production: not as root, with a
 * read-only root filesystem. Needs root and Debian's packages, but neither Docker nor an image registry: if the base
 * image isn't available, debootstrap and this machine's Node replace it (--base=IMAGE sets a real one).
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'wardstock-image-'))
chmodSync(folder, 0o755)
const stops: (() => unknown)[] = []
const base = process.argv.find((arg) => arg.startsWith('--base='))?.slice('--base='.length)
const image = 'localhost/wardstock:drill'

const store = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
const isQuiet: SpawnSyncOptionsWithStringEncoding = {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'pipe'],
  maxBuffer: 1e9,
}

function buildah(...args: string[]): string {
  const [command = '', ...rest] = args
  const done = spawnSync('buildah', [...store, command, ...rest], {
    ...isQuiet,
    ...(command === 'build' && { stdio: 'inherit' }),
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
  })
  if (done.status !== 0) throw new Error(`buildah ${command}: ${done.stderr}\n${done.stdout}`.slice(-4000))
  // There is no stdout if it was printed directly.
  return (done.stdout ?? '').trim()
}

/** A minimal Debian with this Node and npm, as in the official image. */
function buildBaseImage(): string {
  const tree = join(folder, 'base')
  execFileSync(
    'debootstrap',
    ['--variant=minbase', '--include=ca-certificates', 'bookworm', tree, 'http://deb.debian.org/debian'],
    isQuiet,
  )
  copyFileSync(process.execPath, join(tree, 'usr/local/bin/node'))
  const { path } = findPrograms({ npm: 'npm' })
  const npm = join(dirname(realpathSync(path['npm'] ?? '')), '..')
  cpSync(npm, join(tree, 'usr/local/lib/node_modules/npm'), { recursive: true })
  execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(tree, 'usr/local/bin/npm')])
  const container = buildah('from', 'scratch')
  buildah('add', container, tree, '/')
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities && existsSync(authorities)) {
    buildah('add', container, authorities, '/etc/ssl/own-authorities.pem')
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/own-authorities.pem', container)
  }
  buildah('commit', container, 'localhost/node:stand-in')
  return 'localhost/node:stand-in'
}

/** npm in the build uses the same registry settings as npm here. */
const npmSettings = ['userconfig', 'globalconfig']
  .map((name) =>
    execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
  )
  .filter((file) => existsSync(file))
  .flatMap((file, at) => ['--volume', `${file}:${at === 0 ? '/root/.npmrc' : '/usr/local/etc/npmrc'}:ro`])

async function main(): Promise<void> {
  findPrograms({ buildah: 'buildah', debootstrap: 'debootstrap', unshare: 'util-linux', setpriv: 'util-linux' })
  const begun = performance.now()
  const from = base ?? buildBaseImage()
  console.log(`Base: ${from}. Building …`)
  buildah('build', '--format', 'docker', ...npmSettings, '--build-arg', `NODE_IMAGE=${from}`, '--tag', image, root)
  const { OCIv1, Docker } = JSON.parse(buildah('inspect', '--type', 'image', image))
  const { User, Cmd, Env, Labels, WorkingDir } = OCIv1.config
  const { Healthcheck } = Docker.config
  show(
    'built',
    `in ${((performance.now() - begun) / 1000).toFixed(0)} s; user ${User}, labels ${Object.keys(Labels).length}`,
  )
  const container = buildah('from', image)
  const tree = buildah('mount', container)
  const size = execFileSync('du', ['-sm', join(tree, 'app'), join(tree, 'app/node_modules')], { encoding: 'utf8' })
  show(
    'size',
    `/app ${size
      .split('\n')
      .map((line) => line.split('\t')[0])
      .filter(Boolean)
      .join(' MB, of that node_modules ')} MB`,
  )

  const postgres = await startPostgres(folder)
  stops.push(() => postgres.stop())
  const port = await freePort()
  const data = join(folder, 'data')
  mkdirSync(data)
  const [uid, gid] = User.split(':').map(Number)
  execFileSync('chown', [User, data])
  const env = {
    ...Object.fromEntries((Env as string[]).map((line) => line.split(/=(.*)/s).slice(0, 2))),
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: postgres.url('wardstock'),
    SECRET_KEY: 'a key of drills, long enough for them',
  }
  const script = fileURLToPath(new URL('read-only-root.sh', import.meta.url))
  const where = ['--mount', '--propagation', 'private', '--', script, tree, data, WorkingDir, String(uid), String(gid)]
  const inside = (command: readonly string[]) => [...where, ...command]
  const server = new Program('server', 'unshare', inside(Cmd), { folder, env })
  stops.push(() => server.end('SIGTERM'))
  const url = `http://127.0.0.1:${port}`
  const isUp = () => fetch(`${url}/health/ready`).then((answer) => answer.ok)
  const ready = await until('ready', async () => server.hasEnded || (await isUp()), 60_000).catch((error: Error) => {
    throw new Error(`${error.message}\n${server.tail()}`)
  })
  if (server.hasEnded) throw new Error(server.tail())
  show('ready', `after ${(ready / 1000).toFixed(1)} s, on a new database`)
  const page = await (await fetch(url)).text()
  expect('the page is there', page.includes('<div id="root"'))
  expect('answers of the API', (await fetch(`${url}/api/openapi.json`)).ok)
  const status = execFileSync('cat', [`/proc/${server.pid}/status`], { encoding: 'utf8' })
  expect(`its user is ${uid}, not root`, new RegExp(`^Uid:\\s+${uid}\\s+${uid}`, 'm').test(status))
  expect('it has no capability', /^CapEff:\s+0+$/m.test(status) && /^NoNewPrivs:\s+1$/m.test(status))
  const run = (command: readonly string[]) => spawnSync('unshare', inside(command), { ...isQuiet, env })
  const write = ['node', '--eval', `require('fs').writeFileSync('/app/written', '')`]
  expect('its root can not be written to', run(write).stderr.includes('EROFS'))
  const health = Healthcheck.Test.slice(1)
  expect('its health check passes', run(health).status === 0)
  const ending = performance.now()
  await server.end('SIGTERM')
  expect('it ends by SIGTERM, in order', server.exitCode === 0)
  show('ended', `in ${((performance.now() - ending) / 1000).toFixed(1)} s`)
  expect('its health check fails then', run(health).status === 1)
}

const show = (what: string, how: string) => console.log(`  ${what.padEnd(34)} ${how}`)
function expect(what: string, isSo: boolean): void {
  show(what, isSo ? 'yes' : 'NO')
  if (!isSo) process.exitCode = 1
}

try {
  await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  for (const stop of stops.toReversed()) await stop()
  spawnSync('buildah', [...store, 'umount', '--all'])
  rmSync(folder, { recursive: true, force: true })
}
