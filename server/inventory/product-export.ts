import { sql } from 'kysely'
import type { Product } from '#shared/inventory/product.ts'
import { productExportColumns, type ProductExportColumn } from '#shared/inventory/product-list-api.ts'
import { stockStatusNames } from '#shared/inventory/stock-status.ts'
import type { Db } from '#server/db/database.ts'
import { allRows } from '#server/db/keyset.ts'
import { type ProductChoice, productPlan } from './product-query.ts'
import { productRow, type ProductSqlRow } from './product-rows.ts'

type Row = Omit<ReturnType<typeof productRow>, 'cost'> & Pick<Product, 'description'> & { cost: string | null }
type Cell = string | number | boolean | null | Date | { amount: string }

const money = (amount: string | null) => (amount === null ? null : { amount })

const cells: Record<ProductExportColumn, (row: Row) => Cell> = {
  name: (row) => row.name,
  sku: (row) => row.sku,
  barcode: (row) => row.barcode,
  description: (row) => row.description,
  category: (row) => row.category,
  supplier: (row) => row.supplier.name,
  warehouse: (row) => row.warehouse.name,
  onHand: (row) => row.onHand,
  committed: (row) => row.committed,
  available: (row) => row.available,
  status: (row) => stockStatusNames[row.stockStatus],
  price: (row) => money(row.price),
  cost: (row) => money(row.cost),
  retail: (row) => money(row.priceTiers.retail),
  wholesale: (row) => money(row.priceTiers.wholesale),
  distributor: (row) => money(row.priceTiers.distributor),
  highVolume: (row) => money(row.priceTiers.highVolume),
  reorderPoint: (row) => row.reorderPoint,
  moq: (row) => row.moq,
  pcsPerCase: (row) => row.pcsPerCase,
  supplierCode: (row) => row.supplierCode,
  leadTimeDays: (row) => row.leadTimeDays,
  lotControlled: (row) => row.lotControlled,
  coldChain: (row) => row.coldChain,
  controlled: (row) => row.controlled,
  updatedAt: (row) => new Date(row.updatedAt),
}

export const exportColumns = (
  names: readonly ProductExportColumn[] = Object.keys(productExportColumns) as ProductExportColumn[],
) => names.map((name) => ({ header: productExportColumns[name], cell: cells[name] }))

/** Every product of a list in its order, some hundred at a time. */
export async function* exportedProducts(db: Db, choice: ProductChoice): AsyncGenerator<Row[]> {
  const plan = productPlan(choice)
  const withText = { ...plan, columns: sql`${plan.columns}, i.description` }
  for await (const rows of allRows<ProductSqlRow & { description: string }>(db, withText, 500))
    yield rows.map((row) => ({ ...productRow(row, true), description: row.description }))
}
