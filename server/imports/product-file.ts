import { setImmediate } from 'node:timers/promises'
import type { ImportProblem } from '#shared/imports/api.ts'
import type { AnyMapping } from '#shared/imports/columns.ts'
import { type ProductColumn, productColumns, productColumnSet } from '#shared/imports/product-columns.ts'
import { type NumberStyle, plainNumber, plainText, readDate } from './cell-values.ts'
import type { CsvFile, CsvRow } from './csv-file.ts'
import { grouped } from './grouped.ts'

/** A row of a product list: what its cells hold, in the shapes of the product form; empty cells are left out. */
export interface ProductRow {
  row: number
  sku: string
  values: Partial<Record<ProductColumn, unknown>>
}

export interface ProductRows {
  /** In the file's order, each SKU once. */
  rows: ProductRow[]
  problems: ImportProblem[]
  /** Rows that stand in the file a second time, word for word. */
  repeated: number
}

/** Reads every row; what the cells must hold is judged later, by the schema of the form. */
export async function readProducts(file: CsvFile, mapping: AnyMapping): Promise<ProductRows> {
  const style: NumberStyle = { decimalComma: file.delimiter === ';' }
  const places = productColumnSet.keys.flatMap((key) => {
    const at = file.columns.indexOf(mapping[key] ?? '')
    return at < 0 ? [] : [{ key, at }]
  })
  const found: ProductRow[] = []
  const problems: ImportProblem[] = []
  let count = 0
  for await (const one of file.rows()) {
    const read = readRow(one, file.columns.length, places, style, mapping)
    if ('message' in read) problems.push(read)
    else found.push(read)
    count += 1
    if (count % 500 === 0) await setImmediate()
  }
  return { ...withoutTwins(found, mapping, problems), problems }
}

function readRow(
  { row, cells }: CsvRow,
  width: number,
  places: readonly { key: ProductColumn; at: number }[],
  style: NumberStyle,
  mapping: AnyMapping,
): ProductRow | ImportProblem {
  if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    return { row, column: '', value: '', message: `has ${cells.length} columns instead of ${width}` }
  }
  const values: ProductRow['values'] = {}
  for (const { key, at } of places) {
    const raw = cells[at] ?? ''
    // Line breaks of a description are part of it.
    const text = key === 'description' || key === 'note' ? raw.trim().replace(/^'(?=[=+\-@])/, '') : plainText(raw)
    if (text !== '') values[key] = shaped(key, text, style)
  }
  const { sku } = values
  if (typeof sku === 'string') return { row, sku, values }
  return { row, column: mapping['sku'] ?? '', value: '', message: 'is missing' }
}

/** Text as the form would send it; what can't be read goes on as it is, so that the form's schema refuses it in its words. */
function shaped(key: ProductColumn, text: string, style: NumberStyle): unknown {
  switch (productColumns[key].kind) {
    case 'price':
    case 'weight':
      return plainNumber(text, style) ?? text
    case 'whole':
      return Number(plainNumber(text, style) ?? Number.NaN)
    case 'yesNo':
      return /^(yes|y|true|1|x)$/i.test(text) ? true : /^(no|n|false|0|-)$/i.test(text) ? false : text
    case 'date': {
      const read = readDate(text)
      return 'value' in read ? read.value : text
    }
    default:
      return text
  }
}

/** The same row twice is taken once; two different rows of one SKU are both refused, as nobody knows which is right. */
function withoutTwins(all: readonly ProductRow[], mapping: AnyMapping, problems: ImportProblem[]) {
  const bySku = grouped(all, ({ sku }) => sku.toLowerCase())
  const rows: ProductRow[] = []
  let repeated = 0
  for (const twins of bySku.values()) {
    const [first, ...others] = twins
    if (!first) continue
    const isSame = others.every(({ values }) => JSON.stringify(values) === JSON.stringify(first.values))
    if (isSame) {
      rows.push(first)
      repeated += others.length
      continue
    }
    const places = twins.map(({ row }) => row)
    const told = places.length > 5 ? `${places.slice(0, 5).join(', ')} and more` : places.join(', ')
    for (const { row, sku } of twins) {
      const message = `stands in rows ${told} with different content`
      problems.push({ row, column: mapping['sku'] ?? '', value: sku.slice(0, 200), message })
    }
  }
  return { rows: rows.toSorted((a, b) => a.row - b.row), repeated }
}
