import { type RawBuilder, sql } from 'kysely'

/**
 * JSON that a statement writes as text, value by value, for replies that go to the socket as the database made them: a third of what
 * json_build_object takes, and nothing of it is read and written once more on the way.
 */
export type JsonText = RawBuilder<string>

const orNull = (text: RawBuilder<unknown>): JsonText => sql<string>`coalesce(${text}, 'null')`

/** Text that has nothing in it to escape: an id, a state, a day. */
export const plainText = (value: RawBuilder<unknown>): JsonText => orNull(sql`'"' || ${value} || '"'`)

/** Any text. */
export const anyText = (value: RawBuilder<unknown>): JsonText => orNull(sql`to_json(${value}::text)::text`)

export const number = (value: RawBuilder<unknown>): JsonText => orNull(sql`${value}::text`)

/** An amount in minor units, as money travels. */
export const amount = (minor: RawBuilder<unknown>): JsonText => plainText(sql`(${minor} * 0.01)`)

/** A price in ten-thousandths, as it travels: with two to four decimals. */
export const price = (units: RawBuilder<unknown>): JsonText =>
  plainText(sql`case when ${units} % 100 = 0 then ${units} / 100 * 0.01 when ${units} % 10 = 0 then ${units} / 10 * 0.001
    else ${units} * 0.0001 end`)

export const truth = (value: RawBuilder<unknown>): JsonText => orNull(sql`${value}::text`)

/** RFC 3339 UTC, as `valueParsers` writes it. */
export const moment = (at: RawBuilder<unknown>): JsonText =>
  plainText(sql`overlay(split_part(${at}::text, '+', 1) || 'Z' placing 'T' from 11)`)

/** Every field of `T`, by its name. */
export function object<T>(fields: { readonly [K in keyof T & string]-?: JsonText }): JsonText {
  const parts = Object.entries<JsonText>(fields).map(
    ([name, value], at) => sql`${sql.lit(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)} || ${value}`,
  )
  return sql<string>`(${sql.join(parts, sql` || `)} || '}')`
}

/** The words whose condition holds, as a list. */
export function wordsThatHold<W extends string>(conditions: Record<W, RawBuilder<unknown>>): JsonText {
  const words = Object.entries<RawBuilder<unknown>>(conditions).map(
    ([word, holds]) => sql`case when ${holds} then ${sql.lit(`,${JSON.stringify(word)}`)} else '' end`,
  )
  return sql<string>`('[' || substr(${sql.join(words, sql` || `)}, 2) || ']')`
}
