import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { tablesFile, tableTypes } from './generate-tables.ts'
import { migrate, readMigrations } from './migrate.ts'
import { addMissingFunctions } from './older-servers.ts'

describe('migrations', () => {
  test('five processes that start at the same time apply each migration once', async () => {
    const { connection } = await cloneDatabase({ empty: true })
    const done = await Promise.all(Array.from({ length: 5 }, () => migrate(connection)))
    const names = readMigrations().map((one) => one.name)
    expect(done.flat()).toEqual(names)
    expect(await migrate(connection)).toEqual([])
  })

  test('a failing migration is rolled back completely; those before it stay applied', async () => {
    const { connection } = await cloneDatabase({ empty: true })
    const good = { name: '0001', sql: 'create table a (id int)', checksum: 'a' }
    const bad = { name: '0002', sql: 'create table b (id int); select 1 / 0', checksum: 'b' }
    await expect(migrate(connection, [good, bad])).rejects.toThrow(
      'Migration 0002 failed and was rolled back: division by zero',
    )
    const client = new pg.Client(connection)
    await client.connect()
    const { rows } = await client.query(`select to_regclass('a') is not null as a, to_regclass('b') is not null as b`)
    await client.end()
    expect(rows).toEqual([{ a: true, b: false }])
    expect(await migrate(connection, [good, { ...bad, sql: 'create table b (id int)' }])).toEqual(['0002'])
  })

  test('refuses to start if an applied migration was changed or the database is from a newer version', async () => {
    const { connection } = await cloneDatabase()
    const known = readMigrations()
    const changed = known.map((one, index) => (index === 0 ? { ...one, checksum: 'other' } : one))
    await expect(migrate(connection, changed)).rejects.toThrow('was changed after it was applied')
    await expect(migrate(connection, known.slice(0, 1))).rejects.toThrow('The database is of a newer Wardstock')
  })

  test('refuses an unsupported PostgreSQL version before writing anything', async () => {
    const { connection } = await cloneDatabase({ empty: true })
    await expect(migrate(connection, readMigrations(), 990_000)).rejects.toThrow(
      /^The database is PostgreSQL \d+; Wardstock needs PostgreSQL 15 to 18\.$/,
    )
    const client = new pg.Client(connection)
    await client.connect()
    const { rows } = await client.query(`select to_regclass('migrations') as found`)
    await client.end()
    expect(rows).toEqual([{ found: null }])
  })

  test('adds uuidv7() on PostgreSQL versions before 18', async () => {
    const { connection } = await cloneDatabase({ empty: true })
    const client = new pg.Client(connection)
    await client.connect()
    await addMissingFunctions(client, 150_000)
    const { rows } = await client.query<{ id: string }>('select public.uuidv7() as id from generate_series(1, 200)')
    const { rows: now } = await client.query(`select extract(epoch from clock_timestamp()) * 1000 as ms`)
    await client.end()
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(200)
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([])
    expect(ids.map((id) => id.slice(0, 18))).toEqual(ids.map((id) => id.slice(0, 18)).toSorted())
    const embeddedMs = Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)
    expect(Math.abs(Number(now[0].ms) - embeddedMs)).toBeLessThan(3_600_000)
  })

  test('tables.ts matches the schema that the migrations create', async () => {
    const { connection } = await cloneDatabase()
    expect(await tableTypes(connection), 'run npm run tables').toBe(readFileSync(tablesFile, 'utf8'))
  })

  test('ledger and log tables refuse update, delete and truncate', async () => {
    const { connection } = await cloneDatabase()
    const client = new pg.Client(connection)
    await client.connect()
    for (const table of ['stock_entry', 'payment_entry', 'audit_log', 'sales_order_moves']) {
      for (const statement of [`update ${table} set at = now()`, `delete from ${table}`, `truncate ${table} cascade`]) {
        await expect(client.query(statement)).rejects.toThrow(/written once/)
      }
    }
    await client.end()
  })
})
