import type { Code } from './read-code.ts'

interface Product {
  id: string
  sku: string
  barcode: string | null
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** True if the product's barcode is one of these 14-digit GTINs. */
export const hasGtin = ({ barcode }: Pick<Product, 'barcode'>, gtins: readonly string[]): boolean =>
  barcode !== null && /^\d{8,14}$/.test(barcode) && gtins.includes(barcode.padStart(14, '0'))

/** True if a code identifies this product: by our own label, its barcode or its SKU. */
export function isProductOf(code: Code, product: Product): boolean {
  if (code.kind === 'own') return code.what === 'product' && code.id === product.id
  if (code.kind === 'gtin') return hasGtin(product, [code.gtin, code.also ?? ''])
  if (code.kind === 'gs1') return code.values.gtin !== undefined && hasGtin(product, [code.values.gtin])
  return code.kind === 'text' && (same(product.sku, code.text) || same(product.barcode ?? '', code.text))
}

/** The pieces that a scanned code stands for. */
export const piecesIn = (code: Code): number =>
  (code.kind === 'gs1' ? (code.values.pieces ?? code.values.contained) : null) ?? 1
