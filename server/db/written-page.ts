import type { Page } from '#shared/http/paging.ts'

/** A row with its JSON, built by the statement (json-text.ts). */
export interface WrittenRow {
  id: string
  json: string
}

/** A page of a list as JSON text, with rows that the database has serialized: it is sent as it is. */
export class WrittenPage<Row> {
  readonly json: string

  constructor({ rows, nextCursor, total, totalIsMore }: Omit<Page<Row>, 'data'> & { rows: readonly WrittenRow[] }) {
    const rest = JSON.stringify({ nextCursor, total, totalIsMore })
    this.json = `{"data":[${rows.map((row) => row.json).join(',')}],${rest.slice(1)}`
  }

  /** Parses the page, for callers that need its rows. */
  read(): Page<Row> {
    return JSON.parse(this.json)
  }
}
