import type { Code } from './read-code.ts'

interface Product {
  id: string
  sku: string
  barcode: string | null
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether a product's barcode is one of these trade item numbers of 14 digits. */
export const hasGtin = ({ barcode }: Pick<Product, 'barcode'>, gtins: readonly string[]): boolean =>
  barcode !== null && /^\d{8,14}$/.test(barcode) && gtins.includes(barcode.padStart(14, '0'))

/** Whether a code names this product: our own label, its barcode or its SKU. */
export function isProductOf(code: Code, product: Product): boolean {
  if (code.kind === 'own') return code.what === 'product' && code.id === product.id
  if (code.kind === 'gtin') return hasGtin(product, [code.gtin, code.also ?? ''])
  if (code.kind === 'gs1') return code.values.gtin !== undefined && hasGtin(product, [code.values.gtin])
  return code.kind === 'text' && (same(product.sku, code.text) || same(product.barcode ?? '', code.text))
}

/** The pieces that a scan of a code brings. */
export const piecesIn = (code: Code): number =>
  (code.kind === 'gs1' ? (code.values.pieces ?? code.values.contained) : null) ?? 1
