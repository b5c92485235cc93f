import { bothSelections, selection } from '#server/db/selection.ts'
import type { Db } from '#server/db/database.ts'
import { allRows } from '#server/db/keyset.ts'
import { type ProductChoice, productPlan } from '#server/inventory/stock/product-query.ts'
import { productRow } from '#server/inventory/stock/product-rows.ts'

type Exported = ReturnType<typeof productRow> & { description: string }

/** All products of a list in its order, in batches. */
export async function* exportedProducts(db: Db, choice: ProductChoice): AsyncGenerator<Exported[]> {
  const plan = await productPlan(db, choice)
  const text = selection<{ description: string }, { i: 'items' }>({ description: 'i.description' })
  const withText = { ...plan, columns: bothSelections(plan.columns, text) }
  for await (const rows of allRows(db, withText, 200))
    yield rows.map((row) => ({ ...productRow(row), description: row.description }))
}
