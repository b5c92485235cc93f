import type { Page } from '#shared/http/paging.ts'

/** A row whose JSON the statement has written (json-text.ts). */
export interface WrittenRow {
  id: string
  json: string
}

/** A page of a list as JSON text, whose rows the database wrote: it goes to the socket as it is. */
export class WrittenPage<Row> {
  readonly json: string

  constructor({ rows, nextCursor, total, totalIsMore }: Omit<Page<Row>, 'data'> & { rows: readonly WrittenRow[] }) {
    const rest = JSON.stringify({ nextCursor, total, totalIsMore })
    this.json = `{"data":[${rows.map((row) => row.json).join(',')}],${rest.slice(1)}`
  }

  /** For whoever goes on with its rows. */
  read(): Page<Row> {
    return JSON.parse(this.json)
  }
}
