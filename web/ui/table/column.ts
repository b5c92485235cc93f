import type { ReactElement, ReactNode } from 'react'

/** A column of a DataTable; the first one names the row and holds its link. */
export type Column<Row> = {
  /** Also the server's name for sorting by it. */
  id: string
  header: string
  /** Total over all rows, shown in the header. */
  total?: string | undefined
  cell: (row: Row) => ReactNode
  /** Numbers are aligned at the end, with their unit in the header. */
  align?: 'start' | 'end'
  sortable?: boolean
  /** A CSS width such as '8rem'; by default the content decides. */
  width?: string
  /** For a column of buttons: the header is for screen readers only. */
  hideHeader?: boolean
  /** Hidden by default; users can add it in the columns dialog. */
  extra?: boolean
  /** Names of its columns in an export, if not just its id. */
  exportedAs?: readonly string[]
  /** On phones a row is a card: `true` shows "header: value", 'corner' only the value at the top right. */
  phone?: boolean | 'corner'
}

export type Sort = { by: string; direction: 'asc' | 'desc' }

/** Props of the link that the page renders for a row, such as `(link) => <Link {...link} to={link.href} />`. */
type RowLink = {
  href: string
  className: string
  children?: ReactNode
  tabIndex?: number
  'aria-hidden'?: true
  'data-row-link'?: ''
}

export type RenderLink = (link: RowLink) => ReactElement
