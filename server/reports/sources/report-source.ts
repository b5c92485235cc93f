import { type RawBuilder, sql } from 'kysely'

interface DimensionSource {
  /** What rows are told apart by. */
  key: RawBuilder<unknown>
  /** What a row is called, where `g.key` is its key; the key itself where left out. */
  label?: RawBuilder<unknown>
  /** What the key needs joined. */
  join?: RawBuilder<unknown>
}

/** Where a report's figures come from: `f` is a row of a day, with what it adds. */
export interface ReportSource {
  /** Rows `f` with a date `day`. */
  rows: RawBuilder<unknown>
  where: RawBuilder<unknown>
  measures: Readonly<Record<string, RawBuilder<unknown>>>
  dimensions: Readonly<Record<string, DimensionSource>>
  /**
   * The records behind the sums: rows `f` as above that also have row_id, record_kind, record_id, record_name and detail. Where
   * left out, `rows` are such records already.
   */
  records?: RawBuilder<unknown>
}

export const nameIn = (table: string) => sql`(select n.name from ${sql.table(table)} n where n.id = g.key)`
export const column = (name: string) => sql`f.${sql.ref(name)}`
/** The measures of a report are columns of their own name. */
export const columnsNamed = (...names: string[]) => Object.fromEntries(names.map((name) => [name, column(name)]))
