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

/** Documents that companies have by the thousand, and set-up records: a sequential scan is fast. */
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

describe('an index answers', () => {
  test.each(Object.entries(searchSources).filter(([kind]) => !small.includes(kind)))(
    'words that are in a %s',
    async (_kind, { table, text, where }) => {
      const h = sql.ref('h')
      expect(await planOf(table, [...where(h), sql`${text(h)} ilike ${containing('wexford')}`])).toMatch(
        /Bitmap Index Scan on \w+ .*\n\s*Index Cond: .*~~\*/,
      )
    },
  )

  test.each(Object.entries(searchSources).filter(([, { spelled }]) => spelled))(
    'words that are spelled like those of a %s',
    async (_kind, { table, spelled, where }) => {
      const h = sql.ref('h')
      expect(await planOf(table, [...where(h), sql`${'wexfrod'} <<% ${spelled?.(h)}`])).toMatch(
        /Bitmap Index Scan on \w+ .*\n\s*Index Cond: .*%>>/,
      )
    },
  )
})

describe('what is spelled like it (G1)', () => {
  test('two letters changed places, one missing, one wrong, one too many', async () => {
    await addAccount(admin, { name: 'Ballinrobe hospital' })
    for (const q of ['balinrobe', 'ballinrobbe', 'ballinorbe', 'ballimrobe', 'Ballinrobe hosptial'])
      expect(await find(q), q).toEqual(['account Ballinrobe hospital'])
  })

  test('the whole word counts: of two that begin alike the one with the same ending is found', async () => {
    await addAccount(admin, { name: 'Kilrush hospice' })
    await addAccount(admin, { name: 'Kilrush hospital' })
    expect((await find('kilrush hosptial'))[0]).toBe('account Kilrush hospital')
  })

  test('people are found by their mistyped names, also whom one knows at a prospect', async () => {
    await admin.do(prospectsApi.createProspect, { body: { name: 'Northern care', contact: 'Saoirse Brannigan' } })
    expect(await find('saorise branigan')).toEqual(['prospect Northern care'])
  })

  test('a code beside a mistyped word must be right, but for its hyphens', async () => {
    const place = await addPlace(admin)
    await addProduct(admin, place, { name: 'Vortigern cannula', sku: 'VTG-18-G' })
    expect(await find('vortigren vtg18g')).toEqual(['product Vortigern cannula'])
    expect(await find('vortigren vtg19g')).toEqual([])
  })

  test('a phone number is looked for as a whole', async () => {
    await addAccount(admin, { name: 'Ringing clinic', phone: '+353 66 712-3456' })
    await addAccount(admin, { name: 'Other clinic', phone: '+353 71 266-0000' })
    for (const q of ['+353 66 712', '+353667123456', '+353-66'])
      expect(await find(q), q).toEqual(['account Ringing clinic'])
  })
})
