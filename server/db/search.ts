import { type RawBuilder, sql } from 'kysely'
import { all, containing } from './keyset.ts'

/** Words of a search; more than these nobody types, and each costs a look into the index. */
const mostWords = 8
/** What has fewer letters is spelled like too many others. */
const shortest = 3

/** What is searched: a table as `h`, the rows of it that count, and the text that has a trigram index. */
export interface Searched {
  from: RawBuilder<unknown>
  where: readonly RawBuilder<unknown>[]
  text: RawBuilder<unknown>
}

/**
 * The ids of the rows that somebody means who types this: those that contain every word, in any order; where there are none,
 * those whose words are spelled most like them. Both are found by the trigram index first, whatever the planner thinks of
 * them. The least likeness is a setting of every connection (database.ts).
 */
export function idsMeant({ from, where, text }: Searched, typed: string): RawBuilder<unknown> {
  const words = typed.split(/\s+/).filter(Boolean).slice(0, mostWords)
  const long = words.filter((word) => word.length >= shortest && /[\p{L}\p{N}]/u.test(word))
  const exact = sql`exact as materialized (select h.id from ${from} where ${all([
    ...where,
    ...words.map((word) => sql`${text} ilike ${containing(word)}`),
  ])})`
  if (long.length === 0) return sql`(with ${exact} select id from exact)`
  const likeness = sql.join(
    long.map((word) => sql`word_similarity(${word}, ${text})`),
    sql` + `,
  )
  return sql`(with ${exact}, alike as materialized (select h.id, ${likeness} as likeness from ${from} where ${all([
    ...where,
    sql`not exists (select 1 from exact)`,
    ...long.map((word) => sql`${word} <% ${text}`),
  ])}) select id from exact union all
    select id from alike where likeness >= 0.85 * (select max(likeness) from alike))`
}
