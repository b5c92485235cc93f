import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { countOnce, forgetCounts } from './kept-counts.ts'

test('[UI-02] a count is remembered until this process writes; that there are more than are counted, also after that', async () => {
  const { database } = await cloneDatabase()
  const { db, pool } = database
  const add = (names: string[]) =>
    pool.query('insert into categories (id, name) select uuidv7(), n from unnest($1::text[]) n', [names])
  const count = (most: number) =>
    countOnce(
      db,
      sql<{ count: number }>`select count(*) as count from (select 1 from categories limit ${most + 1}) c`,
      most,
    )
  const before = await count(10_000)
  await add(['Gloves', 'Masks'])
  expect(await count(10_000)).toBe(before)
  forgetCounts()
  expect(await count(10_000)).toBe(before + 2)

  const most = before + 1
  expect(await count(most)).toBe(most + 1)
  await pool.query(`delete from categories where name in ('Gloves', 'Masks')`)
  forgetCounts()
  expect(await count(most)).toBe(most + 1)
  expect(await count(10_000)).toBe(before)
})
