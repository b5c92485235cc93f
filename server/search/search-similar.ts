import { type RawBuilder, sql } from 'kysely'
import { type FoundRecord, maxFound, maxFoundPerKind } from '#shared/search/api.ts'
import type { SearchKindName } from '#shared/search/kinds.ts'
import { plainCode } from '#shared/search-words.ts'
import type { Db } from '#server/db/database.ts'
import { all, containing } from '#server/db/keyset.ts'
import { type SearchSource, searchSources } from './search-sources.ts'

/** Shorter words are similar to too many others. */
const minLength = 3
/** Computing a similarity costs far more than an index lookup: for a frequent word, only this many records are compared. */
const maxComparedRows = 600
/** Results below this fraction of the best similarity are dropped. */
const near = 0.85

type Likeness = (word: string, text: RawBuilder<unknown>) => { holds: RawBuilder<unknown>; grade: RawBuilder<unknown> }

/** Compares whole words, so that endings count as much as beginnings: few rows are compared, and the right ones rank first. */
const ofWholeWords: Likeness = (word, text) => ({
  holds: sql`${word} <<% ${text}`,
  grade: sql`strict_word_similarity(${word}, text)`,
})
/** For short words, where a typo leaves only the beginning, and for words that are not typed to the end. */
const ofParts: Likeness = (word, text) => ({
  holds: sql`${word} <% ${text}`,
  grade: sql`word_similarity(${word}, text)`,
})

/**
 * The records with the most similar words, the best first. A word with a digit is a code: there only missing or extra hyphens
 * are allowed. The similarity threshold is a setting of every connection (database.ts).
 */
export async function findSimilar(
  db: Db,
  kinds: readonly SearchKindName[],
  words: readonly string[],
): Promise<FoundRecord[]> {
  const found = await findBy(ofWholeWords, db, kinds, words)
  return found.length > 0 ? found : findBy(ofParts, db, kinds, words)
}

async function findBy(
  likeness: Likeness,
  db: Db,
  kinds: readonly SearchKindName[],
  words: readonly string[],
): Promise<FoundRecord[]> {
  const coded = words.filter((word) => /\d/.test(word)).map(plainCode)
  const spelled = words.filter((word) => word.length >= minLength && /^[^\d]*\p{L}[^\d]*$/u.test(word))
  if (spelled.length === 0 || coded.some((word) => word.length < minLength)) return []
  const forgiving = kinds.filter((kind) => isForgiving(searchSources[kind], coded.length > 0))
  if (forgiving.length === 0) return []

  const lookups = new Map<string, RawBuilder<unknown>>()
  const subqueries = forgiving.map((kind, place) => {
    const source = searchSources[kind]
    const { table, label, secondary, part, at } = source
    const shown = sql.ref('r')
    const rows = sql.ref(`like_${part?.table ?? kind}`)
    lookups.set(part?.table ?? kind, sql`${rows} as materialized (${alikeRows(likeness, source, spelled, coded)})`)
    return sql`select ${kind} as kind, ${sql.lit(place)} as place, r.id, ${at ? at(shown) : sql`null::uuid`} as at,
        ${label(shown)} as label, ${secondary(shown)} as secondary,
        best.likeness, best.text
      from (select id, likeness, text from ${rows} ${part ? sql`where part = ${part.is}` : sql``}
        order by likeness desc, length(text), text, id limit ${maxFoundPerKind}) best
      join ${table} r on r.id = best.id`
  })
  const { rows } = await sql<FoundRecord>`/* plan each time */ with ${sql.join([...lookups.values()])},
      told as (${sql.join(subqueries, sql` union all `)})
    select kind, id, at, label, secondary from told where likeness >= ${near}::float4 * (select max(likeness) from told)
    order by likeness desc, place, length(text), text, id limit ${maxFound}`.execute(db)
  return rows
}

const isForgiving = ({ spelled, codes }: SearchSource, hasCodes: boolean) =>
  spelled !== undefined && (codes !== null || !hasCodes)

/** The index selects the rows before any similarity is computed for the order. */
function alikeRows(
  likeness: Likeness,
  source: SearchSource,
  spelled: readonly string[],
  coded: readonly string[],
): RawBuilder<unknown> {
  const { table, where, codes, part } = source
  const hit = sql.ref('h')
  const text = source.spelled?.(hit) ?? source.text(hit)
  const alike = spelled.map((word) => likeness(word.toLowerCase(), text))
  const matches = all([
    ...where(hit),
    ...coded.map((word) => sql`${codes?.(hit)} like ${containing(word)}`),
    ...alike.map(({ holds }) => holds),
  ])
  const grades = alike.map(({ grade }) => grade)
  return sql`select id, part, text, ${sql.join(grades, sql` + `)} as likeness from (
    select h.id, ${part ? part.of(hit) : sql`null`} as part, ${text} as text from ${table} h
    where ${matches} limit ${maxComparedRows}) few`
}
