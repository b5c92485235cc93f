import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { defaultSettings } from '#shared/settings/api.ts'
import { clientOf } from '#test/client.ts'
import { listen, pause, until } from '#test/socket.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

/*
 * Two servers on one database that behave like two processes: each has its own pool, and they share nothing in memory.
 */

/** A load balancer with sticky sessions: assigns each client to one of the servers by its cookie. */
async function stickyProxy(urls: readonly string[]): Promise<{ url: string; seen: Map<string, Set<string>> }> {
  const seen = new Map<string, Set<string>>()
  const chosen = new Map<string, string>()
  const proxy: Server = createServer((incoming, outgoing) => {
    const cookie = incoming.headers.cookie ?? ''
    const target = chosen.get(cookie) ?? urls[chosen.size % urls.length] ?? ''
    chosen.set(cookie, target)
    seen.set(cookie, (seen.get(cookie) ?? new Set()).add(target))
    const passed = httpRequest(
      target + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, seen }
}

async function startTwo() {
  const first = await startServer({ socketAdapter: 'postgres' })
  const second = await startServer({ over: first.connection, max: 8, socketAdapter: 'postgres' })
  await bothListen(first)
  return { first, second }
}

/** The database connections on which servers LISTEN for each other's events. */
async function listenersOf({ database }: TestServer): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and query like 'LISTEN%' order by pid`.execute(database.db)
  return rows.map(({ pid }) => pid)
}

/** Waits until two connections other than the `lost` ones listen: events published before that are not received. */
async function bothListen(first: TestServer, lost: readonly number[] = []): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(20)) {
    if ((await listenersOf(first)).filter((pid) => !lost.includes(pid)).length === 2) return
  }
  throw new Error('the servers do not listen')
}

describe('several processes on one database', () => {
  test('[RT-04] a change through one process reaches clients of both, once, behind a proxy with sticky sessions', async () => {
    const { first, second } = await startTwo()
    const { url, seen } = await stickyProxy([first.url, second.url])
    const clients = [await first.as('admin'), await first.as('admin'), await first.as('staff', {})]
    const ears = []
    for (const { cookie } of clients) ears.push(await listen(url, cookie))
    expect(new Set([...seen.values()].flatMap((targets) => [...targets])).size).toBe(2)
    expect([...seen.values()].every((targets) => targets.size === 1)).toBe(true)
    for (const client of clients.slice(0, 2)) {
      const { id } = await clientOf(url, client.userId, client.cookie).do(crmApi.createAccount, {
        body: { name: `By ${client.userId}` },
      })
      for (const { received } of ears.slice(0, 2))
        await until(() => received.some((one) => one.payload['accountId'] === id))
    }
    await pause(300)
    expect(ears.map(({ received }) => received.length)).toEqual([2, 2, 0])
  })

  test('settings changed through one process apply in the other', async () => {
    const { first, second } = await startTwo()
    const admin = await first.as('admin')
    const company = { ...defaultSettings.company, address: '𝛀'.repeat(400), phone: 'é'.repeat(60) }
    const settings = { ...defaultSettings, timeZone: 'Pacific/Kiritimati', company }
    await changeSettings(admin, settings)
    await until(() => second.announced.length === 1)
    expect(second.announced[0]).toEqual({ name: 'settings_updated', payload: settings })
  })

  test('(A11) a session ended through one process closes its connection in the other at once', async () => {
    const { first, second } = await startTwo()
    const staff = await first.as('staff')
    const ear = await listen(second.url, staff.cookie)
    await pause(300)
    await sql`update users set suspended_at = moment() where id = ${staff.userId}`.execute(first.database.db)
    expect(await ear.ended).toBe('io server disconnect')
    expect(ear.pings()).toBe(0)
  })

  test('(R6) a lost listener reconnects, and clients are disconnected so that they refetch everything', async () => {
    const { first, second } = await startTwo()
    const admin = await first.as('admin')
    const ear = await listen(second.url, admin.cookie)
    const lost = await listenersOf(first)
    await sql`select pg_terminate_backend(pid) from unnest(${lost}::int[]) pid`.execute(first.database.db)
    expect(await ear.ended).toBe('transport close')
    await bothListen(first, lost)
    const again = await listen(second.url, admin.cookie)
    await admin.do(crmApi.createAccount, { body: { name: 'After the break' } })
    await until(() => again.received.length === 1)
  })

  test('a stopped server leaves no listening connection behind', async () => {
    const first = await startServer({ socketAdapter: 'postgres' })
    await first.app.http.close()
    await pause(500)
    expect(await listenersOf(first)).toEqual([])
  })
})
