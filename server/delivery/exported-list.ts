import { z } from 'zod'
import type { Page } from '#shared/http/paging.ts'
import { type Access, type Reply, route, type Route, type RouteSpec } from '#shared/http/route.ts'
import { maxRowsByIds } from '#shared/delivery/export-jobs-api.ts'
import { Id } from '#shared/fields.ts'
import { fileAddress } from '#shared/delivery/file-address.ts'

/** A cell of a file: text stays text, whatever it begins with; an amount is a number in the form of a string. */
export type Cell = string | number | boolean | null | Date | { amount: string }

type ListSpec = RouteSpec & { query: z.ZodObject }
type RowOf<S extends ListSpec> = Reply<S> extends Pick<Page<infer Row>, 'data'> ? Row : never
/** The title of a column and its cells. */
export type ExportedColumn<Row> = readonly [title: string, cell: (row: Row) => Cell]

type FileSpec = { access: Access; summary: string; query: z.ZodObject; reply: null; download: string }

/** The export of a list: its rows, its name, and all columns that the file may have. */
export interface ExportedList<Row = never, Name extends string = string> {
  /** The name under which columns and views of the list are stored: "purchase-orders". */
  readonly name: string
  readonly list: Route<ListSpec>
  readonly columns: Readonly<Record<Name, ExportedColumn<Row>>>
  readonly file: Route<FileSpec>
}

const exportFormats = ['csv', 'xlsx'] as const
/** Enough to name every column of a list. */
const maxNamesLength = 600

/**
 * Declares the export of a list: the same filters and order as the list, all rows instead of a page, and the list's rights
 * unless others are given. Columns have the ids of the screen if both show the same.
 */
export function exportedList<S extends ListSpec, N extends string, Row = RowOf<S>>(
  name: string,
  list: Route<S>,
  columns: Record<N, ExportedColumn<NoInfer<Row>>>,
  access: Access = list.spec.access,
): ExportedList<Row, N> {
  const names = Object.keys(columns) as [N, ...N[]]
  const query = list.spec.query.omit({ limit: true, cursor: true } as never).extend({
    format: z.enum(exportFormats).default('csv'),
    /** Only rows with these ids, separated by commas. */
    ids: z
      .string()
      .transform((value) => value.split(','))
      .pipe(z.array(Id).max(maxRowsByIds, `may name at most ${maxRowsByIds} rows`))
      .optional(),
    /** Ids of columns, separated by commas; all if omitted. */
    columns: z
      .string()
      .max(maxNamesLength)
      .transform((value) => value.split(','))
      .pipe(z.array(z.enum(names, 'is not a column')))
      .optional(),
  })
  const file = route(`GET ${fileAddress(name)}`, {
    access,
    summary: `The filtered list of ${name.replaceAll('-', ' ')} as a file, every row of it, in its order; text never becomes a formula.`,
    query,
    reply: null,
    download: 'text/csv',
  })
  return { name, list, columns, file }
}

export const money = (amount: string | null): Cell => (amount === null ? null : { amount })
export const moment = (at: string | null): Cell => (at === null ? null : new Date(at))
