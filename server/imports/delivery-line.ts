import {
  type DeliveryColumn,
  deliveryColumns,
  deliveryColumnKeys,
  type Mapping,
} from '#shared/imports/delivery-columns.ts'
import type { ImportProblem } from '#shared/imports/api.ts'
import { maxAmount, maxPrice } from '#shared/money.ts'
import {
  type NumberStyle,
  plainText,
  type ParsedCell,
  parseDate,
  parseDecimalCell,
  parseDecimalOrText,
  parseQuantity,
  parseText,
} from './cell-values.ts'
import type { CsvFile, CsvRow } from './csv-file.ts'

/** A record that many lines refer to: `key` is the same for all spellings, `name` is the first spelling. */
export interface Named {
  key: string
  name: string
}

/** A parsed line of a delivery history. */
export interface DeliveryLine {
  row: number
  lineId: string
  orderNumber: string
  deliveryNumber: string
  account: Named & { code: string; country: string }
  supplier: Named
  factory: Named
  category: Named
  product: Named & { brand: string; dosage: string; packSize: number }
  /** YYYY-MM-DD. */
  scheduled: string
  delivered: string
  /** Packs. */
  quantity: number
  /** Per pack, in ten-thousandths; the line's value in minor units is the file's own, not quantity × price. */
  price: number
  value: number
  mode: string | null
  /** Grams; null if the file has text instead. */
  weight: number | null
  /** Minor units; null if the file has text instead. */
  freight: number | null
}

const amount = { decimals: 2, largest: maxAmount, rounds: false }
const price = { decimals: 4, largest: maxPrice, rounds: true }
const grams = { decimals: 3, largest: maxAmount, rounds: true }
const freight = { decimals: 2, largest: maxAmount, rounds: true }

/** A key that ignores case and extra spaces. */
const keyOf = (...parts: readonly string[]): string => parts.map((part) => part.toLowerCase()).join(' · ')
const named = (name: string): Named => ({ key: keyOf(name), name })
const isNone = (text: string) => text === '' || /^n\/?a$/i.test(text)

/** Creates the parser of a file's rows. It returns a line, or all problems of the row. */
export function lineReader(file: Pick<CsvFile, 'columns' | 'delimiter'>, mapping: Mapping) {
  const style: NumberStyle = { decimalComma: file.delimiter === ';' }
  const places = new Map(deliveryColumnKeys.map((key) => [key, file.columns.indexOf(mapping[key] ?? '')]))

  return ({ row, cells }: CsvRow): DeliveryLine | ImportProblem[] => {
    if (cells.length < file.columns.length || cells.slice(file.columns.length).some((cell) => cell.trim() !== '')) {
      const message = `has ${cells.length} columns instead of ${file.columns.length}`
      return [{ row, column: '', value: '', message }]
    }
    const problems: ImportProblem[] = []
    const text = (key: DeliveryColumn) => plainText(cells[places.get(key) ?? -1] ?? '')
    function take<T>(key: DeliveryColumn, read: (text: string) => ParsedCell<T>, absent: T): T {
      const value = text(key)
      if (value === '' && !deliveryColumns[key].required) return absent
      const reading = value === '' ? { problem: 'is missing' } : read(value)
      if ('value' in reading) return reading.value
      problems.push({ row, column: mapping[key] ?? '', value: value.slice(0, 200), message: reading.problem })
      return absent
    }
    const words = (key: DeliveryColumn, max: number) => take(key, (value) => parseText(value, max), '')

    const country = words('country', 80)
    const code = words('projectCode', 60)
    const group = words('productGroup', 58)
    const part = words('subClassification', 58)
    const description = words('itemDescription', 300)
    const brand = words('brand', 100)
    const dosage = words('dosage', 100)
    const packSize = take('packSize', (value) => parseQuantity(value, style), 0)
    const line: DeliveryLine = {
      row,
      lineId: words('lineId', 100),
      orderNumber: words('orderNumber', 100),
      deliveryNumber: words('deliveryNumber', 100),
      account: { key: keyOf(country, code), name: `${country} · ${code}`, code, country },
      supplier: named(words('vendor', 200)),
      factory: named(words('manufacturingSite', 160)),
      category: named(isNone(part) || keyOf(part) === keyOf(group) ? group : `${group} / ${part}`),
      product: { key: keyOf(description, brand, dosage, String(packSize)), name: description, brand, dosage, packSize },
      scheduled: take('scheduledDate', parseDate, ''),
      delivered: take('deliveredDate', parseDate, ''),
      quantity: take('quantity', (value) => parseQuantity(value, style), 0),
      price: take('packPrice', (value) => parseDecimalCell(value, price, style), 0),
      value: take('lineValue', (value) => parseDecimalCell(value, amount, style), 0),
      mode: take<string | null>('shipmentMode', (value) => parseText(value, 80), null),
      weight: take('weight', (value) => parseDecimalOrText(value, grams, style), null),
      freight: take('freight', (value) => parseDecimalOrText(value, freight, style), null),
    }
    const place = (problem: ImportProblem) => file.columns.indexOf(problem.column)
    return problems.length > 0 ? problems.toSorted((a, b) => place(a) - place(b)) : line
  }
}

/** The other details of a product, for its description. */
export function productFacts({ brand, dosage, packSize }: DeliveryLine['product']): string {
  const facts = [
    isNone(brand) ? '' : `Brand: ${brand}`,
    isNone(dosage) ? '' : `Dosage: ${dosage}`,
    `Pack of ${packSize}`,
  ]
  return facts.filter(Boolean).join('. ')
}
