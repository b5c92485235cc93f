import { createBrowserRouter, matchRoutes, Navigate, Outlet } from 'react-router'
import { keyHistoryEntry } from './history-entry.ts'
import { RouteErrorScreen } from './error-screen.tsx'
import { type PageRow, routeOf } from './page-row.tsx'
import { Root } from './root.tsx'
import { AuthLayout } from '#web/app/shell/auth-layout.tsx'
import { DocumentLayout } from '#web/app/shell/document-layout.tsx'
import { BareLayout } from '#web/app/shell/bare-layout.tsx'
import { Shell } from '#web/app/shell/shell.tsx'
import { paths } from '#web/paths.ts'
import { FullScreenLoading } from '#web/ui/full-screen-loading.tsx'

/* The whole route table. */

const publicPages: readonly PageRow[] = [
  { path: paths.login, title: 'Log in', lazy: () => import('#web/identity/login/login-page.tsx') },
  { path: paths.register, title: 'Register', lazy: () => import('#web/identity/login/register-page.tsx') },
  {
    path: paths.setupFirstAdmin,
    title: 'Set up Wardstock',
    lazy: () => import('#web/identity/login/setup-first-admin-page.tsx'),
  },
  {
    path: paths.resetPassword,
    title: 'Reset your password',
    lazy: () => import('#web/identity/login/reset-password-page.tsx'),
  },
]

/** Open to whoever has the mailed link, signed in or not. */
const paperPages: readonly PageRow[] = [
  {
    path: paths.estimateAnswer,
    title: 'Estimate',
    lazy: () => import('#web/sales/estimates/offered-estimate-page.tsx'),
  },
  {
    path: paths.unsubscribe(':key'),
    title: 'Unsubscribe',
    lazy: () => import('#web/retention/unsubscribe-page.tsx'),
  },
  {
    path: paths.unsubscribeReport(':key'),
    title: 'Unsubscribe',
    lazy: () => import('#web/reports/saved/unsubscribe-report-page.tsx'),
  },
  {
    path: paths.unsubscribeDigest(':key'),
    title: 'Unsubscribe',
    lazy: () => import('#web/notifications/unsubscribe-digest-page.tsx'),
  },
]

/** Outside the main layout. */
const barePages: readonly PageRow[] = [
  { path: paths.profile, title: 'My profile', lazy: () => import('#web/identity/profile/profile-page.tsx') },
]

/** Served as documents of their own (server/http/web-app.ts): without a layout, as nobody may be logged in at their doors. */
const otherDocuments: readonly PageRow[] = [
  { path: paths.driverPortal, title: 'Driver portal', lazy: () => import('./other-document.tsx') },
  { path: paths.driverRoute(':id'), title: 'Route', lazy: () => import('./other-document.tsx') },
  { path: `${paths.customerPortal}/*`, title: 'Customer portal', lazy: () => import('./other-document.tsx') },
  { path: `${paths.portalOf(':id')}/*`, title: 'Customer portal', lazy: () => import('./other-document.tsx') },
]

