import { crmApi } from '#shared/crm/api.ts'
import { auditsApi } from '#shared/inventory/audits-api.ts'
import { inventoryApi } from '#shared/inventory/api.ts'
import { lotsApi } from '#shared/inventory/lots-api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials-api.ts'
import { placesApi } from '#shared/inventory/places-api.ts'
import { priceHistoryApi } from '#shared/inventory/price-history-api.ts'
import { kitOrdersApi } from '#shared/inventory/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits-api.ts'
import { recallsApi } from '#shared/inventory/recalls-api.ts'
import { transfersApi } from '#shared/inventory/transfers-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import type { EventName } from '#shared/realtime.ts'
import { purchasingApi } from '#shared/purchasing/api.ts'
import { reorderApi } from '#shared/purchasing/reorder-api.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { salesApi } from '#shared/sales/api.ts'

const { dashboard } = reportsApi
const { listDeleted } = deletedApi
const stock = [
  inventoryApi.listProducts,
  inventoryApi.getProduct,
  inventoryApi.listStockHistory,
  rawMaterialsApi.listRawMaterials,
  rawMaterialsApi.listMaterialTypes,
  rawMaterialsApi.getRawMaterial,
  rawMaterialsApi.listStockHistory,
  auditsApi.listHolders,
  priceHistoryApi.listPriceHistory,
  lotsApi.listLots,
  lotsApi.sumLots,
  lotsApi.getLot,
  lotsApi.listMovements,
  lotsApi.traceLot,
  recallsApi.listRecalls,
  recallsApi.getRecall,
  transfersApi.listStandingItems,
  kitsApi.listKits,
  kitsApi.getKit,
  placesApi.getLocation,
  placesApi.listStanding,
  placesApi.mapLocations,
  reorderApi.listReorders,
  purchasingApi.listPurchaseItems,
]

/** Event → the GETs whose answers it makes old. The settings come with their event. */
export const refetchedBy = {
  sales_order_updated: [
    salesApi.listOrders,
    salesApi.countOrders,
    salesApi.getOrder,
    salesApi.listTransitions,
    reorderApi.listReorders,
    dashboard,
    listDeleted,
  ],
  invoice_updated: [invoicingApi.listInvoices, invoicingApi.getInvoice, salesApi.getOrder, listDeleted],
  shipping_updated: [salesApi.getOrder],
  route_updated: [],
  sales_report_updated: [dashboard],
  inventory_updated: [...stock, dashboard, listDeleted],
  account_updated: [crmApi.listAccounts, crmApi.getAccount, listDeleted],
  tracking_updated: [],
  inventory_transaction: [
    inventoryApi.listStockHistory,
    rawMaterialsApi.listStockHistory,
    transfersApi.listTransfers,
    transfersApi.getTransfer,
    kitOrdersApi.listKitOrders,
    kitOrdersApi.getKitOrder,
    placesApi.mapLocations,
    purchasingApi.listPurchaseOrders,
    purchasingApi.countPurchaseOrders,
    purchasingApi.getPurchaseOrder,
    reorderApi.listReorders,
    listDeleted,
  ],
} as const satisfies Record<Exclude<EventName, 'settings_updated'>, readonly { readonly path: string }[]>
