import { type Options, stringify } from 'csv-stringify/sync'

/* The only writer of CSV. */

/**
 * Where a spreadsheet may take what follows for the beginning of a cell: at the beginning; and, where it parts cells at
 * semicolons or tabs, as Excel does in most of Europe, behind those and behind a line break, quotes and spaces between.
 */
const formula = /(^|[;\t\r\n])(["\s]*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const escapedFormula = /(^|[;\t\r\n])(["\s]*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const startsOddly = /^[\t\r]/

/** What a spreadsheet would calculate gets an apostrophe before it; `withoutApostrophes` takes it off again. */
export const harmless = (text: string): string =>
  (startsOddly.test(text) ? `'${text}` : text).replace(formula, "$1$2'$3")

export const withoutApostrophes = (text: string): string => text.replace(escapedFormula, '$1$2')

/** What is a number already: below zero it keeps its minus sign. */
export interface Figure {
  figure: string
}

/** Rows of texts and figures as CSV (RFC 4180), with nothing in them that a spreadsheet calculates. */
export const csvText = (rows: readonly (readonly (string | Figure)[])[], options: Options = {}): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? harmless(cell) : cell.figure))),
    { record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/, ...options },
  )
