import { journalApi } from '#shared/accounting/journal-api.ts'
import { periodsApi } from '#shared/accounting/periods-api.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { reorderApi } from '#shared/purchasing/reorder/api.ts'
import { orderListApi } from '#shared/sales/orders/order-list-api.ts'
import { lineLotsApi } from '#shared/sales/orders/line-lots-api.ts'
import { timelineApi } from '#shared/crm/partners/timeline-api.ts'
import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { postalAddressesApi } from '#shared/crm/partners/postal-addresses-api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { accountPartsApi, partnersApi, supplierPartsApi } from '#shared/crm/partners/partners-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import type { Emitted } from '#shared/http/event-names.ts'
import type { Route } from '#shared/http/route.ts'
import { exportJobsApi } from '#shared/delivery/export-jobs-api.ts'
import { importsApi } from '#shared/imports/api.ts'
import { customerImportsApi } from '#shared/imports/customer-imports-api.ts'
import { productImportsApi } from '#shared/imports/product-imports-api.ts'
import { rawMaterialImportsApi } from '#shared/imports/raw-material-imports-api.ts'
import { passkeysApi } from '#shared/identity/profile/passkeys-api.ts'
import { secondFactorApi } from '#shared/identity/profile/second-factor-api.ts'
import { sessionsApi } from '#shared/identity/profile/sessions-api.ts'
import { registrationLinksApi } from '#shared/identity/users/registration-links-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { jobsApi } from '#shared/jobs/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { deliveryStatusApi } from '#shared/logistics/routes/delivery-status-api.ts'
import { plansApi } from '#shared/logistics/routes/plans-api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { forecastApi } from '#shared/reports/forecast/api.ts'
import { integrityApi } from '#shared/reports/integrity-api.ts'
import { notificationsApi } from '#shared/notifications/api.ts'
import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import { accountConsignmentApi } from '#shared/portal/consignment-api.ts'
import { accountShelvesApi } from '#shared/portal/shelf-api.ts'
import { accountUsersApi } from '#shared/portal/users-api.ts'
import { listViewsApi } from '#shared/settings/list-views-api.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { numberingApi } from '#shared/settings/numbering-api.ts'
import { mailSettingsApi } from '#shared/settings/mail-settings-api.ts'
import { savedReportsApi } from '#shared/reports/saved-api.ts'
import { reportSchedulesApi } from '#shared/reports/schedules-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { availabilityApi } from '#shared/sales/orders/availability-api.ts'
import { chainApi } from '#shared/sales/orders/chain-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import {
  dashboard,
  workQueue,
  getCompanySetup,
  salesReports,
  listDeleted,
  listDeleters,
  deletions,
  places,
  lots,
  documents,
  shipments,
  routes,
  returns,
  stock,
  notifications,
  retention,
} from './refetched-queries.ts'

