import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listen } from '#test/socket.ts'
import { startServer } from '#test/server.ts'

/** One request over keep-alive connections, as browsers use them. */
async function sendRequest(
  agent: Agent,
  url: string,
  cookie: string,
  body?: string,
): Promise<{ status: number; text: string }> {
  const options = { agent, headers: { cookie } }
  const sent = body === undefined ? get(url, options) : request(url, { ...options, method: 'POST' }).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode ?? 0, text }
}

describe('a server that stops', () => {
  test('ends open polls cleanly and closes at once, including keep-alive connections', async () => {
    const server = await startServer({ socketLimits: { perAddress: 100 } })
    const listeners = []
    for (let user = 0; user < 8; user += 1) {
      const client = await server.as('staff')
      listeners.push(await listen(server.url, client.cookie))
      listeners.push(await listen(server.url, client.cookie))
    }
    const staff = await server.as('staff')
    const agent = new Agent({ keepAlive: true })
    const engine = `${server.url}/socket.io/?EIO=4&transport=polling&t=${randomUUID()}`
    const { text } = await sendRequest(agent, engine, staff.cookie)
    const { sid } = JSON.parse(text.slice(1)) as { sid: string }
    await sendRequest(agent, `${engine}&sid=${sid}`, staff.cookie, '40')
    expect((await sendRequest(agent, `${engine}&sid=${sid}`, staff.cookie)).text).toMatch(/^40/)
    const pending = sendRequest(agent, `${engine}&sid=${sid}`, staff.cookie)
    await new Promise((done) => setTimeout(done, 100))
    await server.app.http.close()
    // engine.io's close packet, not the ping that ends every poll sooner or later.
    expect(await pending).toEqual({ status: 200, text: '1' })
    for (const { ended, pings } of listeners) expect([await ended, pings()]).toEqual(['transport close', 0])
    agent.destroy()
  })

  test('does not wait for connections without a request', async () => {
    const server = await startServer()
    const { port } = new URL(server.url)
    // Browsers open more connections than they need.
    const spare = connect(Number(port), '127.0.0.1')
    await once(spare, 'connect')
    await new Promise((done) => setTimeout(done, 50))
    let received = ''
    spare.on('data', (chunk: Buffer) => (received += chunk))
    const gone = once(spare, 'close')
    await server.app.http.close()
    await gone
    // If the server had waited for it, it would have received 408 at the timeout.
    expect(received).toBe('')
  })

  test('completes requests in progress, and then closes their connections', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    const agent = new Agent({ keepAlive: true })
    let goOn = () => {}
    const locked = new Promise<void>((done) => {
      goOn = done
    })
    const holding = server.database.transaction(async (tx) => {
      await sql`lock table users in access exclusive mode`.execute(tx)
      await locked
    })
    await new Promise((done) => setTimeout(done, 50))
    const slow = sendRequest(agent, `${server.url}/api/settings`, admin.cookie)
    await new Promise((done) => setTimeout(done, 100))
    const closed = server.app.http.close()
    await new Promise((done) => setTimeout(done, 200))
    goOn()
    expect((await slow).status).toBe(200)
    await closed
    expect(agent.freeSockets).toEqual({})
    await holding
    agent.destroy()
  })
})
