import { crmApi } from '#shared/crm/partners/api.ts'
import { attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { reorderApi } from '#shared/purchasing/reorder/api.ts'
import { auditsApi } from '#shared/inventory/stock/audits-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { priceHistoryApi } from '#shared/inventory/products/price-history-api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { productListApi } from '#shared/inventory/products/product-list-api.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { deliveryStatusApi } from '#shared/logistics/routes/delivery-status-api.ts'
import { plansApi } from '#shared/logistics/routes/plans-api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { notificationsApi } from '#shared/notifications/api.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { messagesApi } from '#shared/retention/messages-api.ts'
import { optOutsApi } from '#shared/retention/opt-outs-api.ts'
import { retentionSettingsApi } from '#shared/retention/settings-api.ts'
import { templatesApi } from '#shared/retention/templates-api.ts'
import { companySetupApi } from '#shared/dashboard/company-setup-api.ts'
import { workQueueApi } from '#shared/reports/work-queue-api.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { itemsReport, ordersReport, salesReport } from '#shared/reports/reports.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { availabilityApi } from '#shared/sales/orders/availability-api.ts'

/* Groups of queries that one change invalidates together. */

export const { dashboard } = reportsApi
export const { workQueue } = workQueueApi
export const { getCompanySetup } = companySetupApi
export const salesReports = [salesReport.read, itemsReport.read, ordersReport.read]
export const { listDeleted, listDeleters } = deletedApi
export const places = [
  inventoryApi.listCategories,
  attributesApi.listAttributes,
  serviceTypesApi.listServiceTypes,
  inventoryApi.listLocations,
  placesApi.getLocation,
  placesApi.listStanding,
  placesApi.mapLocations,
]
export const lots = [lotsApi.listLots, lotsApi.sumLots, lotsApi.getLot, lotsApi.listMovements, lotsApi.traceLot]
const purchases = [
  purchasingApi.listPurchaseOrders,
  purchasingApi.countPurchaseOrders,
  purchasingApi.getPurchaseOrder,
  purchasingApi.listPurchaseItems,
  reorderApi.listReorders,
]
export const documents = [
  transfersApi.listTransfers,
  transfersApi.getTransfer,
  kitOrdersApi.listKitOrders,
  kitOrdersApi.getKitOrder,
  kitOrdersApi.listKitLineLots,
  countsApi.listCounts,
  countsApi.getCount,
  countsApi.listCountLines,
  countsApi.previewCount,
  recallsApi.listRecalls,
  recallsApi.getRecall,
  ...purchases,
]
export const shipments = [
  shipmentsApi.listShipments,
  shipmentsApi.countShipments,
  shipmentsApi.getShipment,
  shipmentsApi.getNeighbours,
  deliveryStatusApi.getDeliveryStatus,
]
export const routes = [
  routesApi.listRoutes,
  routesApi.countRoutes,
  routesApi.mapRoutes,
  plansApi.listWaiting,
  routesApi.getRoute,
  routesApi.getNeighbours,
  vehiclesApi.listVehicles,
  vehiclesApi.getVehicle,
  vehiclesApi.listDrivers,
  driverApi.listDriverRoutes,
  driverApi.getDriverRoute,
]
export const returns = [
  returnsApi.listReturns,
  returnsApi.countReturns,
  returnsApi.listReturnOrders,
  returnsApi.getReturn,
  returnsApi.listReturnable,
]
export const stock = [
  inventoryApi.listProducts,
  inventoryApi.getProduct,
  inventoryApi.listStockHistory,
  availabilityApi.listAvailability,
  rawMaterialsApi.listRawMaterials,
  rawMaterialsApi.listMaterialTypes,
  rawMaterialsApi.getRawMaterial,
  rawMaterialsApi.listStockHistory,
  auditsApi.listHolders,
  priceHistoryApi.listPriceHistory,
  recallsApi.listRecalls,
  recallsApi.getRecall,
  productListApi.getNeighbours,
  productListApi.listUses,
  transfersApi.listStandingItems,
  kitsApi.listKits,
  kitsApi.getKit,
  kitOrdersApi.getKitOrder,
  kitOrdersApi.listKitLineLots,
  productionApi.getProduction,
  productionApi.listRuns,
  productionApi.getRun,
  purchasingApi.listPurchaseItems,
  // Expected quantities, and stock moved since the count.
  countsApi.previewCount,
  countsApi.getCount,
  countsApi.listCountLines,
]

/** Whether a record can be deleted may change with anything that refers to it. */
export const deletions = [crmApi.getAccountDeletion, crmApi.getSupplierDeletion]
export const notifications = [notificationsApi.listNotifications, notificationsApi.countUnread]

export const retention = [
  candidatesApi.listCandidates,
  candidatesApi.getSummary,
  messagesApi.listMessages,
  messagesApi.getResults,
  messagesApi.listResults,
  optOutsApi.listOptOuts,
  retentionSettingsApi.getRetentionSettings,
  templatesApi.listTemplates,
]