const shellPages: readonly PageRow[] = [
  { path: paths.dashboard, title: 'Dashboard', lazy: () => import('#web/dashboard/dashboard-page.tsx') },
  {
    path: paths.notifications,
    title: 'Notifications',
    lazy: () => import('#web/notifications/notification-list-page.tsx'),
  },
  { path: paths.settings, title: 'Settings', lazy: () => import('#web/settings/settings-page.tsx') },
  { path: paths.allReports, title: 'All reports', lazy: () => import('#web/reports/all-reports-page.tsx') },
  { path: paths.report(':report'), title: 'Report', lazy: () => import('#web/reports/report-page.tsx') },
  { path: paths.reportRecords(':report'), title: 'Records', lazy: () => import('#web/reports/records-page.tsx') },
  {
    path: paths.savedReports,
    title: 'Saved reports',
    lazy: () => import('#web/reports/saved/saved-reports-page.tsx'),
  },
  { path: paths.imports, title: 'Import deliveries', lazy: () => import('#web/imports/import-page.tsx') },
  { path: paths.proof, title: 'Data integrity check', lazy: () => import('#web/integrity/integrity-page.tsx') },
  { path: paths.jobs, title: 'Background jobs', lazy: () => import('#web/jobs/job-list-page.tsx') },
  { path: paths.users, title: 'Users', lazy: () => import('#web/identity/users/user-list-page.tsx') },
  { path: paths.user(':id'), title: 'User', lazy: () => import('#web/identity/users/user-page.tsx') },

  { path: paths.accounts, title: 'Accounts', lazy: () => import('#web/crm/partners/accounts-page.tsx') },
  { path: paths.customers, title: 'Customers', lazy: () => import('#web/crm/partners/customer-list-page.tsx') },
  { path: paths.customer(':id'), title: 'Customer', lazy: () => import('#web/crm/partners/customer-page.tsx') },
  { path: paths.suppliers, title: 'Suppliers', lazy: () => import('#web/crm/partners/supplier-list-page.tsx') },
  { path: paths.supplier(':id'), title: 'Supplier', lazy: () => import('#web/crm/partners/supplier-page.tsx') },
  { path: paths.prospects, title: 'Prospects', lazy: () => import('#web/crm/prospects/prospect-list-page.tsx') },
  { path: paths.prospect(':id'), title: 'Prospect', lazy: () => import('#web/crm/prospects/prospect-page.tsx') },
  { path: paths.addressBook, title: 'Address book', lazy: () => import('#web/crm/contacts/contact-list-page.tsx') },
  { path: paths.contact(':id'), title: 'Contact', lazy: () => import('#web/crm/contacts/contact-page.tsx') },
  {
    path: paths.opportunities,
    title: 'Sales opportunities',
    lazy: () => import('#web/crm/opportunities/opportunity-list-page.tsx'),
  },
  {
    path: paths.opportunity(':id'),
    title: 'Sales opportunity',
    lazy: () => import('#web/crm/opportunities/opportunity-page.tsx'),
  },

  { path: paths.products, title: 'Inventory', lazy: () => import('#web/inventory/products/product-list-page.tsx') },
  { path: paths.productNew, title: 'Add product', lazy: () => import('#web/inventory/products/product-add-page.tsx') },
  {
    path: paths.customerImport,
    title: 'Import customers',
    lazy: () => import('#web/imports/customer-import-page.tsx'),
  },
  {
    path: paths.rawMaterialImport,
    title: 'Import raw materials',
    lazy: () => import('#web/imports/raw-material-import-page.tsx'),
  },
  { path: paths.productImport, title: 'Import products', lazy: () => import('#web/imports/product-import-page.tsx') },
  { path: paths.product(':id'), title: 'Product', lazy: () => import('#web/inventory/products/product-page.tsx') },
  {
    path: paths.productEdit(':id'),
    title: 'Edit product',
    lazy: () => import('#web/inventory/products/product-edit-page.tsx'),
  },
  {
    path: paths.rawMaterials,
    title: 'Raw materials',
    lazy: () => import('#web/inventory/raw-materials/raw-material-list-page.tsx'),
  },
  {
    path: paths.rawMaterialNew,
    title: 'Add raw material',
    lazy: () => import('#web/inventory/raw-materials/raw-material-add-page.tsx'),
  },
  {
    path: paths.rawMaterial(':id'),
    title: 'Raw material',
    lazy: () => import('#web/inventory/raw-materials/raw-material-page.tsx'),
  },
  {
    path: paths.rawMaterialEdit(':id'),
    title: 'Edit raw material',
    lazy: () => import('#web/inventory/raw-materials/raw-material-edit-page.tsx'),
  },
  { path: paths.forecast, title: 'Demand forecast', lazy: () => import('#web/reports/forecast/forecast-page.tsx') },
  { path: paths.expiryRadar, title: 'Expiry radar', lazy: () => import('#web/reports/expiry/expiry-radar-page.tsx') },
  { path: paths.reorder, title: 'Reorder', lazy: () => import('#web/purchasing/reorder/reorder-page.tsx') },
  {
    path: paths.stockTransfers,
    title: 'Stock transfers',
    lazy: () => import('#web/inventory/transfers/transfer-list-page.tsx'),
  },
  {
    path: paths.stockTransferNew,
    title: 'Add transfer',
    lazy: () => import('#web/inventory/transfers/transfer-add-page.tsx'),
  },
  {
    path: paths.stockTransfer(':id'),
    title: 'Stock transfer',
    lazy: () => import('#web/inventory/transfers/transfer-page.tsx'),
  },
  {
    path: paths.stockTransferEdit(':id'),
    title: 'Edit transfer',
    lazy: () => import('#web/inventory/transfers/transfer-edit-page.tsx'),
  },
  { path: paths.lots, title: 'Lots & expiry', lazy: () => import('#web/inventory/lots/lot-list-page.tsx') },
  { path: paths.lot(':id'), title: 'Lot', lazy: () => import('#web/inventory/lots/lot-page.tsx') },
  { path: paths.kits, title: 'Kitting & bundles', lazy: () => import('#web/inventory/kits/kit-order-list-page.tsx') },
  { path: paths.kitNew, title: 'Add kit', lazy: () => import('#web/inventory/kits/kit-add-page.tsx') },
  { path: paths.kitOrderNew, title: 'Pack kits', lazy: () => import('#web/inventory/kits/kit-order-new-page.tsx') },
  {
    path: paths.kitOrderEdit(':id'),
    title: 'Edit kit order',
    lazy: () => import('#web/inventory/kits/kit-order-edit-page.tsx'),
  },
  { path: paths.kitOrder(':id'), title: 'Kit order', lazy: () => import('#web/inventory/kits/kit-order-page.tsx') },
  { path: paths.kitList, title: 'Kits', lazy: () => import('#web/inventory/kits/kit-list-page.tsx') },
  { path: paths.kit(':id'), title: 'Kit', lazy: () => import('#web/inventory/kits/kit-page.tsx') },
  { path: paths.kitEdit(':id'), title: 'Edit kit', lazy: () => import('#web/inventory/kits/kit-edit-page.tsx') },
  {
    path: paths.production,
    title: 'Production',
    lazy: () => import('#web/inventory/production/production-list-page.tsx'),
  },
  {
    path: paths.productionRun(':id'),
    title: 'Production run',
    lazy: () => import('#web/inventory/production/production-page.tsx'),
  },
  { path: paths.recalls, title: 'Recalls', lazy: () => import('#web/inventory/recalls/recall-list-page.tsx') },
  { path: paths.recallNew, title: 'Start recall', lazy: () => import('#web/inventory/recalls/recall-new-page.tsx') },
  { path: paths.recall(':id'), title: 'Recall', lazy: () => import('#web/inventory/recalls/recall-page.tsx') },
  { path: paths.stockCounts, title: 'Stock counts', lazy: () => import('#web/inventory/counts/count-list-page.tsx') },
  { path: paths.stockCount(':id'), title: 'Stock count', lazy: () => import('#web/inventory/counts/count-page.tsx') },
  { path: paths.stockCounting(':id'), title: 'Count', lazy: () => import('#web/inventory/counts/counting-page.tsx') },
  {
    path: paths.categories,
    title: 'Categories',
    lazy: () => import('#web/inventory/catalogue/category-list-page.tsx'),
  },
  {
    path: paths.attributes,
    title: 'Attributes',
    lazy: () => import('#web/inventory/catalogue/attribute-list-page.tsx'),
  },
  {
    path: paths.locations,
    title: 'Locations & zones',
    lazy: () => import('#web/inventory/locations/location-list-page.tsx'),
  },
  { path: paths.location(':id'), title: 'Location', lazy: () => import('#web/inventory/locations/location-page.tsx') },
  {
    path: paths.serviceTypes,
    title: 'Service types',
    lazy: () => import('#web/inventory/catalogue/service-type-list-page.tsx'),
  },

  { path: paths.orders, title: 'Sales orders', lazy: () => import('#web/sales/orders/order-list-page.tsx') },
  { path: paths.orderNew, title: 'New sales order', lazy: () => import('#web/sales/order-editor/order-new-page.tsx') },
  { path: paths.order(':id'), title: 'Sales order', lazy: () => import('#web/sales/orders/order-page.tsx') },
  {
    path: paths.orderEdit(':id'),
    title: 'Edit sales order',
    lazy: () => import('#web/sales/order-editor/order-edit-page.tsx'),
  },
  { path: paths.estimates, title: 'Estimates', lazy: () => import('#web/sales/estimates/estimate-list-page.tsx') },
  { path: paths.estimateNew, title: 'New estimate', lazy: () => import('#web/sales/estimates/estimate-new-page.tsx') },
  { path: paths.estimate(':id'), title: 'Estimate', lazy: () => import('#web/sales/estimates/estimate-page.tsx') },
  {
    path: paths.estimateEdit(':id'),
    title: 'Edit estimate',
    lazy: () => import('#web/sales/estimates/estimate-edit-page.tsx'),
  },
  {
    path: paths.purchaseOrders,
    title: 'Purchase orders',
    lazy: () => import('#web/purchasing/orders/purchase-list-page.tsx'),
  },
  {
    path: paths.purchaseOrderNew,
    title: 'New purchase order',
    lazy: () => import('#web/purchasing/orders/purchase-new-page.tsx'),
  },
  {
    path: paths.purchaseOrder(':id'),
    title: 'Purchase order',
    lazy: () => import('#web/purchasing/orders/purchase-page.tsx'),
  },
  {
    path: paths.purchaseOrderEdit(':id'),
    title: 'Edit purchase order',
    lazy: () => import('#web/purchasing/orders/purchase-edit-page.tsx'),
  },
  {
    path: paths.purchaseOrderReceive(':id'),
    title: 'Receive goods',
    lazy: () => import('#web/purchasing/receipts/receive-page.tsx'),
  },
  { path: paths.invoices, title: 'Invoices', lazy: () => import('#web/invoicing/invoice-list-page.tsx') },
  {
    path: paths.statement(':id'),
    title: 'Statement of account',
    lazy: () => import('#web/invoicing/statement-page.tsx'),
  },
  { path: paths.invoice(':id'), title: 'Invoice', lazy: () => import('#web/invoicing/invoice-page.tsx') },
  { path: paths.returns, title: 'Returns', lazy: () => import('#web/sales/returns/return-list-page.tsx') },
  { path: paths.returnNew, title: 'New return', lazy: () => import('#web/sales/returns/return-new-page.tsx') },
  { path: paths.return(':id'), title: 'Return', lazy: () => import('#web/sales/returns/return-page.tsx') },

  { path: paths.shipping, title: 'Shipping', lazy: () => import('#web/logistics/shipments/shipment-list-page.tsx') },
  { path: paths.shipment(':id'), title: 'Shipment', lazy: () => import('#web/logistics/shipments/shipment-page.tsx') },
  {
    path: paths.deliveryStatus,
    title: 'Delivery status',
    lazy: () => import('#web/logistics/delivery-status/delivery-status-page.tsx'),
  },
  { path: paths.routes, title: 'Routes', lazy: () => import('#web/logistics/routes/route-list-page.tsx') },
  { path: paths.routeNew, title: 'Add route', lazy: () => import('#web/logistics/routes/route-new-page.tsx') },
  {
    path: paths.routeEdit(':id'),
    title: 'Edit route',
    lazy: () => import('#web/logistics/routes/route-edit-page.tsx'),
  },
  { path: paths.routePlan, title: 'Plan day', lazy: () => import('#web/logistics/routes/plan-page.tsx') },
  { path: paths.vehicles, title: 'Vehicles', lazy: () => import('#web/logistics/routes/vehicle-list-page.tsx') },
  { path: paths.drivers, title: 'Drivers', lazy: () => import('#web/logistics/routes/driver-list-page.tsx') },
  {
    path: paths.drivingTimes,
    title: 'Driving times',
    lazy: () => import('#web/logistics/routes/driving-times-page.tsx'),
  },
  { path: paths.route(':id'), title: 'Route', lazy: () => import('#web/logistics/routes/route-page.tsx') },
  { path: paths.retention, title: 'Retention', lazy: () => import('#web/retention/retention-page.tsx') },

  { path: paths.reports, title: 'Analytics', lazy: () => import('#web/reports/analytics-page.tsx') },
  { path: paths.salesReports, title: 'Sales reports', lazy: () => import('#web/reports/sales-report-page.tsx') },
  {
    path: paths.inventoryReports,
    title: 'Inventory reports',
    lazy: () => import('#web/reports/inventory/inventory-report-page.tsx'),
  },
  { path: paths.journal, title: 'Journal', lazy: () => import('#web/accounting/journal-page.tsx') },
  { path: paths.deletedItems, title: 'Deleted items', lazy: () => import('#web/trash/deleted-list-page.tsx') },
]

const known = [...publicPages, ...paperPages, ...barePages, ...otherDocuments, ...shellPages].map(({ path }) => ({
  path,
}))
const isKnown = (path: string) => matchRoutes(known, path) !== null

keyHistoryEntry()

export const router = createBrowserRouter([
  {
    element: (
      <Root isKnown={isKnown} pages={shellPages}>
        <Outlet />
      </Root>
    ),
    ErrorBoundary: RouteErrorScreen,
    HydrateFallback: FullScreenLoading,
    children: [
      { element: <AuthLayout />, children: publicPages.map(routeOf) },
      { element: <DocumentLayout />, children: paperPages.map(routeOf) },
      ...otherDocuments.map(routeOf),
      { element: <BareLayout />, children: barePages.map(routeOf) },
      { element: <Shell />, children: shellPages.map(routeOf) },
      { path: '*', element: <Navigate to={paths.dashboard} replace /> },
    ],
  },
])
