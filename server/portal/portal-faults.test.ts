import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { migrate } from '#server/db/migrate.ts'
import { deliveryApi } from '#shared/delivery/api.ts'
import { passwordApi } from '#shared/identity/login/password-api.ts'
import { portalHomeApi } from '#shared/portal/home-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { portalUsersApi } from '#shared/portal/users-api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { type Client, clientOf } from '#test/client.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { portalUser } from '#test/portal.ts'
import { startProcessOn } from '#test/server/another-process.ts'
import { embeddedWorld, postmasterOf, processesOf } from '#test/server/embedded-world.ts'
import { mountSmallDisk } from '#test/server/small-disk.ts'
import { startServer, type TestServer } from '#test/server.ts'

/* The portal while a part of the system is down (reliability 4.14, the portal's column). */

vi.setConfig({ testTimeout: 240_000 })

async function shop(server: TestServer) {
  const admin = await server.as('admin')
  const product = await addProduct(admin, await addPlace(admin), { quantity: 1000 })
  const owner = await portalUser(server, admin, (await addAccount(admin)).id)
  const order = { body: { lines: [{ productId: product.id, quantity: 5 }], reference: 'Ward 3' } }
  const place = (key: string, by: Client = owner) => by.call(portalOrdersApi.placeOrder, order, { key })
  const orders = async () => (await owner.do(portalOrdersApi.listOrders, { query: {} })).total
  return { admin, owner, place, orders }
}

test('[CUS-01] (4.14) PostgreSQL hangs or is killed: pages and orders get 503 with a message; a retried order is created once', async () => {
  const world = embeddedWorld()
  try {
    const dataDir = world.folder()
    const { connection } = await world.start(dataDir)
    await migrate(connection)
    const server = await startServer({ over: connection, answerMs: 1500, queueMs: 2000 })
    const { owner, place, orders } = await shop(server)
    const key = randomUUID()
    // A paused database: requests fail after a while, and no order is lost or doubled.
    const still = process.platform === 'linux' ? processesOf(postmasterOf(dataDir)) : []
    for (const pid of still) process.kill(pid, 'SIGSTOP')
    const placed = await place(key).finally(() => {
      for (const pid of still) process.kill(pid, 'SIGCONT')
    })
    expect(placed.status).toBe(still.length > 0 ? 503 : 201)
    await expect.poll(async () => (await place(key)).status, { timeout: 120_000, interval: 200 }).toBe(201)
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    const next = randomUUID()
    const away = [await owner.call(portalHomeApi.getHome, { query: {} }), await place(next)]
    for (const answer of away) {
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
      expect(answer.body.error).toMatch(/database|busy/i)
    }
    await expect.poll(async () => (await place(next)).status, { timeout: 120_000, interval: 200 }).toBe(201)
    expect((await place(key)).status).toBe(201)
    expect(await orders()).toBe(2)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  } finally {
    await world.end()
  }
})

test('[CUS-01] (4.14) the disk for files is full: pages are still shown and orders placed', async ({ skip }) => {
  const server = await startServer()
  const { owner, place } = await shop(server)
  if (!mountSmallDisk(server.filesFolder, '8k')) return skip('only root can mount a small disk')
  try {
    await writeFile(join(server.filesFolder, 'rest'), Buffer.alloc(64_000)).catch(() => {})
    expect((await owner.call(portalHomeApi.getHome, { query: {} })).status).toBe(200)
    expect((await place(randomUUID())).status).toBe(201)
  } finally {
    spawnSync('umount', ['-l', server.filesFolder])
  }
})

test('[CUS-01] (4.14) the mail server is down: invitations and password resets succeed, their mails stay queued', async () => {
  const server = await startServer({ mail: { smtpUrl: 'smtp://127.0.0.1:1' } })
  const { admin, owner, place } = await shop(server)
  const body = { name: 'Nurse', email: 'nurse@example.com', role: 'orderer', approvalLimit: null } as const
  expect((await owner.call(portalUsersApi.inviteUser, { body })).status).toBe(201)
  expect((await owner.call(passwordApi.forgotPassword, { body: { email: owner.email } })).status).toBe(200)
  expect((await place(randomUUID())).status).toBe(201)
  await server.app.runJobs()
  const { data } = await admin.do(deliveryApi.listMails, {})
  for (const to of ['nurse@example.com', owner.email])
    expect(data.find((mail) => mail.to === to)).toMatchObject({ state: 'queued' })
})

test('[CUS-01] (4.14) the server process is killed during an order: a retry on another process creates the order only once', async () => {
  const server = await startServer()
  const { owner, place, orders } = await shop(server)
  for (let round = 1; round <= 3; round += 1) {
    const other = await startProcessOn(server, 'smtp://127.0.0.1:1')
    const key = randomUUID()
    const cut = place(key, clientOf(other.url, owner.userId, owner.cookie)).then(
      ({ status }) => status,
      () => 'cut off',
    )
    // Before, during or after the commit: without a response, the client retries with the same key.
    await new Promise((done) => setTimeout(done, 10 * round))
    process.kill(other.pid, 'SIGKILL')
    expect(['cut off', 201]).toContain(await cut)
    await expect.poll(async () => (await place(key)).status, { timeout: 60_000, interval: 200 }).toBe(201)
    expect(await orders()).toBe(round)
  }
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sales_orders`.execute(server.database.db)
  expect(rows).toEqual([{ n: 3 }])
})
