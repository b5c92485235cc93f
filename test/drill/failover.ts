import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { parseArgs } from 'node:util'
import { roleDefaults } from '#shared/access/roles.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/database.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { clientOf } from '#test/client.ts'
import { addSession } from '#test/sessions.ts'
import { openSmtpSink } from '#test/smtp-sink.ts'
import { type AppServer, type Ear, isReady, openEar, startAppServer } from './app-servers.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { judgeWrites } from './judge-writes.ts'
import { killDatabase, killMachine, settled, untilSettled } from './nodes.ts'
import { until } from './programs.ts'
import { asOwner, canRead, exportDone, missingCategories, untilReceived } from './signs-of-life.ts'
import { type Scene, startWriters, type Writers } from './writers.ts'

/*
 * npm run drill:failover: repeatedly kills the primary of a cluster with -9 while clients write. It runs what
 * compose.cluster.yaml describes on this machine, in a temporary folder, with the installed packages.
 */

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, clients: { type: 'string', default: '16' } },
})
const rounds = Number(values.rounds)
const clients = Number(values.clients)

interface Round {
  killed: string
  acknowledged: number
  /** Milliseconds from the kill until … */
  writing: number
  ready: number
  notified: number
  jobDone: number
  settledAgain: number
  missing: number
  reader: boolean
}

const folder = mkdtempSync(join(tmpdir(), 'wardstock-failover-'))
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const stopAll = async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
}

async function main(): Promise<boolean> {
  const load = loadavg()[0] ?? 0
  const cluster = await startCluster(folder)
  stops.push(() => cluster.stop())
  setDefaultCACertificates([cluster.ca])
  try {
    return await drill(cluster, load)
  } catch (error) {
    console.error(cluster.logs())
    throw error
  }
}

async function drill(cluster: Cluster, load: number): Promise<boolean> {
  console.log('Waiting for etcd, two PostgreSQL nodes and the proxy …')
  await untilSettled(cluster.nodes)
  await migrate({ connectionString: cluster.databaseUrl })
  await asOwner(cluster, 'grant select on sales_orders to reader')
  const sink = await openSmtpSink()
  stops.push(() => sink.close())
  const servers: AppServer[] = []
  for (const [at, port] of cluster.appPorts.entries()) {
    const env = {
      DATABASE_URL: cluster.databaseUrl,
      DATABASE_REPLICA_URL: cluster.replicaUrl,
      PUBLIC_URL: cluster.webUrl,
      SMTP_URL: sink.url,
    }
    const server = await startAppServer(`app${at + 1}`, port, env, { folder })
    stops.push(() => server.program.end('SIGTERM'))
    servers.push(server)
  }
  const scene = await fill(cluster)
  await until('the proxy sees the servers', () => isReady(cluster.webUrl), 30_000)
  const ears = await Promise.all(
    ['app1', 'app2'].map((name) => openEar(cluster.webUrl, `${scene.cookie}; WARDSTOCK_SERVER=${name}`, cluster.ca)),
  )
  stops.push(() => ears.forEach(({ socket }) => socket.disconnect()))

  console.log(`${clients} clients write; the primary is killed ${rounds} times.\n`)
  const writers = startWriters(scene, clients)
  const done: Round[] = []
  try {
    for (let round = 1; round <= rounds; round += 1) {
      done.push(await oneRound(cluster, { round, scene, servers, ears, writers }))
      console.log(lineOf(round, done.at(-1) as Round))
    }
  } finally {
    await writers.stop()
  }
  const judged = await judgeWrites(cluster.databaseUrl, scene, writers.written, sink.received)
  const verified = spawnSync(process.execPath, ['server/verify.ts'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: cluster.databaseUrl, DATA_DIR: join(folder, 'data') },
    encoding: 'utf8',
  })
  const proof = verified.stdout.trim().split('\n').at(-1) ?? ''
  console.log(`\n${table(done)}\n\n${judged.lines.join('\n')}\n${proof}`)
  console.log(`Load of the machine before: ${load.toFixed(1)}, after: ${(loadavg()[0] ?? 0).toFixed(1)}.`)
  for (const server of servers) if (server.program.hasEnded) judged.faults.push(`${server.name} has ended`)
  for (const [at, one] of done.entries()) {
    if (one.writing > 30_000) judged.faults.push(`round ${at + 1}: wrote again after ${seconds(one.writing)} s`)
    if (one.missing > 0) judged.faults.push(`round ${at + 1}: ${one.missing} acknowledged writes are missing`)
    if (!one.reader) judged.faults.push(`round ${at + 1}: no reading through PgBouncer`)
  }
  if (verified.status !== 0)
    judged.faults.push(`the integrity check is not green: ${verified.stdout}${verified.stderr}`)
  console.log(judged.faults.length === 0 ? 'PASSED' : `FAILED:\n  ${judged.faults.join('\n  ')}`)
  return judged.faults.length === 0
}

