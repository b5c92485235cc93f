import { Agent, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { roleDefaults } from '#shared/access/roles.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { clientOf } from '#test/client.ts'
import { addSession } from '#test/sessions.ts'
import { type AppProcess, startApp, urlOf } from './processes.ts'

/* npm run bench:listeners: 500 clients that listen by long polling, events to 100 of them, and the cost per client. */

const [many, concerned, events] = [500, 100, 20]
const folder = mkdtempSync(join(tmpdir(), 'wardstock-bench-'))
const agent = new Agent({ keepAlive: true, maxSockets: 2000 })
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Sends one request on a keep-alive connection; returns the text of the response. */
function sendRequest(port: number, path: string, cookie: string, body?: string): Promise<string> {
  return new Promise((done, failed) => {
    const headers = { cookie, host: 'localhost', ...(body ? { 'content-type': 'text/plain;charset=UTF-8' } : {}) }
    const outgoing = request(
      { port, host: '127.0.0.1', path, agent, headers, method: body ? 'POST' : 'GET' },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text += part
        })
        answer.on('end', () => (answer.statusCode === 200 ? done(text) : failed(new Error(`${answer.statusCode}`))))
      },
    )
    outgoing.on('error', failed)
    outgoing.end(body)
  })
}

/** Connects and polls; `onEvent` gets the ID of the customer of each event. Returns a function that disconnects. */
async function listen(port: number, cookie: string, onEvent: (id: string) => void): Promise<() => void> {
  const path = '/socket.io/?EIO=4&transport=polling'
  const { sid } = JSON.parse((await sendRequest(port, path, cookie)).slice(1)) as { sid: string }
  await sendRequest(port, `${path}&sid=${sid}`, cookie, '40')
  const listening = new AbortController()
  const poll = async () => {
    while (!listening.signal.aborted) {
      const text = await sendRequest(port, `${path}&sid=${sid}`, cookie).catch(() => '')
      for (const packet of text.split('\u001e')) {
        if (packet === '2') await sendRequest(port, `${path}&sid=${sid}`, cookie, '3').catch(() => '')
        const id = /^42\["account_updated",\{"accountId":"([^"]+)"/.exec(packet)?.[1]
        if (id) onEvent(id)
      }
    }
  }
  void poll()
  return () => listening.abort()
}

/**
 * Milliseconds for reading a profile `times` times in a row: elapsed, and processor time of the server, which is
 * independent of other load.
 */
async function readings(app: AppProcess, cookie: string, times: number): Promise<{ clock: number; processor: number }> {
  const taken: number[] = []
  const before = app.processorMs()
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now()
    await sendRequest(app.port, '/api/auth/profile', cookie)
    taken.push(performance.now() - begun)
  }
  return { clock: quantile(taken, 0.5), processor: (app.processorMs() - before) / times }
}

const quantile = (numbers: readonly number[], at: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * at))] ?? 0

async function main(): Promise<void> {
  console.log(`Load before: ${(loadavg()[0] ?? 0).toFixed(1)}`)
  const postgres = await startEmbedded({ dataDir: folder, log: () => {} })
  const { connection } = postgres
  await migrate(connection)
  const database = openDatabase(connection, { max: 2 })
  const cookies: string[] = []
  for (let at = 0; at < many; at += 1) {
    const { token } = await addSession(database, 'staff', at < concerned ? { crm: { view: true } } : {})
    cookies.push(`__Host-sid=${token}`)
  }
  const { userId, token } = await addSession(database, 'admin', roleDefaults.admin)
  const admin = `__Host-sid=${token}`
  await database.close()
  const app = await startApp({
    DATABASE_URL: urlOf(connection),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    SOCKETS_PER_ADDRESS: String(many),
  })
  try {
    const { do: act } = clientOf(`http://127.0.0.1:${app.port}`, userId, admin)
    // Warms up before measuring.
    await readings(app, admin, 2000)
    await pause(2000)
    const [memoryAlone, alone] = [app.memory(), await readings(app, admin, 1000)]
    const at = new Map<string, number>()
    const late: { id: string; at: number }[] = []
    const stops: (() => void)[] = []
    for (const cookie of cookies)
      stops.push(await listen(app.port, cookie, (id) => late.push({ id, at: performance.now() })))
    await pause(5000)
    const [memoryWith, beside] = [app.memory(), await readings(app, admin, 1000)]
    for (let time = 0; time < events; time += 1) {
      const { id } = await act(crmApi.createAccount, { body: { name: `Account ${time}` } })
      at.set(id, performance.now())
      await pause(1500)
    }
    const delays = late.map((one) => one.at - (at.get(one.id) ?? 0))
    console.log(`${delays.length} of ${events * concerned} heard`)
    console.log(
      `after the answer, ms: median ${quantile(delays, 0.5).toFixed(0)}, p95 ${quantile(delays, 0.95).toFixed(0)}`,
    )
    const perClient = ((memoryWith - memoryAlone) * 1024) / many
    console.log(`memory: ${memoryAlone} → ${memoryWith} MB, ${perClient.toFixed(0)} kB a client`)
    console.log(
      `a profile: ${alone.clock.toFixed(2)} ms alone, ${beside.clock.toFixed(2)} ms beside them: ${(beside.clock / alone.clock).toFixed(2)} ×`,
    )
    console.log(
      `its processor time: ${alone.processor.toFixed(2)} ms alone, ${beside.processor.toFixed(2)} ms beside them: ${(beside.processor / alone.processor).toFixed(2)} ×`,
    )
    for (const stop of stops) stop()
  } finally {
    agent.destroy()
    await app.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`Load after: ${(loadavg()[0] ?? 0).toFixed(1)}`)
}

await main()
