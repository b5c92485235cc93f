import { type Options, stringify } from 'csv-stringify/sync'

/* The only writer of CSV. */

/**
 * Where a spreadsheet may take what follows for the beginning of a cell: at the beginning; and, where it parts cells at
 * semicolons or tabs, as Excel does in most of Europe, behind those and behind a line break, quotes and spaces between.
 */
const formula = /(^|[;\t\r\n])(["\s]*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const keptFormula = /(^|[;\t\r\n])(["\s]*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const startsOddly = /^[\t\r]/

/** An amount below zero calculates nothing. */
const isNumber = /^-\d+(\.\d+)?$/

/** What a spreadsheet would calculate gets an apostrophe before it; `withoutApostrophes` takes it off again. */
export const harmless = (text: string): string =>
  isNumber.test(text) ? text : (startsOddly.test(text) ? `'${text}` : text).replace(formula, "$1$2'$3")

export const withoutApostrophes = (text: string): string => text.replace(keptFormula, '$1$2')

/** Rows of text as CSV (RFC 4180), with nothing in them that a spreadsheet calculates. */
export const csvText = (rows: readonly (readonly string[])[], options: Options = {}): string =>
  stringify(
    rows.map((row) => row.map(harmless)),
    { record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/, ...options },
  )
