import { type RawBuilder, sql } from 'kysely'
import { mayCall } from '#shared/access/can.ts'
import { readPackageCode } from '#shared/logistics/shipments/packages.ts'
import { type FoundRecord, maxFound, maxFoundPerKind } from '#shared/search/api.ts'
import { type SearchKindName, searchKindNames, searchKinds } from '#shared/search/kinds.ts'
import { searchWords } from '#shared/search-words.ts'
import type { Db } from '#server/db/database.ts'
import { all, containing } from '#server/db/keyset.ts'
import type { Caller } from '#server/kernel/work.ts'
import { findPackages } from '#server/inventory/lots/scans.ts'
import { findSimilar } from './search-similar.ts'
import { type SearchSource, searchSources } from './search-sources.ts'

/** Shorter texts match nearly everything. */
const minLetters = 2
const maxWords = 8
/** From this length on, a trigram index finds words anywhere in a text; shorter ones are found only at the beginning. */
const minSearchLength = 3
/** How many records of a kind are ranked: a word with more matches identifies none of them. */
const maxRankedRows = 2000
/** The same for a table with several kinds, which are looked up together. */
const maxRankedRowsTotal = 6000
/** Document numbers are padded to this many digits. */
const figures = 6

/** Searches all records that the caller may see. */
export async function searchEverything(db: Db, caller: Caller, typed: string): Promise<FoundRecord[]> {
  const words = isPhone(typed) ? [typed] : typed.split(/\s+/).filter(Boolean).slice(0, maxWords)
  if (words.join('').length < minLetters) return []
  const label = readPackageCode(typed)
  const [packed] = label ? await findPackages(db, caller, label) : []
  if (packed) return [{ kind: 'shipment', id: packed.id, at: null, label: packed.label, secondary: packed.secondary }]
  const kinds = searchKindNames.filter((kind) => mayCall(caller, searchKinds[kind].right))
  const found = await find(db, kinds, typed, (source, row) => hasWords(source, row, words))
  if (found.length > 0 || words.every((word) => word.length < minSearchLength)) return found
  return findSimilar(db, kinds, words)
}