interface Drill {
  round: number
  scene: Scene
  servers: readonly AppServer[]
  ears: readonly Ear[]
  writers: Writers
}

async function oneRound(cluster: Cluster, { round, scene, servers, ears, writers }: Drill): Promise<Round> {
  const before = await settled(cluster.nodes)
  if (!before) throw new Error('no standby has everything')
  await new Promise((passed) => setTimeout(passed, 3000))
  const isMachine = round % 2 === 1
  const killedAt = performance.now()
  writers.noteKill()
  await (isMachine ? killMachine(before.primary) : killDatabase(before.primary))
  const since = () => performance.now() - killedAt
  const after = (what: string, isSo: () => Promise<boolean>) => until(what, isSo, 120_000).then(since)

  await after('writing again', async () => writers.written.sinceKill.firstMs !== null)
  const ready = after('both servers are ready', async () =>
    (await Promise.all(servers.map(({ url }) => isReady(url)))).every(Boolean),
  )
  // The event arrives through the server that handled the request and through the other one.
  const notified = Promise.all(
    servers.map(async ({ url }) => {
      await untilReceived(clientOf(url, scene.userId, scene.cookie), scene, ears)
      return since()
    }),
  ).then((times) => Math.max(...times))
  const jobDone = exportDone(cluster, scene).then(since)
  const [readyMs, notifiedMs, jobMs] = await Promise.all([ready, notified, jobDone])
  const missing = await missingCategories(cluster, writers)
  if (isMachine) cluster.startNode(before.primary)
  await untilSettled(cluster.nodes)
  const settledAgain = since()
  const acknowledged = Object.values(writers.written.acknowledged).reduce((sum, one) => sum + one, 0)
  return {
    killed: `${before.primary.name}, ${isMachine ? 'the machine' : 'PostgreSQL'}`,
    acknowledged,
    writing: writers.written.sinceKill.firstMs ?? Infinity,
    ready: readyMs,
    notified: notifiedMs,
    jobDone: jobMs,
    settledAgain,
    missing,
    reader: await canRead(cluster),
  }
}

async function fill(cluster: Cluster): Promise<Scene> {
  const database = openDatabase({ connectionString: cluster.databaseUrl }, { max: 2 })
  const { userId, token } = await addSession(database, 'admin', roleDefaults.admin)
  await database.close()
  const cookie = `__Host-sid=${token}`
  const admin = clientOf(`http://127.0.0.1:${cluster.appPorts[0]}`, userId, cookie)
  const product = await addProduct(admin, await addPlace(admin), { quantity: 1_000_000 })
  const account = await addAccount(admin)
  return { url: cluster.webUrl, userId, cookie, productId: product.id, accountId: account.id }
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)
const lineOf = (round: number, one: Round) =>
  `| ${[round, one.killed, one.acknowledged, ...[one.writing, one.ready, one.notified, one.jobDone, one.settledAgain].map(seconds), one.missing].join(' | ')} |`

function table(all: readonly Round[]): string {
  const head =
    '| Round | Killed | Acknowledged so far | Writing after s | Both ready | Event at both | Export done | Standby in step | Lost |'
  const rule = `|${head.replaceAll(/[^|]/g, '-').slice(1)}`
  return [head, rule, ...all.map((one, at) => lineOf(at + 1, one))].join('\n')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().then(() => process.exit(130)))

let isPassed = false
try {
  isPassed = await main()
} catch (error) {
  console.error((error as Error).message)
} finally {
  await stopAll()
}
process.exit(isPassed ? 0 : 1)
