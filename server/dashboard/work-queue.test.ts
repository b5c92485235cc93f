import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { notificationsApi } from '#shared/notifications/api.ts'
import { taskNames, tasks, workQueueApi } from '#shared/reports/work-queue-api.ts'
import { orderStages, orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { storedFiles } from '#server/files/stored-files.ts'
import { loadDemoCompany } from '#server/demo/company.ts'
import { startServer } from '#test/server.ts'

const see = (client: Awaited<ReturnType<Awaited<ReturnType<typeof startServer>>['as']>>) =>
  client.do(workQueueApi.workQueue, { query: {} })

describe('the work queue of the dashboard', () => {
  test('counts exactly the rows of the list that each tile opens, and its oldest is that list’s first', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    // As if they had been there since before anything happened.
    await sql`update users set created_at = '2020-01-01'`.execute(server.database.db)
    await loadDemoCompany(server.database, admin.userId, storedFiles(server.filesFolder))
    const { data } = await see(admin)
    expect(data.map(({ task }) => task)).toEqual(taskNames)
    for (const { task, count, oldest } of data) {
      const { list, filter, sort, since } = tasks[task]
      const seen: Record<string, unknown>[] = []
      let cursor: string | null = null
      do {
        const query: string = new URLSearchParams({
          ...filter,
          sort,
          limit: '200',
          ...(cursor && { cursor }),
        }).toString()
        const answer = await admin.send('GET', `${list.path}?${query}`)
        expect([task, answer.status]).toEqual([task, 200])
        const page = answer.body as unknown as { data: Record<string, unknown>[]; nextCursor: string | null }
        seen.push(...page.data)
        cursor = page.nextCursor
      } while (cursor)
      expect([task, count]).toEqual([task, seen.length])
      expect([task, oldest]).toEqual([task, seen[0]?.[since] ?? null])
    }
    // Enough waits in the demo company for this to mean something.
    expect(data.filter(({ count }) => count > 0).length).toBeGreaterThan(8)

    const told = (await admin.do(notificationsApi.listNotifications, { query: { limit: 200 } })).data
    const kinds = ['count-review', 'delivery-failed', 'estimate-answered', 'low-stock', 'return-requested']
    expect([...new Set(told.map(({ kind }) => kind))]).toEqual(expect.arrayContaining(kinds))
    expect(told.filter(({ subject, entityId }) => subject === '' || entityId === null)).toEqual([])

    const driver = await server.as('driver')
    const shown = await see(driver)
    expect(shown.data.map(({ task }) => task)).toEqual(
      taskNames.filter((task) => tasks[task].right === 'shipping.view'),
    )
    const nothing = await server.as('staff', {})
    expect((await see(nothing)).data).toEqual([])
    const some = await admin.do(workQueueApi.workQueue, { query: { tasks: 'overdue,confirm' } })
    expect(some.data.map(({ task }) => task)).toEqual(['overdue', 'confirm'])
    expect((await admin.send('GET', '/api/dashboard/work-queue?tasks=nothing')).status).toBe(422)
    expect((await server.nobody.send('GET', '/api/dashboard/work-queue')).status).toBe(401)
    expect((await (await server.as('customer')).send('GET', '/api/dashboard/work-queue')).status).toBe(403)
  }, 120_000)

  test('the five stages hold every status once', () => {
    expect(Object.values(orderStages).flat().toSorted()).toEqual(orderStatuses.toSorted())
  })
})
