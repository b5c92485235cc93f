import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { queryTally } from './counted-client.ts'
import { givenMoment } from './moment.ts'

const summer = new Date('2031-07-01T22:30:00.000Z')
const clock = { now: summer }
const seen = sql<{ moment: string; today: string }>`select moment() as moment, company_today() as today`

test('statements, transactions and column defaults use the given clock, not the database server’s time', async () => {
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

test('reads may use a time up to 100 ms old; writes use the current time', async () => {
  const { database } = await cloneDatabase({ clock: () => clock.now, max: 1 })
  const readMoment = async () => (await seen.execute(database.db)).rows[0]?.moment
  const writeMoment = async () => {
    const { rows } = await sql<{ since: string }>`insert into limits (key, hits) values (${String(Math.random())}, 1)
      returning since`.execute(database.db)
    return rows[0]?.since
  }
  const at = (time: string) => {
    clock.now = new Date(`2031-09-01T${time}Z`)
  }
  at('00:00:00.000')
  expect(await readMoment()).toBe('2031-09-01T00:00:00Z')
  at('00:00:00.099')
  expect(await readMoment(), 'told a moment ago').toBe('2031-09-01T00:00:00Z')
  expect(await writeMoment()).toBe('2031-09-01T00:00:00.099Z')
  at('00:00:00.100')
  expect(await writeMoment()).toBe('2031-09-01T00:00:00.1Z')
  at('00:00:00.200')
  expect(await readMoment(), 'too long ago').toBe('2031-09-01T00:00:00.2Z')
  at('00:00:00.050')
  expect(await readMoment(), 'a clock that was set back').toBe('2031-09-01T00:00:00.05Z')
  const given = new Date('2031-09-01T00:00:00.051Z')
  await givenMoment.run(given, async () =>
    expect(await readMoment(), 'a moment of its own').toBe('2031-09-01T00:00:00.051Z'),
  )
})

test('setting the time requires no extra statement', async () => {
  const { database } = await cloneDatabase({ clock: () => summer })
  const tally = { statements: 0, trips: 0, ms: 0 }
  await queryTally.run(tally, () => seen.execute(database.db))
  expect(tally.statements).toBe(1)
})
