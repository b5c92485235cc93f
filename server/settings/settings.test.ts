import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { defaultSettings, settingsApi } from '#shared/settings/api.ts'
import { startServer } from '#test/server.ts'

test('[SET-01] settings that somebody changed meanwhile are not overwritten by who says what they read', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const put = (lowStockThreshold: number, version?: number) =>
    admin.call(
      settingsApi.putSettings,
      { body: { ...defaultSettings, lowStockThreshold } },
      version === undefined ? {} : { version },
    )
  const first = await admin.call(settingsApi.getSettings, {})
  expect([first.body.version, first.headers.get('etag')]).toEqual([1, '"v1"'])
  const both = await Promise.all([put(5, 1), put(6, 1)])
  expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 412])
  expect(both.find((answer) => answer.status === 412)?.body).toMatchObject({
    code: 'CHANGED_MEANWHILE',
    details: { version: 2 },
  })
  expect((await put(7, 2)).body).toMatchObject({ data: { lowStockThreshold: 7 }, version: 3 })
  // Who says nothing replaces the whole, as ever.
  expect((await put(8)).body.version).toBe(4)
  expect((await put(9, 3)).status).toBe(412)
  expect((await admin.do(settingsApi.getSettings, {})).data.lowStockThreshold).toBe(8)
})

test('[SET-01] settings saved before a section existed have its defaults', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  await sql`insert into settings (id, content, version) values (1, '{"lowStockThreshold":3}', 2)`.execute(
    server.database.db,
  )
  expect((await admin.do(settingsApi.getSettings, {})).data).toEqual({
    ...defaultSettings,
    lowStockThreshold: 3,
    inventory: { nearExpiryDays: 90, minimumShelfLifeDays: 0 },
  })
})
