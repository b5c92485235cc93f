import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { countOnce, forgetCounts } from './kept-counts.ts'

test('[UI-02] a count is cached until this process writes; a count above the limit stays cached after that', async () => {
  const { database } = await cloneDatabase()
  const { db, pool } = database
  const add = (names: string[]) =>
    pool.query('insert into categories (id, name) select uuidv7(), n from unnest($1::text[]) n', [names])
  const count = (limit: number) =>
    countOnce(
      db,
      sql<{ count: number }>`select count(*) as count from (select 1 from categories limit ${limit + 1}) c`,
      limit,
    )
  const before = await count(10_000)
  await add(['Gloves', 'Masks'])
  expect(await count(10_000)).toBe(before)
  forgetCounts()
  expect(await count(10_000)).toBe(before + 2)

  const maximum = before + 1
  expect(await count(maximum)).toBe(maximum + 1)
  await pool.query(`delete from categories where name in ('Gloves', 'Masks')`)
  forgetCounts()
  expect(await count(maximum)).toBe(maximum + 1)
  expect(await count(10_000)).toBe(before)
})
