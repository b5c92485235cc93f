import { type RawBuilder, type SelectType, sql } from 'kysely'
import { flat } from './flat-sql.ts'
import type { DB } from './tables.ts'

type Tables = Record<string, keyof DB>

/** Whether a column of type `Found` may be read as `Value`: the same or a narrower type, or also null, for an outer join. */
type IsReadAs<Found, Value> = unknown extends Found
  ? true
  : [Extract<Found, null>, NonNullable<Value>] extends [Value, Found]
    ? true
    : false

/** The columns that may be read as `Value`, with the alias of their table: `o.number`. */
type ColumnOf<T extends Tables, Value> = {
  [A in keyof T & string]: {
    [C in keyof DB[T[A]] & string]: IsReadAs<SelectType<DB[T[A]][C]>, Value> extends true ? `${A}.${C}` : never
  }[keyof DB[T[A]] & string]
}[keyof T & string]

declare const isSelection: unique symbol
/** A branded type: only `selection` makes it. */
export type Selection<Row> = RawBuilder<Row> & { readonly [isSelection]: true }

/**
 * The select list of a list: every field of its row, as a column of the tables `T`, whose type is checked, or as SQL. The fragment
 * carries the row's type, which `listPage` returns.
 */
export function selection<Row, T extends Tables = Record<never, never>>(
  fields: {
    readonly [K in keyof Row & string]-?: ColumnOf<T, Row[K]> | RawBuilder<unknown>
  },
): Selection<Row> {
  const columns = Object.entries<string | RawBuilder<unknown>>(fields).map(
    ([name, field]) => sql`${typeof field === 'string' ? sql.ref(field) : field} as ${sql.id(name)}`,
  )
  return flat(sql<Row>`${sql.join(columns)}`) as Selection<Row>
}

/** Joins two selections, for a list that shows more than another. */
export const bothSelections = <A, B>(one: Selection<A>, other: Selection<B>): Selection<A & B> =>
  sql<A & B>`${one}, ${other}` as Selection<A & B>
