import type { ReactElement, ReactNode } from 'react'

/** One column of a DataTable; the first one names the row and carries its link. */
export type Column<Row> = {
  /** Also the name to sort by, as the server knows it. */
  id: string
  header: string
  /** Of all rows of the table, said in the header. */
  total?: string | undefined
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end, with their unit in the header. */
  align?: 'start' | 'end'
  sortable?: boolean
  /** A CSS width such as '8rem'; without it the content decides. */
  width?: string
  /** For a column of buttons: its header is only read aloud. */
  hideHeader?: boolean
  /** Not shown until somebody asks for it in the choice of columns. */
  extra?: boolean
  /** What it shows is called so in a file, where that is not its id alone. */
  exportedAs?: readonly string[]
  /** On phones a row is a card: `true` shows "header: value" in it, 'corner' the value alone at its top right. */
  phone?: boolean | 'corner'
}

export type Sort = { by: string; direction: 'asc' | 'desc' }

/** What a DataTable asks its page to draw as a link, such as `(link) => <Link {...link} to={link.href} />`. */
type RowLink = {
  href: string
  className: string
  children?: ReactNode
  tabIndex?: number
  'aria-hidden'?: true
  'data-row-link'?: ''
}

export type RenderLink = (link: RowLink) => ReactElement
