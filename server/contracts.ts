import * as accountingJournalApi from '#shared/accounting/journal-api.ts'
import * as accountingPeriodsApi from '#shared/accounting/periods-api.ts'
import * as accessRoles from '#shared/access/roles.ts'
import * as crmContactsApi from '#shared/crm/contacts/api.ts'
import * as crmOpportunitiesApi from '#shared/crm/opportunities/api.ts'
import * as crmPartnersApi from '#shared/crm/partners/api.ts'
import * as crmPartnersCallsApi from '#shared/crm/partners/calls-api.ts'
import * as crmPartnersDeliveryWindows from '#shared/crm/partners/delivery-windows.ts'
import * as crmPartnersMergeApi from '#shared/crm/partners/merge-api.ts'
import * as crmPartnersNeighboursApi from '#shared/crm/partners/neighbours-api.ts'
import * as crmPartnersPartnersApi from '#shared/crm/partners/partners-api.ts'
import * as crmPartnersPostalAddressesApi from '#shared/crm/partners/postal-addresses-api.ts'
import * as crmPartnersTimelineApi from '#shared/crm/partners/timeline-api.ts'
import * as crmProspectsApi from '#shared/crm/prospects/api.ts'
import * as dashboardCompanySetupApi from '#shared/dashboard/company-setup-api.ts'
import * as deliveryApi from '#shared/delivery/api.ts'
import * as deliveryDocuments from '#shared/delivery/documents.ts'
import * as deliveryExportJobsApi from '#shared/delivery/export-jobs-api.ts'
import * as fields from '#shared/fields.ts'
import * as httpPaging from '#shared/http/paging.ts'
import * as identityLoginApi from '#shared/identity/login/api.ts'
import * as identityLoginPasswordApi from '#shared/identity/login/password-api.ts'
import * as identityLoginPortalApi from '#shared/identity/login/portal-api.ts'
import * as identityProfilePasskeysApi from '#shared/identity/profile/passkeys-api.ts'
import * as identityProfileSecondFactorApi from '#shared/identity/profile/second-factor-api.ts'
import * as identityProfileSessionsApi from '#shared/identity/profile/sessions-api.ts'
import * as identityProfileSudoApi from '#shared/identity/profile/sudo-api.ts'
import * as identityUser from '#shared/identity/user.ts'
import * as identityUsersRegistrationLinksApi from '#shared/identity/users/registration-links-api.ts'
import * as identityUsersUsersApi from '#shared/identity/users/users-api.ts'
import * as importsApi from '#shared/imports/api.ts'
import * as importsCustomerImportsApi from '#shared/imports/customer-imports-api.ts'
import * as importsProductImportsApi from '#shared/imports/product-imports-api.ts'
import * as importsRawMaterialImportsApi from '#shared/imports/raw-material-imports-api.ts'
import * as inventoryCatalogueAttributesApi from '#shared/inventory/catalogue/attributes-api.ts'
import * as inventoryCatalogueServiceTypesApi from '#shared/inventory/catalogue/service-types-api.ts'
import * as inventoryCountsApi from '#shared/inventory/counts/api.ts'
import * as inventoryKitsApi from '#shared/inventory/kits/api.ts'
import * as inventoryKitsKitOrdersApi from '#shared/inventory/kits/kit-orders-api.ts'
import * as inventoryLabelsApi from '#shared/inventory/labels/api.ts'
import * as inventoryLocationsApi from '#shared/inventory/locations/api.ts'
import * as inventoryLotsApi from '#shared/inventory/lots/api.ts'
import * as inventoryLotsScanApi from '#shared/inventory/lots/scan-api.ts'
import * as inventoryProductionApi from '#shared/inventory/production/api.ts'
import * as inventoryProductsItemSupplierApi from '#shared/inventory/products/item-supplier-api.ts'
import * as inventoryProductsPriceHistoryApi from '#shared/inventory/products/price-history-api.ts'
import * as inventoryProductsProductImagesApi from '#shared/inventory/products/product-images-api.ts'
import * as inventoryProductsProductListApi from '#shared/inventory/products/product-list-api.ts'
import * as inventoryRawMaterialsApi from '#shared/inventory/raw-materials/api.ts'
import * as inventoryRecallsApi from '#shared/inventory/recalls/api.ts'
import * as inventoryRecallsRecall from '#shared/inventory/recalls/recall.ts'
import * as inventoryStockApi from '#shared/inventory/stock/api.ts'
import * as inventoryStockAuditsApi from '#shared/inventory/stock/audits-api.ts'
import * as inventoryStockCodesQuery from '#shared/inventory/stock/codes-query.ts'
import * as inventoryStockLineLot from '#shared/inventory/stock/line-lot.ts'
import * as inventoryStockProduct from '#shared/inventory/stock/product.ts'
import * as inventoryTransfersApi from '#shared/inventory/transfers/api.ts'
import * as invoicingApi from '#shared/invoicing/api.ts'
import * as invoicingBalancesApi from '#shared/invoicing/balances-api.ts'
import * as invoicingDocumentsApi from '#shared/invoicing/documents-api.ts'
import * as invoicingPaymentsApi from '#shared/invoicing/payments-api.ts'
import * as jobsApi from '#shared/jobs/api.ts'
import * as logisticsDriverApi from '#shared/logistics/driver/api.ts'
import * as logisticsDriverEvents from '#shared/logistics/driver/events.ts'
import * as logisticsRoutesApi from '#shared/logistics/routes/api.ts'
import * as logisticsRoutesDeliveryStatusApi from '#shared/logistics/routes/delivery-status-api.ts'
import * as logisticsRoutesDocuments from '#shared/logistics/routes/documents-api.ts'
import * as logisticsRoutesDrivingTimes from '#shared/logistics/routes/driving-times-api.ts'
import * as logisticsRoutesPlansApi from '#shared/logistics/routes/plans-api.ts'
import * as logisticsRoutesRoute from '#shared/logistics/routes/route.ts'
import * as logisticsRoutesVehiclesApi from '#shared/logistics/routes/vehicles-api.ts'
import * as logisticsShipmentsApi from '#shared/logistics/shipments/api.ts'
import * as logisticsShipmentsDocuments from '#shared/logistics/shipments/documents-api.ts'
import * as logisticsShipmentsPackages from '#shared/logistics/shipments/packages.ts'
import * as logisticsShipmentsPosition from '#shared/logistics/shipments/position.ts'
import * as logisticsShipmentsShipment from '#shared/logistics/shipments/shipment.ts'
import * as logisticsTrackingApi from '#shared/logistics/tracking/api.ts'
import * as moneyLines from '#shared/money-lines.ts'
import * as money from '#shared/money.ts'
import * as notificationsApi from '#shared/notifications/api.ts'
import * as portalConsignmentApi from '#shared/portal/consignment-api.ts'
import * as portalDeliveriesApi from '#shared/portal/deliveries-api.ts'
import * as portalEstimatesApi from '#shared/portal/estimates-api.ts'
import * as portalHomeApi from '#shared/portal/home-api.ts'
import * as portalInvoicesApi from '#shared/portal/invoices-api.ts'
import * as portalMessagesApi from '#shared/portal/messages-api.ts'
import * as portalOrdersApi from '#shared/portal/orders-api.ts'
import * as portalRecallsApi from '#shared/portal/recalls-api.ts'
import * as portalReturnsApi from '#shared/portal/returns-api.ts'
import * as portalShelfApi from '#shared/portal/shelf-api.ts'
import * as portalShelfProductsApi from '#shared/portal/shelf-products-api.ts'
import * as portalUsersApi from '#shared/portal/users-api.ts'
import * as portalViewingApi from '#shared/portal/viewing-api.ts'
import * as purchasingOrdersApi from '#shared/purchasing/orders/api.ts'
import * as purchasingOrdersPurchaseInput from '#shared/purchasing/orders/purchase-input.ts'
import * as purchasingOrdersPurchaseOrder from '#shared/purchasing/orders/purchase-order.ts'
import * as purchasingReorderApi from '#shared/purchasing/reorder/api.ts'
import * as reportsApi from '#shared/reports/api.ts'
import * as reportsDateRange from '#shared/reports/date-range.ts'
import * as reportsDeletedApi from '#shared/reports/deleted-api.ts'
import * as reportsExpiryApi from '#shared/reports/expiry/api.ts'
import * as reportsForecastApi from '#shared/reports/forecast/api.ts'
import * as reportsInventoryApi from '#shared/reports/inventory-api.ts'
import * as reportsIntegrityApi from '#shared/reports/integrity-api.ts'
import * as reportsSavedApi from '#shared/reports/saved-api.ts'
import * as reportsSchedulesApi from '#shared/reports/schedules-api.ts'
import * as reportsWorkQueue from '#shared/reports/work-queue-api.ts'
import * as retentionCandidatesApi from '#shared/retention/candidates-api.ts'
import * as retentionMessagesApi from '#shared/retention/messages-api.ts'
import * as retentionOptOutsApi from '#shared/retention/opt-outs-api.ts'
import * as retentionSettingsApi from '#shared/retention/settings-api.ts'
import * as retentionTemplatesApi from '#shared/retention/templates-api.ts'
import * as salesEstimatesApi from '#shared/sales/estimates/api.ts'
import * as salesEstimatesEstimateLinksApi from '#shared/sales/estimates/estimate-links-api.ts'
import * as salesOrdersApi from '#shared/sales/orders/api.ts'
import * as salesOrdersAvailabilityApi from '#shared/sales/orders/availability-api.ts'
import * as salesOrdersChainApi from '#shared/sales/orders/chain-api.ts'
import * as salesOrdersLineLotsApi from '#shared/sales/orders/line-lots-api.ts'
import * as salesOrdersOrderDocumentsApi from '#shared/sales/orders/order-documents-api.ts'
import * as salesOrdersOrderHoldApi from '#shared/sales/orders/order-hold-api.ts'
import * as salesOrdersOrderInput from '#shared/sales/orders/order-input.ts'
import * as salesOrdersOrderListApi from '#shared/sales/orders/order-list-api.ts'
import * as salesOrdersOrderPreviewApi from '#shared/sales/orders/order-preview-api.ts'
import * as salesOrdersOrderTimeline from '#shared/sales/orders/order-timeline.ts'
import * as salesOrdersOrder from '#shared/sales/orders/order.ts'
import * as salesOrdersShipToApi from '#shared/sales/orders/ship-to-api.ts'
import * as salesReturnsApi from '#shared/sales/returns/api.ts'
import * as searchApi from '#shared/search/api.ts'
import * as settingsApi from '#shared/settings/api.ts'
import * as settingsListSettingsApi from '#shared/settings/list-settings-api.ts'
import * as settingsListViewsApi from '#shared/settings/list-views-api.ts'
import * as settingsMailSettingsApi from '#shared/settings/mail-settings-api.ts'
import * as settingsTaxSettings from '#shared/settings/tax-settings.ts'

