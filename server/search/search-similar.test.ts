import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { searchApi } from '#shared/search/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { containing } from '#server/db/keyset.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { searchSources } from './search-sources.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})
const find = async (q: string) =>
  (await admin.do(searchApi.search, { query: { q } })).data.map(({ kind, label }) => `${kind} ${label}`)

/**
 * Kinds of documents and set-up records of which companies have thousands at most: a sequential scan is fast enough.
 */
const small = ['stockCount', 'recall', 'location', 'category', 'serviceType', 'user']

const nameOf = (table: RawBuilder<unknown>) => table.compile(server.database.db).sql.trim()
/** PostgreSQL's plan with only the word indexes, and without sequential scans. */
const planOf = async (table: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[]) => {
  let plan = ''
  const { db } = server.database
  const undo = new Error('undone')
  const planning = db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const h = sql.ref('h')
    const { rows: others } = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index x
      join pg_class c on c.oid = x.indexrelid join pg_am m on m.oid = c.relam
      where indrelid = ${nameOf(table)}::regclass and m.amname <> 'gin'
        and not exists (select 1 from pg_constraint where conindid = indexrelid)`.execute(tx)
    for (const { name } of others) await sql`drop index ${sql.raw(name)}`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select h.id from ${table} ${h}
      where ${sql.join(conditions, sql` and `)}`.execute(tx)
    plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    throw undo
  })
  await expect(planning).rejects.toBe(undo)
  return plan
}

describe('uses an index', () => {
  test.each(Object.entries(searchSources).filter(([kind]) => !small.includes(kind)))(
    'for words contained in a %s',
    async (_kind, { table, text, where }) => {
      const h = sql.ref('h')
      expect(await planOf(table, [...where(h), sql`${text(h)} ilike ${containing('wexford')}`])).toMatch(
        /Bitmap Index Scan on \w+ .*\n\s*Index Cond: .*~~\*/,
      )
    },
  )

  test.each(Object.entries(searchSources).filter(([, { spelled }]) => spelled))(
    'for words spelled similarly to those of a %s',
    async (_kind, { table, spelled, where }) => {
      const h = sql.ref('h')
      expect(await planOf(table, [...where(h), sql`${'wexfrod'} <<% ${spelled?.(h)}`])).toMatch(
        /Bitmap Index Scan on \w+ .*\n\s*Index Cond: .*%>>/,
      )
    },
  )
})

describe('similar spellings (G1)', () => {
  test('finds words with swapped, missing, wrong and extra letters', async () => {
    await addAccount(admin, { name: 'Ballinrobe hospital' })
    for (const q of ['balinrobe', 'ballinrobbe', 'ballinorbe', 'ballimrobe', 'Ballinrobe hosptial'])
      expect(await find(q), q).toEqual(['account Ballinrobe hospital'])
  })

  test('compares the whole word: of two with the same beginning, finds the one with the same ending', async () => {
    await addAccount(admin, { name: 'Kilrush hospice' })
    await addAccount(admin, { name: 'Kilrush hospital' })
    expect((await find('kilrush hosptial'))[0]).toBe('account Kilrush hospital')
  })

  test('finds people by mistyped names, also the contact of a prospect', async () => {
    await admin.do(prospectsApi.createProspect, { body: { name: 'Northern care', contact: 'Saoirse Brannigan' } })
    expect(await find('saorise branigan')).toEqual(['prospect Northern care'])
  })

  test('a code beside a mistyped word must be right, except for its hyphens', async () => {
    const place = await addPlace(admin)
    await addProduct(admin, place, { name: 'Vortigern cannula', sku: 'VTG-18-G' })
    expect(await find('vortigren vtg18g')).toEqual(['product Vortigern cannula'])
    expect(await find('vortigren vtg19g')).toEqual([])
  })

  test('searches for a phone number as a whole', async () => {
    await addAccount(admin, { name: 'Ringing clinic', phone: '+353 66 712-3456' })
    await addAccount(admin, { name: 'Other clinic', phone: '+353 71 266-0000' })
    for (const q of ['+353 66 712', '+353667123456', '+353-66'])
      expect(await find(q), q).toEqual(['account Ringing clinic'])
  })
})
