import { setImmediate } from 'node:timers/promises'
import type { ImportProblem } from '#shared/imports/api.ts'
import type { AnyMapping } from '#shared/imports/columns.ts'
import type { RecordColumn } from '#shared/imports/record-columns.ts'
import { ambiguityOf, type NumberStyle, plainNumber, plainText, plainWhole, parseDate } from './cell-values.ts'
import type { CsvFile, CsvRow } from './csv-file.ts'
import { withoutApostrophes } from '#server/files/csv-text.ts'
import { grouped } from './grouped.ts'

/** A row of a list of records: its values in the types of the record's form, without empty cells. */
export interface RecordRow<K extends string> {
  row: number
  /** The SKU or code that identifies the record. */
  code: string
  values: Partial<Record<K, unknown>>
  /** Further rows of the same record, each with more values of the repeatable columns. */
  further: readonly RecordRow<K>[]
}

/** The number of rows of a record in the file. */
export const rowsOf = ({ further }: { further: readonly unknown[] }): number => 1 + further.length

export interface RecordRows<K extends string> {
  /** In the file's order, each code once. */
  rows: RecordRow<K>[]
  /** Rows refused because they contradict each other; their other problems are reported, too. */
  disputed: RecordRow<K>[]
  problems: ImportProblem[]
  /** Number of exact repetitions of rows. */
  repeated: number
}
type Columns<K extends string> = Readonly<Record<K, RecordColumn>>

/** Reads every row; the values are validated later, by the schema of the form. */
export async function readRecords<K extends string>(
  file: CsvFile,
  mapping: AnyMapping,
  columns: Columns<K>,
  identity: K,
  repeatable: readonly K[],
): Promise<RecordRows<K>> {
  const style: NumberStyle = { decimalComma: file.delimiter === ';' }
  const places = (Object.keys(columns) as K[]).flatMap((key) => {
    const at = file.columns.indexOf(mapping[key] ?? '')
    return at < 0 ? [] : [{ key, at, column: mapping[key] ?? '', kind: columns[key].kind }]
  })
  const found: RecordRow<K>[] = []
  const problems: ImportProblem[] = []
  let count = 0
  for await (const one of file.rows()) {
    const read = readRow(one, file.columns.length, places, style, { key: identity, column: mapping[identity] ?? '' })
    if ('message' in read) problems.push(read)
    else found.push(read)
    count += 1
    if (count % 500 === 0) await setImmediate()
  }
  return { ...withoutDuplicates(found, mapping[identity] ?? '', repeatable, problems), problems }
}

function readRow<K extends string>(
  { row, cells }: CsvRow,
  width: number,
  places: readonly { key: K; at: number; column: string; kind: RecordColumn['kind'] }[],
  style: NumberStyle,
  identity: { key: K; column: string },
): RecordRow<K> | ImportProblem {
  if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    return { row, column: '', value: '', message: `has ${cells.length} columns instead of ${width}` }
  }
  const values: RecordRow<K>['values'] = {}
  for (const { key, at, column, kind } of places) {
    const raw = cells[at] ?? ''
    // Line breaks in a description are kept.
    const text = key === 'description' || key === 'note' ? withoutApostrophes(raw.trim()) : plainText(raw)
    const ambiguity = kind === 'price' || kind === 'weight' ? ambiguityOf(text, style) : null
    if (ambiguity) return { row, column, value: text, message: ambiguity }
    if (text !== '') values[key] = shaped(kind, text, style)
  }
  const code = values[identity.key]
  if (typeof code === 'string') return { row, code, values, further: [] }
  return { row, column: identity.column, value: '', message: 'is missing' }
}

/** Converts text to what the form would send; unreadable text is passed on, so that the form's schema refuses it with its message. */
function shaped(kind: RecordColumn['kind'], text: string, style: NumberStyle): unknown {
  switch (kind) {
    case 'price':
    case 'weight':
      return plainNumber(text, style) ?? text
    case 'whole':
      return Number(plainWhole(text, style) ?? Number.NaN)
    case 'yesNo':
      return /^(yes|y|true|1|x)$/i.test(text) ? true : /^(no|n|false|0|-)$/i.test(text) ? false : text
    case 'date': {
      const read = parseDate(text)
      return 'value' in read ? read.value : text
    }
    default:
      return text
  }
}

/**
 * An exact repetition is dropped. Rows of one code that differ only in `repeatable` columns, and repeat the other cells or
 * leave them empty, are one record with several values; other rows of one code are refused, as it is unknown which is right.
 */
function withoutDuplicates<K extends string>(
  all: readonly RecordRow<K>[],
  column: string,
  repeatable: readonly K[],
  problems: ImportProblem[],
) {
  const byCode = grouped(all, ({ code }) => code.toLowerCase())
  const rows: RecordRow<K>[] = []
  const disputed: RecordRow<K>[] = []
  let repeated = 0
  for (const duplicates of byCode.values()) {
    const [first, ...others] = duplicates
    if (!first) continue
    const further = [...new Map(duplicates.map((one) => [JSON.stringify(one.values), one])).values()].slice(1)
    if (further.every((one) => isMoreOf(first, one, repeatable))) {
      rows.push({ ...first, further })
      repeated += others.length - further.length
      continue
    }
    disputed.push(...duplicates)
    const places = duplicates.map(({ row }) => row)
    const rowList = places.length > 5 ? `${places.slice(0, 5).join(', ')} and more` : places.join(', ')
    for (const { row, code } of duplicates) {
      const message = `appears in rows ${rowList} with different content`
      problems.push({ row, column, value: code.slice(0, 200), message })
    }
  }
  return { rows: rows.toSorted((a, b) => a.row - b.row), disputed, repeated }
}

/** True if a row differs from the first one of its record only in repeatable columns. */
function isMoreOf<K extends string>(first: RecordRow<K>, { values }: RecordRow<K>, repeatable: readonly K[]): boolean {
  const keys = Object.keys(values) as K[]
  const isEqual = (key: K) =>
    JSON.stringify(values[key]).toLowerCase() === JSON.stringify(first.values[key] ?? null).toLowerCase()
  return keys.some((key) => repeatable.includes(key)) && keys.every((key) => repeatable.includes(key) || isEqual(key))
}
