import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { queryTally } from './database.ts'

const summer = new Date('2031-07-01T22:30:00.000Z')
const clock = { now: summer }
const seen = sql<{ moment: string; today: string }>`select moment() as moment, company_today() as today`

test('statements, transactions and defaults of columns have the time that they were given, not the server’s', async () => {
  const { database } = await cloneDatabase({ clock: () => clock.now, max: 1 })
  const { db } = database
  const readMoment = async () => (await seen.execute(db)).rows[0]
  expect(await readMoment()).toEqual({ moment: '2031-07-01T22:30:00Z', today: '2031-07-01' })
  await sql`insert into settings (id, content) values (1, '{"timeZone": "Africa/Nairobi"}')
    on conflict (id) do update set content = excluded.content`.execute(db)
  expect(await readMoment(), 'the day is the company’s').toMatchObject({ today: '2031-07-02' })

  await database.transaction(async (tx) => {
    clock.now = new Date('2031-08-01T00:00:00Z')
    expect((await seen.execute(tx)).rows[0], 'a transaction has one moment').toMatchObject({ today: '2031-07-02' })
  })
  const given = new Date('2019-03-04T05:06:07.089Z')
  await database.transaction(async (tx) => {
    expect((await seen.execute(tx)).rows[0]).toEqual({ moment: '2019-03-04T05:06:07.089Z', today: '2019-03-04' })
  }, given)
  expect(await readMoment(), 'what a transaction was given ends with it').toMatchObject({ today: '2031-08-01' })

  clock.now = new Date('2031-09-01T00:00:00Z')
  await sql`insert into limits (key, hits) values ('door', 1)`.execute(db)
  const { rows } = await sql`select since from limits where key = 'door'`.execute(db)
  expect(rows).toEqual([{ since: '2031-09-01T00:00:00Z' }])
})

test('telling the time costs no statement of its own', async () => {
  const { database } = await cloneDatabase({ clock: () => summer })
  const tally = { statements: 0, trips: 0, ms: 0 }
  await queryTally.run(tally, () => seen.execute(database.db))
  expect(tally.statements).toBe(1)
})
