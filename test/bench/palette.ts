import { sql } from 'kysely'
import { searchKindNames } from '#shared/search/kinds.ts'
import { searchWords } from '#shared/search-words.ts'
import { containing } from '#server/db/keyset.ts'
import { searchSources } from '#server/search/search-sources.ts'
import { fillPartners, paletteCounts } from './palette-company.ts'
import { fillProducts } from './product-company.ts'
import { answerOf, type Company, inTurn, middle, noteFirst, part, withoutApp, withPostgres } from './environment.ts'

/*
 * npm run bench:palette -- [rounds]: how long the command palette's search takes in a large company, for different
 * words, over HTTP. Compared with the minimum for any response: one statement that takes six rows of each kind from its
 * index, neither ranked nor sorted.
 */

const goalMs = 200
const rounds = Number(process.argv[2] ?? 15)
const size = { products: 100_000, entries: 100_000 }

const typed = {
  'a name, a code, a number': [
    'SKU-777-A',
    'sku777a',
    'galway margaret clinic',
    'nitrile gloves',
    'hospital',
    'fitzgerald',
    'SO-2026-000777',
    '777',
    'REF-1300',
    '+353 45',
    'aoife.421@',
  ],
  'two letters': ['ga', 'sk', 'ho'],
  'in a seventh of all products': ['nitrile'],
  'with typing errors': [
    'hosptial',
    'galwya',
    'margret',
    'fitzgerlad',
    'hospitl galwey',
    'thermometr monitro',
    'trachael speculm',
    'nitrle glvoes',
  ],
  'what there is not': ['xqzwv', 'xqzwv jkpty', 'infusoin pump galway'],
}

/**
 * Six rows of each kind with these words. Mistyped words match no row; for them the app has to search a second time.
 */
function least(words: readonly string[]) {
  const lookups = searchKindNames.map((kind) => {
    const { table, text, where, part: one } = searchSources[kind]
    const h = sql.ref('h')
    const kindOf = one ? [sql`${one.of(h)} = ${sql.lit(one.is)}`] : []
    const has = words.map((word) => sql`${text(h)} ilike ${containing(word)}`)
    return sql`(select h.id, ${text(h)} as text from ${table} h where ${sql.join([...where(h), ...kindOf, ...has], sql` and `)} limit 6)`
  })
  return sql`${sql.join(lookups, sql` union all `)}`
}

async function measure(company: Company) {
  const alone = await withoutApp(company.connection)
  const rows = []
  const every: number[] = []
  for (const [group, searches] of Object.entries(typed)) {
    const ours: number[] = []
    const ratios: number[] = []
    for (const q of searches) {
      const bare = await noteFirst(company.connection, (db) => least(searchWords(q)).execute(db))
      const runSearch = () => answerOf(company, `/api/search?q=${encodeURIComponent(q)}`)
      const both = await inTurn({ ours: runSearch, raw: () => alone.query(bare) }, rounds)
      ours.push(...both.ours)
      ratios.push(middle(both.ours) / middle(both.raw))
      const found = ((await runSearch()) as { data: unknown[] }).data.length
      rows.push({ group, q, found, p50: middle(both.ours), p95: part(both.ours, 0.95), raw: middle(both.raw) })
      every.push(...both.ours)
    }
    console.log(
      `${group.padEnd(30)} p50 ${middle(ours).toFixed(0).padStart(4)} ms  p95 ${part(ours, 0.95).toFixed(0).padStart(4)} ms  ${middle(ratios).toFixed(1)} × the least`,
    )
  }
  await alone.end()
  return { rows, p95: part(every, 0.95) }
}

await withPostgres(async (open) => {
  const company = await open('palette', async (connection) => {
    await fillProducts(connection, size)
    await fillPartners(connection)
  })
  console.log(`${JSON.stringify({ products: size.products, ...paletteCounts })}; ${rounds} rounds`)
  const { rows, p95: ofAll } = await measure(company)
  await company.app.stop()
  for (const { q, found, p50, p95, raw } of rows)
    console.log(
      `  ${q.padEnd(26)} ${String(found).padStart(3)} found ${p50.toFixed(0).padStart(5)} ${p95.toFixed(0).padStart(5)} ms, the least ${raw.toFixed(0)}`,
    )
  console.log(`p95 of all searches: ${ofAll.toFixed(0)} ms, goal ${goalMs}`)
  return { rounds, goalMs, p95: ofAll, rows }
}, 'palette.json')
