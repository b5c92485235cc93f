import type { z } from 'zod'
import type { ImportStep } from '#shared/imports/api.ts'
import { type ProductColumn, productColumns } from '#shared/imports/product-columns.ts'
import type { RecordColumn } from '#shared/imports/record-columns.ts'
import type { Product, ProductChange } from '#shared/inventory/stock/product.ts'
import { formatPrice, parseDecimal } from '#shared/money.ts'
import type { RecordRow } from './record-file.ts'

/** What a row would change of a product that is here, in words for people: compared is what would be kept, not how it is spelt. */
export function changesOf(
  before: Product,
  input: z.output<typeof ProductChange>,
  { values }: RecordRow<ProductColumn>,
): ImportStep['changes'] {
  const changes: ImportStep['changes'] = []
  for (const key of Object.keys(values) as ProductColumn[]) {
    const { path, kind, name } = productColumns[key]
    if (path === 'quantity' || path.startsWith('initialLot.')) continue
    const was = at(before, path)
    const will = at(input, path)
    if (kind === 'supplier' || kind === 'location') {
      const { id, name: old } = was as { id: string; name: string }
      if (id !== will) changes.push({ column: name, from: old, to: String(values[key]) })
      continue
    }
    const from = shownCell(kind, was)
    const to = shownCell(kind, will)
    // A category is a name: in capitals or not, it is the same one.
    const isSame = kind === 'category' ? from.toLowerCase() === to.toLowerCase() : from === to
    if (!isSame) changes.push({ column: name, from, to })
  }
  return changes
}

const at = (from: object, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], from)

/** A value as the list would show it. */
export function shownCell(kind: RecordColumn['kind'], value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'price') return formatPrice(typeof value === 'bigint' ? value : (parseDecimal(String(value), 4) ?? 0n))
  if (kind === 'weight') return String(Number(value))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}