/** One statement for all kinds: each uses its own index, is ranked, and returns what distinguishes its records. */
async function find(
  db: Db,
  kinds: readonly SearchKindName[],
  typed: string,
  matches: (source: SearchSource, row: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<FoundRecord[]> {
  if (kinds.length === 0) return []
  const hit = sql.ref('h')
  const shown = sql.ref('r')
  const lookups = new Map<string, RawBuilder<unknown>>()
  const subqueries = kinds.map((kind, place) => {
    const source = searchSources[kind]
    const { table, label, secondary, part, at } = source
    const name = `found_${part?.table ?? kind}`
    const rows = sql.ref(name)
    lookups.set(
      name,
      sql`${rows} as materialized (select h.id, ${source.text(hit)} as text, ${rankOf(source, hit, typed)} as rank,
        ${part ? part.of(hit) : sql`null`} as part from ${table} h where ${matches(source, hit)} limit ${part ? maxRankedRowsTotal : maxRankedRows})`,
    )
    return sql`select ${kind} as kind, ${sql.lit(place)} as place, r.id, ${at ? at(shown) : sql`null::uuid`} as at,
        ${label(shown)} as label, ${secondary(shown)} as secondary,
        best.rank, best.text
      from (select * from ${rows} ${part ? sql`where part = ${part.is}` : sql``}
        order by rank, length(text), text, id limit ${maxFoundPerKind}) best
      join ${table} r on r.id = best.id`
  })
  const { rows } = await sql<FoundRecord>`/* plan each time */ with ${sql.join([...lookups.values()])}
    select kind, id, at, label, secondary from (${sql.join(subqueries, sql` union all `)}) told
    order by rank, place, length(text), text, id limit ${maxFound}`.execute(db)
  return rows
}

interface ShortNumber {
  prefix: string
  figures: string
}
/** "SO-113" and "po 7": users seldom type the year and the zeros of a document number. */
function shortNumberOf(typed: string): ShortNumber | null {
  const [, prefix, digits] = /^([a-z0-9]{1,8})[-\s]0*(\d{1,9})$/i.exec(typed.trim()) ?? []
  return prefix && digits ? { prefix: prefix.toUpperCase(), figures: digits.padStart(figures, '0') } : null
}

const hasNumber = (text: RawBuilder<unknown>, { prefix, figures: digits }: ShortNumber) =>
  sql`${text} ilike ${`${prefix}-%${digits}%`}`

/** True if a record has all the words. */
function hasWords(source: SearchSource, row: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> {
  const { text, codes, where, starts } = source
  if (words.every((word) => word.length < minSearchLength))
    return all([...where(row), begins(source, row, words.join(' '))])
  const has = words.map((word) => {
    const contained = sql`${text(row)} ilike ${containing(word)}`
    const code = plain(word)
    if (isPhone(word) && code.length >= minSearchLength)
      return sql`(${contained} or ${text(row)} ilike ${containing(code)})`
    if (!codes || code.length < minSearchLength || !/\d/.test(word)) return contained
    return sql`(${contained} or ${codes(row)} like ${containing(code)})`
  })
  const short = starts(row).length === 0 && shortNumberOf(words.join(' '))
  if (!short) return all([...where(row), ...has])
  return all([...where(row), sql`(${hasNumber(text(row), short)} or ${all(has)})`])
}

/** Words too short for a trigram are searched at the beginning of a name, or as the number of a document. */
function begins({ text, starts }: SearchSource, row: RawBuilder<unknown>, typed: string): RawBuilder<unknown> {
  const ways = starts(row).map((one) => sql`lower(${one}) like ${`${literal(typed.toLowerCase())}%`}`)
  if (isNumber(typed) && starts(row).length === 0)
    ways.push(sql`${text(row)} ilike ${containing(`-${typed.padStart(figures, '0')}`)}`)
  const short = starts(row).length === 0 && shortNumberOf(typed)
  if (short) ways.push(hasNumber(text(row), short))
  return ways.length > 0 ? sql`(${sql.join(ways, sql` or `)})` : sql`false`
}

/** Country and area codes are in nearly every number: a phone number is searched as a whole, as typed or without separators. */
const isPhone = (typed: string) => /^\+[\d\s()./-]+$/.test(typed)
const literal = (typed: string) => typed.replace(/[\\%_]/g, '\\$&')
const isNumber = (typed: string) => /^\d{1,9}$/.test(typed)
/** Same as plain_codes() in the database. */
const plain = (word: string) => word.toLowerCase().replace(/[^a-z0-9]+/g, '')

/**
 * 0 for an exact name, 1 for a document with this number, 2 for a name that begins so, 3 for a word that does, then records
 * with every word as a whole word or part of a code ("nitrile m": size M before the m of "examination"), then the rest.
 */
function rankOf({ text, names }: SearchSource, row: RawBuilder<unknown>, typed: string): RawBuilder<unknown> {
  const isNamed = names(row).map((one) => sql`lower(${one}) = ${typed.toLowerCase()}`)
  const short = shortNumberOf(typed)
  const number = short ? `^${short.prefix}-.*${short.figures}$` : isNumber(typed) ? `-0*${typed}$` : null
  const isNumbered = number === null ? sql`` : sql`when ${names(row)[0]} ~ ${number} then 1`
  const words = searchWords(typed).map((word) => word.replace(/[^\p{L}\p{N}]/gu, String.raw`\$&`))
  const hasWhole = words.map((word) => sql`${text(row)} ~* ${String.raw`(^|[^[:alnum:]])${word}([^[:alnum:]]|$)`}`)
  return sql`case when ${sql.join(isNamed, sql` or `)} then 0 ${isNumbered}
    when ${text(row)} ilike ${`${literal(typed)}%`} then 2 when ${text(row)} ilike ${`% ${literal(typed)}%`} then 3
    when ${sql.join(hasWhole.length > 0 ? hasWhole : [sql`false`], sql` and `)} then 4 else 5 end`
}
