import { parseArgs } from 'node:util'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { addDays, businessDate } from '#shared/dates.ts'
import { roleDefaults } from '#shared/access/roles.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { type Client, clientOf } from '#test/client.ts'
import { addSession } from '#test/sessions.ts'
import { startApp, urlOf } from './processes.ts'

/*
 * npm run bench:documents: how long other requests take while six documents of 500 lines are rendered repeatedly.
 * Measurements with and without rendering take turns, so that other load of the machine affects both.
 */

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
})
const concurrency = 6
const goal = 50
const folder = mkdtempSync(join(tmpdir(), 'wardstock-documents-'))
chmodSync(folder, 0o755)
const postgres = await startEmbedded({ dataDir: folder, log: () => {}, fsync: false })
await migrate(postgres.connection)
const database = openDatabase(postgres.connection, { max: 2 })
const app = await startApp({ DATABASE_URL: urlOf(postgres.connection), DATA_DIR: folder, LOG_LEVEL: 'warn' })
try {
  const { userId, token } = await addSession(database, 'admin', roleDefaults.admin)
  const client = clientOf(`http://127.0.0.1:${app.port}`, userId, `__Host-sid=${token}`)
  const id = await longEstimate(client, Number(values.lines))
  // The first document starts the worker thread.
  await draw(client, id)
  const forMs = Number(values.seconds) * 1000
  const quiet: number[] = []
  const busy: number[] = []
  let drawn = 0
  for (let round = 0; round < Number(values.rounds); round += 1) {
    quiet.push(...(await timeOtherCalls(client, forMs)))
    const over = new AbortController()
    const drawing = Array.from({ length: concurrency }, async () => {
      while (!over.signal.aborted) {
        await draw(client, id)
        drawn += 1
      }
    })
    busy.push(...(await timeOtherCalls(client, forMs)))
    over.abort()
    await Promise.all(drawing)
  }
  printTimes('without', quiet)
  printTimes(`with ${concurrency} at once`, busy)
  const growth = quantile(busy, 0.95) - quantile(quiet, 0.95)
  console.log(
    `p95 grows by ${growth.toFixed(1)} ms; the goal is at most ${goal} ms: ${growth <= goal ? 'met' : 'missed'}.`,
  )
  console.log(`${drawn} documents of ${values.lines} lines were drawn; memory of the server ${app.memory()} MB.`)
} finally {
  await app.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function longEstimate(client: Client, lines: number): Promise<string> {
  const product = await addProduct(client, await addPlace(client), { name: 'Gauze swab' })
  const account = await addAccount(client)
  const { id } = await client.do(estimatesApi.createEstimate, {
    body: {
      accountId: account.id,
      validUntil: addDays(businessDate(new Date(), 'UTC'), 30),
      lines: Array.from({ length: lines }, (_, at) => ({ productId: product.id, quantity: 1 + (at % 9) })),
    },
  })
  return id
}

async function draw(client: Client, id: string): Promise<void> {
  const answer = await fetch(`${client.url}/api/estimates/${id}/document.pdf`, { headers: { cookie: client.cookie } })
  if (answer.status !== 200) throw new Error(`The document answered ${answer.status}`)
  await answer.arrayBuffer()
}

/** Milliseconds that another user's list takes, one request after the other. */
async function timeOtherCalls(client: Client, forMs: number): Promise<number[]> {
  const took: number[] = []
  for (const began = performance.now(); performance.now() - began < forMs; ) {
    const since = performance.now()
    await client.send('GET', '/api/products?limit=20')
    took.push(performance.now() - since)
    await new Promise((done) => setTimeout(done, 20))
  }
  return took
}

function printTimes(what: string, took: readonly number[]): void {
  const at = (share: number) => quantile(took, share).toFixed(1)
  console.log(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(0.999)} ms of ${took.length} calls`)
}

function quantile(took: readonly number[], share: number): number {
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * share)] ?? 0
}
