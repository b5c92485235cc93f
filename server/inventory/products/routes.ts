import { auditsApi } from '#shared/inventory/stock/audits-api.ts'
import { auditStock } from '#server/flows/stock/audit-stock.ts'
import { priceHistoryApi } from '#shared/inventory/products/price-history-api.ts'
import { productListApi } from '#shared/inventory/products/product-list-api.ts'
import { neighbours } from '#server/db/keyset.ts'
import type { Serve } from '#server/http/serve.ts'
import { listCommittedDocuments } from '#server/inventory/stock/committed-documents.ts'
import { listPriceHistory } from './price-history.ts'
import { changeProduct } from './product-patch.ts'
import { productPlan } from '#server/inventory/stock/product-query.ts'
import { listUses } from './product-uses.ts'
import { getProduct } from '#server/inventory/stock/product-rows.ts'

/** Routes for products beside the record itself: audits, and documents with commitments. */
export function serveProducts({ read, write }: Serve): void {
  write(auditsApi.auditStock, async (work, { params, body }) => {
    await auditStock(work, params.id, body)
    return getProduct(work.tx, params.id)
  })
  read(auditsApi.listHolders, async ({ db, caller, params }) => {
    await getProduct(db, params.id)
    return { data: await listCommittedDocuments(db, caller, params.id) }
  })
  read(priceHistoryApi.listPriceHistory, ({ db, params, query }) => listPriceHistory(db, params.id, query))
  write(productListApi.changeProduct, (work, { params, body }) => changeProduct(work, params.id, body))
  read(productListApi.getNeighbours, async ({ db, params, query }) =>
    neighbours(db, await productPlan(db, query), params.id),
  )
  read(productListApi.listUses, async ({ db, caller, params }) => {
    await getProduct(db, params.id)
    return { data: await listUses(db, caller, params.id) }
  })
}
