import { type RawBuilder, sql } from 'kysely'
import { mayCall } from '#shared/access/can.ts'
import { type FoundRecord, mostFound, mostOfAKind } from '#shared/search/api.ts'
import { type SearchKindName, searchKindNames, searchKinds } from '#shared/search/kinds.ts'
import type { Db } from '#server/db/database.ts'
import { all, containing } from '#server/db/keyset.ts'
import { meant } from '#server/db/search.ts'
import type { Caller } from '#server/db/work.ts'
import { type SearchSource, searchSources } from './search-sources.ts'

/** Fewer letters are in nearly everything. */
const fewestLetters = 2
const mostWords = 8
/** Letters that a trigram index finds anywhere in a text; of fewer it finds the beginnings of words. */
const findable = 3
/** Records of a kind that are weighed against each other: a word that is everywhere names none of them. */
const weighed = 2000
/** Documents' numbers are filled up to this many figures. */
const figures = 6

/** What somebody who types this is looking for, among all that they may see. */
export async function searchEverything(db: Db, caller: Caller, typed: string): Promise<FoundRecord[]> {
  const words = typed.split(/\s+/).filter(Boolean).slice(0, mostWords)
  if (words.join('').length < fewestLetters) return []
  const kinds = searchKindNames.filter((kind) => mayCall(caller, searchKinds[kind].right))
  const found = await find(db, kinds, typed, (source, row) =>
    all([...source.where(row), ...words.map((word) => hasWord(source, row, word))]),
  )
  if (found.length > 0 || words.every((word) => word.length < findable)) return found
  const forgiving = kinds.filter((kind) => searchSources[kind].forgiving)
  return find(db, forgiving, typed, (source, row) =>
    all([...source.where(row), meant({ ...source, where: (inner) => source.where(inner) }, 'h', typed)]),
  )
}

/** One statement for all kinds: each is looked up in its own index, weighed, and shown with what tells it from others. */
async function find(
  db: Db,
  kinds: readonly SearchKindName[],
  typed: string,
  matches: (source: SearchSource, row: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<FoundRecord[]> {
  if (kinds.length === 0) return []
  const hit = sql.ref('h')
  const shown = sql.ref('r')
  const looked = kinds.map((kind) => {
    const source = searchSources[kind]
    return sql`${sql.ref(kind)} as materialized (select h.id, ${source.text(hit)} as text, ${rankOf(source, hit, typed)} as rank
      from ${source.table} h where ${matches(source, hit)} limit ${weighed})`
  })
  const told = kinds.map((kind, place) => {
    const { table, label, secondary } = searchSources[kind]
    return sql`select ${kind} as kind, ${sql.lit(place)} as place, r.id, ${label(shown)} as label, ${secondary(shown)} as secondary,
        best.rank, best.text
      from (select * from ${sql.ref(kind)} order by rank, length(text), text, id limit ${mostOfAKind}) best
      join ${table} r on r.id = best.id`
  })
  const { rows } = await sql<FoundRecord>`/* plan each time */ with ${sql.join(looked)}
    select kind, id, label, secondary from (${sql.join(told, sql` union all `)}) told
    order by rank, place, length(text), text, id limit ${mostFound}`.execute(db)
  return rows
}

/** Whether a word is in what people know of a record: anywhere in it, or, if it is short, at the beginning of a word. */
function hasWord({ text, codes }: SearchSource, row: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  const plain = word.toLowerCase().replace(/[^a-z0-9]+/g, '')
  const ways: RawBuilder<unknown>[] =
    word.length >= findable
      ? [sql`${text(row)} ilike ${containing(word)}`]
      : [sql`${text(row)} ilike ${`${literal}%`}`, sql`${text(row)} ilike ${`% ${literal}%`}`]
  if (word.length < findable && /^\d+$/.test(word))
    ways.push(sql`${text(row)} ilike ${containing(`-${word.padStart(figures, '0')}`)}`)
  if (codes && plain.length >= findable && /\d/.test(word)) ways.push(sql`${codes(row)} like ${containing(plain)}`)
  return sql`(${sql.join(ways, sql` or `)})`
}

/** 0 for what has this very name, 1 for a document of this number, 2 for what begins so, 3 for a word that does, 4 for the rest. */
function rankOf({ text, names }: SearchSource, row: RawBuilder<unknown>, typed: string): RawBuilder<unknown> {
  const literal = typed.replace(/[\\%_]/g, '\\$&')
  const isNamed = names(row).map((one) => sql`lower(${one}) = ${typed.toLowerCase()}`)
  const isNumbered = /^\d{1,9}$/.test(typed)
    ? sql`when ${names(row)[0]} ~ ${`-0*${typed}$`} then 1`
    : sql``
  return sql`case when ${sql.join(isNamed, sql` or `)} then 0 ${isNumbered}
    when ${text(row)} ilike ${`${literal}%`} then 2 when ${text(row)} ilike ${`% ${literal}%`} then 3 else 4 end`
}