/** Event → the GETs that it invalidates, whether the change was made here (refresh.ts) or elsewhere (realtime.ts). */
export const refetchedBy = {
  sales_order_updated: [
    ...deletions,
    getCompanySetup,
    ...notifications,
    candidatesApi.listCandidates,
    candidatesApi.getSummary,
    orderMessagesApi.listOrderMessages,
    timelineApi.listAccountTimeline,
    salesApi.listOrders,
    salesApi.countOrders,
    salesApi.getOrder,
    salesApi.listTransitions,
    ...returns,
    orderListApi.getNeighbours,
    estimatesApi.listEstimates,
    estimatesApi.countEstimates,
    estimatesApi.getEstimate,
    estimatesApi.getUnsentLink,
    chainApi.getChain,
    crmApi.listAccounts,
    crmApi.getAccount,
    reorderApi.listReorders,
    lineLotsApi.listLineLots,
    dashboard,
    workQueue,
    ...salesReports,
    listDeleted,
    listDeleters,
  ],
  invoice_updated: [
    ...deletions,
    ...notifications,
    timelineApi.listAccountTimeline,
    invoicingApi.listInvoices,
    invoicingApi.getInvoice,
    ...returns,
    invoicingApi.sumAges,
    paymentsApi.listPayments,
    paymentsApi.listCredit,
    balancesApi.getBalance,
    balancesApi.getStatement,
    invoiceDocumentsApi.listMails,
    invoiceDocumentsApi.listCreditNoteMails,
    salesApi.getOrder,
    crmApi.getAccount,
    dashboard,
    workQueue,
    listDeleted,
    listDeleters,
  ],
  shipping_updated: [...notifications, workQueue, salesApi.getOrder, plansApi.listWaiting, ...shipments],
  route_updated: [...notifications, ...routes, ...shipments],
  sales_report_updated: [dashboard, ...salesReports],
  inventory_updated: [
    ...deletions,
    getCompanySetup,
    ...notifications,
    ...stock,
    ...places,
    ...lots,
    lineLotsApi.listLineLots,
    reorderApi.listReorders,
    forecastApi.getForecast,
    dashboard,
    workQueue,
    listDeleted,
    listDeleters,
  ],
  account_updated: [
    ...deletions,
    ...notifications,
    postalAddressesApi.listPostalAddresses,
    getCompanySetup,
    ...retention,
    callsApi.listOwners,
    callsApi.listCalls,
    workQueue,
    accountUsersApi.listAccountUsers,
    accountShelvesApi.listAccountShelves,
    accountConsignmentApi.listAccountConsignments,
    paymentsApi.listCredit,
    balancesApi.getBalance,
    balancesApi.getStatement,
    crmApi.listAccounts,
    crmApi.getAccount,
    // Depends on the shelf life that the customer requires.
    availabilityApi.listAvailability,
    crmApi.listSuppliers,
    crmApi.getSupplier,
    inventoryApi.listProducts,
    inventoryApi.getProduct,
    prospectsApi.listProspects,
    prospectsApi.getProspect,
    prospectsApi.listLabels,
    prospectsApi.listLikelyAccounts,
    opportunitiesApi.listOpportunities,
    opportunitiesApi.sumOpportunities,
    opportunitiesApi.getOpportunity,
    contactsApi.listContacts,
    contactsApi.getContact,
    mergeApi.listAccountTwins,
    mergeApi.listSupplierTwins,
    mergeApi.listContactTwins,
    mergeApi.listProspectTwins,
    mergeApi.previewMerge,
    timelineApi.listAccountTimeline,
    timelineApi.listSupplierTimeline,
    ...[accountPartsApi, supplierPartsApi].flatMap((parts) => [parts.listLabels, parts.listAddresses, parts.listNotes]),
    partnersApi.mapAccounts,
    ...Object.values(crmNeighboursApi),
    partnersApi.mapSuppliers,
    // A user is also an account.
    usersApi.list,
    usersApi.get,
    chainApi.getChain,
    listDeleted,
    listDeleters,
  ],
  tracking_updated: [
    routesApi.getRoute,
    routesApi.mapRoutes,
    deliveryStatusApi.getDeliveryStatus,
    shipmentsApi.getShipment,
  ],
  inventory_transaction: [
    ...deletions,
    ...notifications,
    workQueue,
    timelineApi.listSupplierTimeline,
    inventoryApi.listStockHistory,
    rawMaterialsApi.listStockHistory,
    ...lots,
    ...documents,
    placesApi.mapLocations,
    listDeleted,
    listDeleters,
  ],
  // The low-stock threshold and the currency are settings.
  settings_updated: [
    settingsApi.getSettings,
    mailSettingsApi.getMailSettings,
    numberingApi.listNextNumbers,
    inventoryApi.listProducts,
    inventoryApi.getProduct,
    availabilityApi.listAvailability,
    dashboard,
  ],
  user_updated: [sessionsApi.listOfUser, getCompanySetup],
  login_updated: [sessionsApi.listOwn, secondFactorApi.state, passkeysApi.list],
  registration_link_updated: [registrationLinksApi.list],
  list_view_updated: [listViewsApi.listViews],
  saved_report_updated: [savedReportsApi.listSaved, reportSchedulesApi.listSchedules, reportSchedulesApi.listRuns],
  export_updated: [exportJobsApi.listExportJobs, ...notifications],
  import_updated: [importsApi, productImportsApi, rawMaterialImportsApi, customerImportsApi].flatMap(
    (calls): Route[] => [calls.listImports, calls.getImport],
  ),
  integrity_check_updated: [integrityApi.listProofs],
  trash_updated: [listDeleted, listDeleters],
  job_updated: [jobsApi.listJobs, jobsApi.countJobs],
  notification_updated: [...notifications, notificationsApi.getSettings],
  // The portal has its own table.
  portal_updated: [],
  journal_updated: [
    journalApi.listJournal,
    journalApi.trialBalance,
    journalApi.getChart,
    periodsApi.getPeriodLock,
    periodsApi.listPeriodEvents,
  ],
} as const satisfies Record<Emitted, readonly Route[]>
