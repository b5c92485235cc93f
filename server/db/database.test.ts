import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { queryTally } from './counted-client.ts'

const add = (name: string) => sql`insert into categories (id, name) values (gen_random_uuid(), ${name})`

async function setup() {
  const { database } = await cloneDatabase()
  const names = async () =>
    (await sql<{ name: string }>`select name from categories order by name`.execute(database.db)).rows.map(
      (row) => row.name,
    )
  return { database, names }
}

describe('transaction', () => {
  test('commits a statement that is sent together with the commit', async () => {
    const { database, names } = await setup()
    const done = await database.transaction(async (tx, _locks, last) => {
      await add('First').execute(tx)
      last(add('Last').execute(tx))
      return 'done'
    })
    expect([done, await names()]).toEqual(['done', ['First', 'Last']])
  })

  test('is rolled back if the statement sent with the commit fails, and rejects with its error', async () => {
    const { database, names } = await setup()
    await add('Twice').execute(database.db)
    const failing = database.transaction(async (tx, _locks, last) => {
      await add('First').execute(tx)
      last(add('Twice').execute(tx))
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await names()).toEqual(['Twice'])
  })

  test('is retried if the statement sent with the commit has a serialization failure', async () => {
    const { database, names } = await setup()
    let attempts = 0
    await database.transaction(async (tx, _locks, last) => {
      attempts += 1
      await add(`Attempt ${attempts}`).execute(tx)
      if (attempts === 1) last(sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(tx))
    })
    expect(await names()).toEqual(['Attempt 2'])
  })

  test('leaves a usable connection if its first statement fails', async () => {
    const { database, names } = await setup()
    for (let round = 0; round < 20; round += 1) {
      await expect(database.transaction((tx) => sql`select 1 / 0`.execute(tx))).rejects.toMatchObject({ code: '22012' })
    }
    await database.transaction((tx) => add('After').execute(tx))
    expect(await names()).toEqual(['After'])
  })

  test('is rolled back if its connection is cut; later transactions succeed', async () => {
    const { database, names } = await setup()
    const cut = database.transaction(async (tx, _locks, last) => {
      await add('Cut').execute(tx)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)
      last(add('Cut as well').execute(tx))
    })
    await expect(cut).rejects.toThrow()
    await database.transaction((tx) => add('After').execute(tx))
    expect(await names()).toEqual(['After'])
  })

  test('returns correct results for the same statement sent 50 times concurrently, prepared or not', async () => {
    const { database } = await setup()
    const tally = { statements: 0, trips: 0, ms: 0 }
    const found = await queryTally.run(tally, () =>
      database.transaction((tx) =>
        Promise.all(
          Array.from({ length: 50 }, async (_one, index) => {
            const { rows } = await sql<{ n: number }>`select ${index}::int + 0 as n`.execute(tx)
            return rows[0]?.n
          }),
        ),
      ),
    )
    expect(found).toEqual(Array.from({ length: 50 }, (_one, index) => index))
    expect(tally.statements).toBe(52)
  })
})

describe('database session', () => {
  const plus = (n: number) => sql<{ n: number }>`select ${1}::int + ${sql.raw(String(n))} as n`
  const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements`

  test('prepares a statement on its second use, even after 1,000 others, and keeps at most 400 prepared', async () => {
    const { database } = await cloneDatabase({ max: 1 })
    for (let n = 0; n < 1200; n += 1) {
      await plus(n).execute(database.db)
      await plus(n).execute(database.db)
    }
    const { rows } = await prepared.execute(database.db)
    expect(rows.map(({ statement }) => statement)).toContain('select $1::int + 1199 as n')
    expect(rows.length).toBeLessThanOrEqual(400)
  })

  test('returns correct results for random mixes of prepared, dropped and failed statements', async () => {
    const { database } = await cloneDatabase({ max: 2 })
    const { check, asyncProperty, array, record, integer, constantFrom } = fc
    const step = record({ from: integer({ min: 0, max: 900 }), kind: constantFrom('alone', 'within', 'failing') })
    const result = await check(
      asyncProperty(array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        await Promise.all(
          steps.map(async ({ from, kind }) => {
            const numbers = Array.from({ length: 40 }, (_one, index) => from + index)
            const sumsOn = (on: typeof database.db) =>
              Promise.all(numbers.map(async (n) => (await plus(n).execute(on)).rows[0]?.n))
            if (kind === 'alone') expect(await sumsOn(database.db)).toEqual(numbers.map((n) => n + 1))
            if (kind === 'within') expect(await database.transaction(sumsOn)).toEqual(numbers.map((n) => n + 1))
            if (kind === 'failing')
              await expect(
                database.transaction((tx) => Promise.all([sql`select 1 / 0`.execute(tx), sumsOn(tx)])),
              ).rejects.toMatchObject({ code: '22012' })
          }),
        )
      }),
      { numRuns: 30 },
    )
    expect(result.failed, fc.defaultReportMessage(result) ?? '').toBe(false)
    const { rows } = await prepared.execute(database.db)
    expect(rows.length).toBeGreaterThan(100)
  })
})