/**
 * Every module that declares endpoints or the schemas of what they take and answer. The API document takes its names from their
 * exports; a test finds an endpoint that is missing.
 */
export const contracts: readonly Readonly<Record<string, unknown>>[] = [
  accountingJournalApi,
  accountingPeriodsApi,
  accessRoles,
  crmContactsApi,
  crmOpportunitiesApi,
  crmPartnersApi,
  crmPartnersCallsApi,
  crmPartnersDeliveryWindows,
  crmPartnersMergeApi,
  crmPartnersNeighboursApi,
  crmPartnersPartnersApi,
  crmPartnersPostalAddressesApi,
  crmPartnersTimelineApi,
  crmProspectsApi,
  dashboardCompanySetupApi,
  deliveryApi,
  deliveryDocuments,
  deliveryExportJobsApi,
  fields,
  httpPaging,
  identityLoginApi,
  identityLoginPasswordApi,
  identityLoginPortalApi,
  identityProfilePasskeysApi,
  identityProfileSecondFactorApi,
  identityProfileSessionsApi,
  identityProfileSudoApi,
  identityUser,
  identityUsersRegistrationLinksApi,
  identityUsersUsersApi,
  importsApi,
  importsCustomerImportsApi,
  importsProductImportsApi,
  importsRawMaterialImportsApi,
  inventoryCatalogueAttributesApi,
  inventoryCatalogueServiceTypesApi,
  inventoryCountsApi,
  inventoryKitsApi,
  inventoryKitsKitOrdersApi,
  inventoryLabelsApi,
  inventoryLocationsApi,
  inventoryLotsApi,
  inventoryLotsScanApi,
  inventoryProductionApi,
  inventoryProductsItemSupplierApi,
  inventoryProductsPriceHistoryApi,
  inventoryProductsProductImagesApi,
  inventoryProductsProductListApi,
  inventoryRawMaterialsApi,
  inventoryRecallsApi,
  inventoryRecallsRecall,
  inventoryStockApi,
  inventoryStockAuditsApi,
  inventoryStockCodesQuery,
  inventoryStockLineLot,
  inventoryStockProduct,
  inventoryTransfersApi,
  invoicingApi,
  invoicingBalancesApi,
  invoicingDocumentsApi,
  invoicingPaymentsApi,
  jobsApi,
  logisticsDriverApi,
  logisticsDriverEvents,
  logisticsRoutesApi,
  logisticsRoutesDeliveryStatusApi,
  logisticsRoutesDocuments,
  logisticsRoutesDrivingTimes,
  logisticsRoutesPlansApi,
  logisticsRoutesRoute,
  logisticsRoutesVehiclesApi,
  logisticsShipmentsApi,
  logisticsShipmentsDocuments,
  logisticsShipmentsPackages,
  logisticsShipmentsPosition,
  logisticsShipmentsShipment,
  logisticsTrackingApi,
  moneyLines,
  money,
  notificationsApi,
  portalConsignmentApi,
  portalDeliveriesApi,
  portalEstimatesApi,
  portalHomeApi,
  portalInvoicesApi,
  portalMessagesApi,
  portalOrdersApi,
  portalRecallsApi,
  portalReturnsApi,
  portalShelfApi,
  portalShelfProductsApi,
  portalUsersApi,
  portalViewingApi,
  purchasingOrdersApi,
  purchasingOrdersPurchaseInput,
  purchasingOrdersPurchaseOrder,
  purchasingReorderApi,
  reportsApi,
  reportsDateRange,
  reportsDeletedApi,
  reportsExpiryApi,
  reportsForecastApi,
  reportsInventoryApi,
  reportsIntegrityApi,
  reportsSavedApi,
  reportsSchedulesApi,
  reportsWorkQueue,
  retentionCandidatesApi,
  retentionMessagesApi,
  retentionOptOutsApi,
  retentionSettingsApi,
  retentionTemplatesApi,
  salesEstimatesApi,
  salesEstimatesEstimateLinksApi,
  salesOrdersApi,
  salesOrdersAvailabilityApi,
  salesOrdersChainApi,
  salesOrdersLineLotsApi,
  salesOrdersOrderDocumentsApi,
  salesOrdersOrderHoldApi,
  salesOrdersOrderInput,
  salesOrdersOrderListApi,
  salesOrdersOrderPreviewApi,
  salesOrdersOrderTimeline,
  salesOrdersOrder,
  salesOrdersShipToApi,
  salesReturnsApi,
  searchApi,
  settingsApi,
  settingsListSettingsApi,
  settingsListViewsApi,
  settingsMailSettingsApi,
  settingsTaxSettings,
]
