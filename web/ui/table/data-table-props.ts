import type { ReactNode } from 'react'
import type { Column, RenderLink, Sort } from './column.ts'

/** A row leads to a page (null: this one has none), opens something in place, or does neither. */
type Opening<Row> =
  | { rowHref: (row: Row) => string | null; renderLink: RenderLink; onRowOpen?: never }
  | { rowHref?: never; renderLink?: never; onRowOpen?: (row: Row) => void }

/** What a page tells the table: it shows what it is given and asks for the rest. */
export type DataTableProps<Row> = Opening<Row> & {
  /** What the rows are, for screen readers: "Sales orders". */
  label: string
  columns: readonly Column<Row>[]
  /** `undefined` until the first answer is here: then there is a skeleton of `skeletonRows` rows. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  sort?: Sort | null
  /** The third click on a header clears the sort: null. */
  onSortChange?: (sort: Sort | null) => void
  /** Ids of the selected rows; without it there are no checkboxes. */
  selected?: ReadonlySet<string>
  /** Of the checkbox in the header. */
  selectAllLabel?: string
  onSelectedChange?: (selected: ReadonlySet<string>) => void
  /** Newer rows are on their way; the old ones stay under a thin moving bar. */
  busy?: boolean
  /** The rows are not of what was asked for last. */
  dimmed?: boolean | undefined
  /** Stands above the rows: that they couldn't be loaded. */
  notice?: ReactNode
  /** Stands in the place of the rows when there are none: an EmptyState. */
  empty?: ReactNode
  /** Stands in the place of the rows when loading failed: an ErrorState. */
  error?: ReactNode
  compact?: boolean
  skeletonRows?: number
  /** Drawn under the rows, inside the frame: a Pagination. */
  footer?: ReactNode
}
