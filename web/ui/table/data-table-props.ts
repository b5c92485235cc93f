import type { ReactNode } from 'react'
import type { Column, RenderLink, Sort } from './column.ts'

/** A row links to a page (null: this one has none), opens something in place, or does neither. */
type Opening<Row> =
  | { rowHref: (row: Row) => string | null; renderLink: RenderLink; onRowOpen?: never }
  | { rowHref?: never; renderLink?: never; onRowOpen?: (row: Row) => void }

/** Props of a DataTable, a controlled component: sorting, selection and paging are up to the page. */
export type DataTableProps<Row> = Opening<Row> & {
  /** What the rows are, for screen readers: "Sales orders". */
  label: string
  columns: readonly Column<Row>[]
  /** `undefined` until the first reply: shows a skeleton of `skeletonRows` rows. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  sort?: Sort | null
  /** The third click on a header clears the sort: null. */
  onSortChange?: (sort: Sort | null) => void
  /** Ids of the selected rows; without it there are no checkboxes. */
  selected?: ReadonlySet<string>
  /** Label of the checkbox in the header. */
  selectAllLabel?: string
  onSelectedChange?: (selected: ReadonlySet<string>) => void
  /** Refetching: the old rows stay, with a thin progress bar above them. */
  busy?: boolean
  /** The rows belong to an earlier query. */
  dimmed?: boolean | undefined
  /** Shown above the rows, when loading failed. */
  notice?: ReactNode
  /** Replaces the rows if there are none: an EmptyState. */
  empty?: ReactNode
  /** Replaces the rows if loading failed: an ErrorState. */
  error?: ReactNode
  compact?: boolean
  skeletonRows?: number
  /** Shown below the rows, inside the frame: a Pagination. */
  footer?: ReactNode
}
