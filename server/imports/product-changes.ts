import type { z } from 'zod'
import type { ImportStep } from '#shared/imports/api.ts'
import { type ProductColumn, productColumns } from '#shared/imports/product-columns.ts'
import type { RecordColumn } from '#shared/imports/record-columns.ts'
import type { Product, ProductChange } from '#shared/inventory/stock/product.ts'
import { formatPrice, parseDecimal } from '#shared/money.ts'
import type { RecordRow } from './record-file.ts'

/** The changes by a row to an existing product, as text: compares the stored values, not their spelling. */
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
    // Category names ignore case.
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
