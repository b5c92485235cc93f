import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { exportJobsApi } from '#shared/delivery/export-jobs-api.ts'
import { importsApi } from '#shared/imports/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { notificationsApi } from '#shared/notifications/api.ts'
import type { NotificationKind } from '#shared/notifications/kinds.ts'
import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import { integrityApi } from '#shared/reports/integrity-api.ts'
import { savedReportsApi } from '#shared/reports/saved-api.ts'
import { reportSchedulesApi } from '#shared/reports/schedules-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { checkFile, csvOf, delivery, settled } from '#test/delivery-history.ts'
import { deliveryScene, plannedRoute } from '#test/deliveries.ts'
import { portalUser } from '#test/portal.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let now = new Date('2030-06-17T12:00:00Z')
let server: TestServer
let admin: Client
let other: Client
let outsider: Client

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
  // Another user of the office, and a driver, who gets none of the notifications.
  other = await server.as('admin')
  outsider = await server.as('driver')
})

/** The expected notification of an action: its subject and recipient; the second user gets none. */
interface ExpectedNotification {
  subject: string
  detail?: string | null
  entityId: string | null
  to: Client
  notTo: Client
}

/** An action for each kind, through the public endpoints. */
const acts: Partial<Record<NotificationKind, () => Promise<ExpectedNotification>>> = {
  'route-assigned': async () => {
    const scene = await deliveryScene(server)
    const { id, number } = await plannedRoute(scene, [])
    return { subject: number, entityId: id, to: scene.driver, notTo: outsider }
  },
  'order-message': async () => {
    const account = await addAccount(admin, { name: 'Harbour clinic' })
    const product = await addProduct(admin, await addPlace(admin), { quantity: 10 })
    const { id, number } = await addOrder(admin, account.id, [[product.id, 1]])
    const customer = await portalUser(server, admin, account.id)
    // The server's clock is years ahead of the session's.
    await sql`update sessions set expires_at = '2031-01-01', last_seen_at = ${now} where user_id = ${customer.userId}`.execute(
      server.database.db,
    )
    const body = { body: 'When will it come?' }
    await customer.do(orderMessagesApi.sendMessage, { params: { id }, body })
    return { subject: number, detail: body.body, entityId: id, to: admin, notTo: outsider }
  },
  'recall-started': async () => {
    const product = await addProduct(admin, await addPlace(admin), { lotControlled: true })
    const stock = { quantity: 10, reason: 'purchase_order', lotNumber: 'TELL-1', expiryDate: '2032-01-01' } as const
    await admin.do(inventoryApi.addStock, { params: { id: product.id }, body: stock })
    const [lot] = (await admin.do(lotsApi.listLots, { query: { product: product.id } })).data
    const { recall } = await admin.do(recallsApi.startRecall, {
      body: { lotIds: [lot?.id ?? ''], reason: 'Seal leaks', instruction: 'Send it back' },
    })
    return { subject: recall.number, detail: 'Seal leaks', entityId: recall.id, to: other, notTo: outsider }
  },
  'export-done': async () => {
    const { id } = await admin.do(exportJobsApi.startExport, { body: { list: 'products', query: { format: 'csv' } } })
    await server.app.runJobs()
    return { subject: 'products.csv', entityId: id, to: admin, notTo: other }
  },
  'export-failed': async () => {
    const { id } = await admin.do(exportJobsApi.startExport, { body: { list: 'products', query: { format: 'csv' } } })
    await sql`update users set suspended_at = now() where id = ${admin.userId}`.execute(server.database.db)
    await server.app.runJobs()
    await sql`update users set suspended_at = null where id = ${admin.userId}`.execute(server.database.db)
    const detail = 'You no longer have access to this list.'
    return { subject: 'products.csv', detail, entityId: id, to: admin, notTo: other }
  },
  'import-done': async () => {
    const { id, fileName } = await checkFile(admin, csvOf([delivery({ vendor: 'Told Ltd' })]))
    await admin.do(importsApi.runImport, { params: { id } })
    await server.app.runJobs()
    expect((await settled(admin, id)).state).toBe('done')
    return { subject: fileName, entityId: id, to: admin, notTo: other }
  },
  'import-failed': async () => {
    const { id, fileName } = await checkFile(admin, csvOf([delivery({ vendor: 'Never Ltd' })]))
    await admin.do(importsApi.runImport, { params: { id } })
    await sql`update users set suspended_at = now() where id = ${admin.userId}`.execute(server.database.db)
    await server.app.runJobs()
    await sql`update users set suspended_at = null where id = ${admin.userId}`.execute(server.database.db)
    expect(await admin.do(importsApi.getImport, { params: { id } })).toMatchObject({ state: 'failed' })
    const detail = 'Who started this import may not come in any more.'
    return { subject: fileName, detail, entityId: id, to: admin, notTo: other }
  },
  'report-stopped': async () => {
    const { id, name } = await admin.do(savedReportsApi.createSaved, {
      body: { name: 'Sales of the week', report: 'sales', query: { range: '7' } },
    })
    const schedule = await admin.do(reportSchedulesApi.createSchedule, {
      params: { id },
      body: { frequency: 'daily', time: '07:30', format: 'link', emails: ['board@example.com'] },
    })
    await sql`update report_recipients set unsubscribed_at = now() where schedule_id = ${schedule.id}`.execute(
      server.database.db,
    )
    await admin.do(reportSchedulesApi.sendNow, { params: { id: schedule.id } })
    await server.app.runJobs()
    const detail = 'All recipients have unsubscribed or left.'
    return { subject: name, detail, entityId: id, to: admin, notTo: other }
  },
  'invoice-overdue': async () => {
    const account = await addAccount(admin, { name: 'Late clinic' })
    const product = await addProduct(admin, await addPlace(admin), { quantity: 10 })
    const { id } = await addOrder(admin, account.id, [[product.id, 1]])
    const { invoice } = await admin.do(salesApi.confirm, { params: { id }, body: {} })
    now = new Date(now.getTime() + 31 * 86_400_000)
    await server.app.runJobs('send-notification-digests')
    const entityId = invoice?.id ?? ''
    return { subject: invoice?.number ?? '', detail: 'Late clinic', entityId, to: admin, notTo: outsider }
  },
  'integrity-failed': async () => {
    const product = await addProduct(admin, await addPlace(admin), { quantity: 10 })
    await server.database.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update stock_balance set on_hand = on_hand + 1 where item_id = ${product.id}`.execute(tx)
    })
    await admin.do(integrityApi.startProof, {})
    await server.app.runJobs()
    const { data } = await admin.do(integrityApi.listProofs, { query: {} })
    const entityId = data[0]?.id ?? ''
    const detail = 'Something does not add up'
    return { subject: 'Data integrity check', detail, entityId, to: admin, notTo: await server.as('staff') }
  },
}

const seen = async (client: Client, kind: string, entityId: string | null) =>
  (await client.do(notificationsApi.listNotifications, { query: { limit: 200 } })).data.filter(
    (one) => one.kind === kind && one.entityId === entityId,
  )

test.each(Object.entries(acts))('(G8) %s notifies the right user once, and no other user', async (kind, act) => {
  now = new Date(now.getTime() + 60_000)
  const { subject, detail, entityId, to, notTo } = await act()
  const [notification, ...more] = await seen(to, kind, entityId)
  expect(notification).toMatchObject({ subject, ...(detail !== undefined && { detail }), isRead: false })
  expect(more).toEqual([])
  expect(await seen(notTo, kind, entityId)).toEqual([])
})
