import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { parse as parseWhole } from 'csv-parse/sync'
import { invalid } from '#shared/http/refusal.ts'
import { type ColumnSet, guessColumns } from '#shared/imports/columns.ts'
import { readText } from './text-file.ts'

export interface CsvRow {
  /** The row number in a spreadsheet: the header is row 1. */
  row: number
  cells: string[]
}

export interface CsvFile {
  encoding: string
  /** A single character. */
  delimiter: string
  columns: string[]
  /** The rows below the header without blank ones. Throws INVALID if a quotation mark is never closed. */
  rows(): AsyncGenerator<CsvRow>
}

export interface CsvOutline extends CsvFile {
  rowCount: number
  /** The first value of each column. */
  samples: string[]
}

const delimiters = [',', ';', '\t', '|']
const maxColumns = 500
const chunkBytes = 256 * 1024

/** Opens a table: detects its encoding, its delimiter and the column names. Throws INVALID with the problem. */
export function openCsv(bytes: Buffer, expected: ColumnSet): CsvFile {
  const { text: whole, encoding } = readText(bytes)
  // Excel's line to declare the delimiter.
  const separatorLine = /^sep=(.)\r?\n/.exec(whole)
  const text = separatorLine ? whole.slice(separatorLine[0].length) : whole
  const head = firstRecord(text)
  const delimiter = separatorLine?.[1] ?? likelyDelimiter(head)
  const columns = columnNames(head, delimiter, expected)
  const skipped = separatorLine ? 1 : 0
  return {
    encoding,
    delimiter,
    columns,
    async *rows() {
      let row = skipped
      for await (const cells of records(text, delimiter)) {
        row += 1
        if (row === skipped + 1 || cells.every((cell) => cell.trim() === '')) continue
        yield { row, cells }
      }
    },
  }
}

/** Reads the whole file once, so that an unreadable file is refused before anything is imported. */
export async function outlineCsv(bytes: Buffer, expected: ColumnSet): Promise<CsvOutline> {
  const file = openCsv(bytes, expected)
  const samples = file.columns.map(() => '')
  let rowCount = 0
  for await (const { cells } of file.rows()) {
    rowCount += 1
    if (rowCount > 50) continue
    for (const [at, sample] of samples.entries()) if (!sample) samples[at] = (cells[at] ?? '').trim().slice(0, 80)
  }
  if (rowCount === 0) throw invalid('file', 'has no rows below its column names')
  return { ...file, rowCount, samples }
}

async function* records(text: string, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    // All three, as files that were edited by several programs mix line endings.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: 1_000_000,
  })
  Readable.from(pieces(text)).pipe(parser)
  try {
    for await (const record of parser) yield record as string[]
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number }
    if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
      throw invalid('file', `has a quotation mark that is never closed, before line ${lines ?? '?'}`)
    }
    if (code?.startsWith('CSV_')) throw invalid('file', (error as Error).message)
    throw error
  }
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += chunkBytes) yield text.slice(at, at + chunkBytes)
}

/** The first record; quoted cells may contain line breaks. */
function firstRecord(text: string): string {
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === '\n' || letter === '\r')) return text.slice(0, at)
  }
  return text
}

function likelyDelimiter(head: string): string {
  const bare = head.replace(/"[^"]*"/g, '')
  const counted = delimiters.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
  const best = counted.reduce((highest, one) => (one.count > highest.count ? one : highest))
  if (best.count < 2) throw invalid('file', 'has a single column: separate the columns by commas, semicolons or tabs')
  return best.delimiter
}

function headerCells(head: string, delimiter: string): string[] {
  try {
    return parseWhole(head, { delimiter, relax_quotes: true })[0] ?? []
  } catch {
    throw invalid('file', 'has a quotation mark in its first line that is never closed')
  }
}

/** Unique column names: an empty one is named by its position, a repeated one gets a number. */
function columnNames(head: string, delimiter: string, expected: ColumnSet): string[] {
  const given = headerCells(head, delimiter).map((name) => name.trim())
  if (given.length > maxColumns) throw invalid('file', `has more than ${maxColumns} columns`)
  const hasValues = given.some((name) => /^\d+([.,/-]\d+)*$/.test(name) || /^\d{1,2}-[A-Za-z]{3}-\d{2,4}$/.test(name))
  if (hasValues && Object.keys(guessColumns(expected, given)).length === 0) {
    throw invalid('file', 'has no line of column names at its top')
  }
  const taken = new Set<string>()
  return given.map((name, at) => {
    let free = name || `Column ${at + 1}`
    for (let count = 2; taken.has(free); count += 1) free = `${name || `Column ${at + 1}`} (${count})`
    taken.add(free)
    return free
  })
}
