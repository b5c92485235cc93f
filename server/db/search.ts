import { type RawBuilder, sql } from 'kysely'
import { plainCode, searchWords } from '#shared/search-words.ts'
import { all, containing } from './keyset.ts'

/** Shorter words are in too many texts for a trigram index to help, and similar to too many others. */
const minLength = 3

/** What is searched: a table, a condition for its rows, and the expressions that have a trigram index; each for a table alias. */
export interface Searched {
  table: RawBuilder<unknown>
  where: (alias: RawBuilder<unknown>) => readonly RawBuilder<unknown>[]
  text: (alias: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The codes in the text without hyphens and blanks; null if it has none. */
  codes: ((alias: RawBuilder<unknown>) => RawBuilder<unknown>) | null
}

/**
 * A condition for the rows (`alias`) that match the typed text: those that contain every word, in any order; if there are none,
 * a fuzzy search for those with the most similar words. A word with a digit is a code: only hyphens and blanks in it are
 * ignored, since another digit means another thing. Materialized CTEs make the planner use the indexes first. The similarity
 * threshold is a setting of every connection (database.ts).
 */
export function matching(searched: Searched, alias: string, typed: string): RawBuilder<unknown> {
  const words = searchWords(typed)
  const outer = sql.ref(alias)
  if (isTooShort(words)) return all(containingAll(searched, outer, words))
  return sql`${outer}.id in (select id from (${found(searched, words, sql`h.id`)}) found)`
}

/**
 * The same as a subquery to select from, with `columns` of the table h. It reads each row once, while the condition of `matching`
 * looks it up again by its id.
 */
export function matchingRows(searched: Searched, columns: RawBuilder<unknown>, typed: string): RawBuilder<unknown> {
  const words = searchWords(typed)
  if (!isTooShort(words)) return found(searched, words, columns)
  const h = sql.ref('h')
  const where = all([...searched.where(h), ...containingAll(searched, h, words)])
  return sql`select ${columns} from ${searched.table} h where ${where}`
}

/** Whether an index finds the rows: at least one word is long enough for it. */
export const isFoundByIndex = (typed: string): boolean => !isTooShort(searchWords(typed))

const isTooShort = (words: readonly string[]) => words.every((word) => word.length < minLength)
const containingAll = ({ text }: Searched, row: RawBuilder<unknown>, words: readonly string[]) =>
  words.map((word) => sql`${text(row)} ilike ${containing(word)}`)

function found(searched: Searched, words: readonly string[], columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const { table, where, text, codes } = searched
  const h = sql.ref('h')
  const contains = all([...where(h), ...containingAll(searched, h, words)])
  const exact = sql`exact as materialized (select ${columns}, 0::float8 as likeness from ${table} h where ${contains})`
  const coded = words.filter((word) => /\d/.test(word)).map(plainCode)
  const spelled = words.filter((word) => word.length >= minLength && /^[^\d]*\p{L}[^\d]*$/u.test(word))
  const isHopeless =
    (coded.length > 0 && (codes === null || coded.some((word) => word.length < minLength))) ||
    coded.length + spelled.length === 0
  if (isHopeless) return sql`with ${exact} select * from exact`
  const likeness = spelled.map((word) => sql`word_similarity(${word}, ${text(h)})`)
  const alike = all([
    ...where(h),
    sql`not exists (select 1 from exact)`,
    ...coded.map((word) => sql`${codes?.(h)} like ${containing(word)}`),
    ...spelled.map((word) => sql`${word} <% ${text(h)}`),
  ])
  return sql`with ${exact}, alike as materialized (
      select ${columns}, (${sql.join([sql`0::float8`, ...likeness], sql` + `)}) as likeness from ${table} h where ${alike})
    select * from exact union all
    select * from alike where likeness >= 0.85 * (select max(likeness) from alike)`
}
