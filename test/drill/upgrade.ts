import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { roleDefaults } from '#shared/access/roles.ts'
import { openDatabase } from '#server/db/database.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { clientOf } from '#test/client.ts'
import { addSession } from '#test/sessions.ts'
import { freePorts } from '#test/server/free-ports.ts'
import { openSmtpSink } from '#test/smtp-sink.ts'
import { type AppServer, openEar, startAppServer } from './app-servers.ts'
import { judgeWrites } from './judge-writes.ts'
import { startPostgres } from './postgres.ts'
import { untilReceived } from './signs-of-life.ts'
import { type Scene, startWriters } from './writers.ts'

/*
 * npm run drill:upgrade: starts this version next to a running earlier one, on the same database, which it migrates at
 * its start. Clients write through both, then the earlier one stops. Needs git and Debian's PostgreSQL. `--from=COMMIT`
 * sets the earlier version; by default it is the last one with fewer migrations.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'wardstock-upgrade-'))
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The commit before the one that added the newest migration. */
function earlier(): string {
  const named = process.argv.find((arg) => arg.startsWith('--from='))?.slice('--from='.length)
  return named ?? `${git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'server/db/migrations')}~1`
}

async function main(): Promise<boolean> {
  const commit = git('rev-parse', '--short=12', earlier())
  const checkout = join(folder, 'earlier')
  git('worktree', 'add', '--detach', checkout, commit)
  stops.push(() => git('worktree', 'remove', '--force', checkout))
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  const postgres = await startPostgres(folder)
  stops.push(() => postgres.stop())
  const sink = await openSmtpSink()
  stops.push(() => sink.close())
  const [oldPort, newPort] = (await freePorts(2)) as [number, number]
  const env = { DATABASE_URL: postgres.url('wardstock'), SMTP_URL: sink.url, PUBLIC_URL: 'http://localhost' }
  const start = async (name: string, port: number, from?: string): Promise<AppServer> => {
    const server = await startAppServer(name, port, env, { folder, ...(from && { checkout: from }) })
    stops.push(() => server.program.end('SIGTERM'))
    return server
  }

  const old = await start('earlier', oldPort, checkout)
  const scene = await fill(old.url, env.DATABASE_URL)
  const through = (server: AppServer) => startWriters({ ...scene, url: server.url }, 4)
  const ears = [await openEar(old.url, scene.cookie)]
  stops.push(() => ears.forEach(({ socket }) => socket.disconnect()))
  const first = through(old)
  const before = await migrations(env.DATABASE_URL)
  const fresh = await start('this', newPort)
  const after = await migrations(env.DATABASE_URL)
  console.log(
    `${commit} at work; this version brought the database up to date: ${after.filter((one) => !before.includes(one)).join(', ')}`,
  )
  ears.push(await openEar(fresh.url, scene.cookie))
  const second = through(fresh)
  // Browsers at one server receive the events of the other.
  for (const { url } of [old, fresh]) await untilReceived(clientOf(url, scene.userId, scene.cookie), scene, ears)
  await new Promise((passed) => setTimeout(passed, 15_000))
  await first.stop()
  const code = await old.program.end('SIGTERM').then(() => old.program.exitCode)
  await new Promise((passed) => setTimeout(passed, 3000))
  await second.stop()

  const faults = code === 0 ? [] : [`the earlier version ended with ${code}`]
  const [one, two] = [first.written, second.written]
  const kinds = ['category', 'stock', 'confirmation', 'user'] as const
  const acknowledged = { ...one.acknowledged }
  for (const kind of kinds) acknowledged[kind] += two.acknowledged[kind]
  const count = (of: typeof one) => kinds.reduce((sum, kind) => sum + of.acknowledged[kind], 0)
  console.log(`${count(one)} writes through the earlier version, ${count(two)} through this one`)
  const both = {
    ...one,
    acknowledged,
    emails: [...one.emails, ...two.emails],
    retried: one.retried + two.retried,
    unexpected: [...one.unexpected, ...two.unexpected],
  }
  const judged = await judgeWrites(env.DATABASE_URL, scene, both, sink.received)
  const verified = spawnSync(process.execPath, ['server/verify.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATABASE_URL: env.DATABASE_URL, DATA_DIR: join(folder, 'data') },
    encoding: 'utf8',
  })
  if (verified.status !== 0) faults.push(verified.stdout + verified.stderr)
  faults.push(...judged.faults)
  console.log([...judged.lines, verified.stdout.trim().split('\n').at(-1)].join('\n'))
  console.log(`Load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}.`)
  console.log(
    faults.length === 0
      ? 'PASSED'
      : `FAILED:\n  ${faults.join('\n  ')}\n${old.program.tail()}\n${fresh.program.tail()}`,
  )
  return faults.length === 0
}

async function fill(url: string, connectionString: string): Promise<Scene> {
  const database = openDatabase({ connectionString }, { max: 2 })
  const { userId, token } = await addSession(database, 'admin', roleDefaults.admin)
  await database.close()
  const cookie = `__Host-sid=${token}`
  const admin = clientOf(url, userId, cookie)
  const product = await addProduct(admin, await addPlace(admin), { quantity: 1_000_000 })
  return { url, userId, cookie, productId: product.id, accountId: (await addAccount(admin)).id }
}

async function migrations(connectionString: string): Promise<string[]> {
  const database = openDatabase({ connectionString }, { max: 1 })
  const { rows } = await database.pool.query<{ name: string }>('select name from migrations order by name')
  await database.close()
  return rows.map(({ name }) => name)
}

let isPassed = false
try {
  isPassed = await main()
} catch (error) {
  console.error((error as Error).message)
} finally {
  for (const stop of stops.toReversed()) await stop()
}
process.exit(isPassed ? 0 : 1)
