import type { Import } from '#shared/imports/api.ts'
import { type ProductColumn, productColumns } from '#shared/imports/product-columns.ts'
import { productImportsApi } from '#shared/imports/product-imports-api.ts'
import type { TestPlace } from './builders.ts'
import { type Answer, type Client, pathOf } from './client.ts'
import { runJobsOf } from './run-jobs.ts'

export type ProductCells = Partial<Record<ProductColumn, string>>

let count = 0

/** A row that adds a new product; `cells` replaces the defaults. */
export function productCells(place: TestPlace, cells: ProductCells = {}): ProductCells {
  count += 1
  return {
    sku: `IMP-${count}`,
    name: `Imported product ${count}`,
    description: 'From a list',
    category: place.category.name,
    supplier: place.supplier.name,
    warehouse: place.warehouse.name,
    price: '10.00',
    cost: '6.00',
    pcsPerCase: '10',
    ...cells,
  }
}

const quoted = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The CSV file of these rows: only columns that some row has, with the usual header. */
export function productCsv(rows: readonly ProductCells[]): string {
  const keys = (Object.keys(productColumns) as ProductColumn[]).filter((key) => rows.some((row) => key in row))
  const lines = [keys.map((key) => productColumns[key].name), ...rows.map((row) => keys.map((key) => row[key] ?? ''))]
  return lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')
}

export async function uploadProducts(
  client: Client,
  content: string | Uint8Array,
  fileName = 'products.csv',
  type = 'text/csv',
) {
  const body = typeof content === 'string' ? content : new Uint8Array(content)
  const path = pathOf(productImportsApi.uploadImport, { query: { fileName } })
  return (await client.send('POST', path, body, { 'content-type': type })) as unknown as Answer<Import>
}

/** Runs jobs until the import is neither being checked nor running. */
export async function settledProducts(client: Client, id: string): Promise<Import> {
  for (;;) {
    const found = await client.do(productImportsApi.getImport, { params: { id } })
    if (found.interrupted || (found.state !== 'checking' && found.state !== 'running')) return found
    await runJobsOf(client)
  }
}

/** Uploads and checks a file. */
export async function checkProducts(client: Client, content: string | Uint8Array, mapping?: Record<string, string>) {
  const { status, body } = await uploadProducts(client, content)
  if (status !== 201) throw new Error(JSON.stringify(body))
  await client.do(productImportsApi.checkImport, { params: { id: body.id }, body: mapping ? { mapping } : {} })
  return settledProducts(client, body.id)
}

/** Uploads, checks and imports a file. */
export async function importProducts(client: Client, content: string | Uint8Array): Promise<Import> {
  const { id } = await checkProducts(client, content)
  return runProducts(client, id)
}

export async function runProducts(client: Client, id: string): Promise<Import> {
  await client.do(productImportsApi.runImport, { params: { id } })
  return settledProducts(client, id)
}
