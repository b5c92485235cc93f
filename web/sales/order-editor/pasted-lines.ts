import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { call } from '#web/api/client.ts'
import type { PastedRow } from '#web/forms/pasted-rows.ts'
import { blankLine, type LineValues, soldProduct } from './order-values.ts'

/** So many products are looked up at a time. */
const maxParallelRequests = 6

/** Finds the pasted products by SKU. `found` keeps the order of the rows; `unknown` are SKUs that nobody sells. */
export async function findRows(rows: readonly PastedRow[], onProgress: (done: number) => void) {
  const lines: (LineValues | null)[] = []
  for (let start = 0; start < rows.length; start += maxParallelRequests) {
    lines.push(...(await Promise.all(rows.slice(start, start + maxParallelRequests).map(findRow))))
    onProgress(Math.min(start + maxParallelRequests, rows.length))
  }
  return {
    found: lines.filter((line) => line !== null),
    unknown: rows.filter((_, at) => lines[at] === null).map(({ sku }) => sku),
  }
}

async function findRow({ sku, quantity }: PastedRow): Promise<LineValues | null> {
  const { data } = await call(
    inventoryApi.listProducts,
    { query: { q: sku, limit: 50, kits: 'true' } },
    { quiet: true },
  )
  const product = data.find((one) => one.sku.toLowerCase() === sku.toLowerCase())
  return product ? { ...blankLine, product: soldProduct(product), quantity } : null
}
