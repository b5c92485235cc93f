import { exportedList, moment, money } from '#server/delivery/exported-list.ts'
import { countStatusNames } from '#shared/inventory/counts/count-transitions.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { addedBy, productionApi, runStatusNames } from '#shared/inventory/production/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { recallStatusNames } from '#shared/inventory/recalls/recall.ts'
import { documentStatusNames } from '#shared/inventory/stock/stock-document.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'

export const transferExport = exportedList('stock-transfers', transfersApi.listTransfers, {
  number: ['Transfer', (row) => row.number],
  source: ['Source', (row) => row.source.name],
  destination: ['Destination', (row) => row.destination.name],
  status: ['Status', (row) => documentStatusNames[row.status]],
  lines: ['Items', (row) => row.lines],
  pieces: ['Pieces', (row) => row.pieces],
  createdAt: ['Created', (row) => moment(row.createdAt)],
  dispatchedAt: ['Dispatched', (row) => moment(row.dispatchedAt)],
  completedAt: ['Completed', (row) => moment(row.completedAt)],
})

export const countExport = exportedList('stock-counts', countsApi.listCounts, {
  number: ['Number', (row) => row.number],
  location: ['Location', (row) => row.location?.name ?? null],
  zone: ['Zone', (row) => row.zone?.name ?? null],
  category: ['Category', (row) => row.category?.name ?? null],
  abcClass: ['Class', (row) => row.abcClass],
  blind: ['Blind', (row) => row.blind],
  status: ['Status', (row) => countStatusNames[row.status]],
  lines: ['Lines', (row) => row.lines.total],
  open: ['Not counted yet', (row) => row.lines.open + row.lines.recount],
  different: ['Differences', (row) => row.lines.different],
  createdAt: ['Planned', (row) => moment(row.createdAt)],
})

export const kitExport = exportedList('kits', kitsApi.listKits, {
  name: ['Kit', (row) => row.name],
  sku: ['SKU', (row) => row.sku],
  warehouse: ['Warehouse', (row) => row.warehouse.name],
  items: ['Items', (row) => row.items],
  onHand: ['On hand', (row) => row.onHand],
  committed: ['Reserved', (row) => row.committed],
  available: ['Available', (row) => row.available],
  canBuild: ['Can be packed now', (row) => row.canBuild],
  cost: ['Cost', (row) => money(row.cost)],
  price: ['Price', (row) => money(row.price)],
  updatedAt: ['Last changed', (row) => moment(row.updatedAt)],
})

export const kitOrderExport = exportedList('kit-orders', kitOrdersApi.listKitOrders, {
  number: ['Kit order', (row) => row.number],
  kit: ['Kit', (row) => row.kit.name],
  sku: ['SKU', (row) => row.kit.sku],
  warehouse: ['Warehouse', (row) => row.warehouse.name],
  status: ['Status', (row) => documentStatusNames[row.status]],
  quantity: ['Kits', (row) => row.quantity],
  takenApart: ['Taken apart', (row) => row.takenApart],
  price: ['Price', (row) => money(row.price)],
  createdAt: ['Created', (row) => moment(row.createdAt)],
  completedAt: ['Completed', (row) => moment(row.completedAt)],
})

export const productionExport = exportedList('production', productionApi.listRuns, {
  number: ['Production run', (row) => row.number],
  product: ['Product', (row) => row.product.name],
  sku: ['SKU', (row) => row.product.sku],
  location: ['Factory', (row) => row.location.name],
  status: ['Status', (row) => runStatusNames[row.status]],
  quantity: ['Pieces', (row) => addedBy(row).quantity],
  rejected: ['Rejected', (row) => row.rejected],
  wasted: ['Wasted', (row) => row.wasted],
  scrapReason: ['Reason of rejects', (row) => row.scrapReason],
  lot: ['Lot', (row) => row.lotNumber],
  expiryDate: ['Expires', (row) => row.expiryDate],
  totalCost: ['Cost', (row) => money(addedBy(row).cost)],
  unitCost: ['Cost of a piece', (row) => money(row.unitCost)],
  note: ['Note', (row) => row.note],
  at: ['When', (row) => moment(row.at)],
})

export const recallExport = exportedList('recalls', recallsApi.listRecalls, {
  number: ['Recall', (row) => row.number],
  products: ['Products', (row) => row.products.join(', ')],
  reason: ['Reason', (row) => row.reason],
  status: ['Status', (row) => recallStatusNames[row.status]],
  lots: ['Lots', (row) => row.lots],
  customers: ['Customers', (row) => row.customers],
  told: ['Customers notified', (row) => row.told],
  createdAt: ['Started', (row) => moment(row.createdAt)],
})
