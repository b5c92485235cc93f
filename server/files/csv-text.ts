import { type Options, stringify } from 'csv-stringify/sync'

/* The only module that writes CSV. */

/**
 * Positions where a spreadsheet may see the beginning of a cell: the beginning; and, if it separates cells at semicolons or
 * tabs, as Excel does in most of Europe, after those and after line breaks, with quotes and spaces in between.
 */
const formula = /(^|[;\t\r\n])(["\s]*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const escapedFormula = /(^|[;\t\r\n])(["\s]*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const startsOddly = /^[\t\r]/

/**
 * Escapes text that a spreadsheet would evaluate as a formula with an apostrophe (CSV injection); `withoutApostrophes` removes
 * it again.
 */
export const harmless = (text: string): string =>
  (startsOddly.test(text) ? `'${text}` : text).replace(formula, "$1$2'$3")

export const withoutApostrophes = (text: string): string => text.replace(escapedFormula, '$1$2')

/** A number: keeps its minus sign if it is negative. */
export interface Figure {
  figure: string
}

/** Rows of texts and numbers as CSV (RFC 4180), with formulas escaped. */
export const csvText = (rows: readonly (readonly (string | Figure)[])[], options: Options = {}): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? harmless(cell) : cell.figure))),
    { record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/, ...options },
  )
