import type { APIRequestContext } from '@playwright/test'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { paths } from '#web/paths.ts'
import { addOrder, addPlace, addProduct, placePurchase } from '#test/builders.ts'
import { nineDocuments } from '#test/e2e/document-scene.ts'
import type { RunningApp } from '#test/e2e/fixtures.ts'
import { inDays } from '#test/lots.ts'

/** Pages of the main app that need no record: lists, other pages and forms. */
export const pages = [
  paths.products,
  paths.rawMaterials,
  paths.lots,
  paths.recalls,
  paths.stockTransfers,
  paths.production,
  paths.stockCounts,
  paths.kits,
  paths.kitList,
  paths.categories,
  paths.locations,
  paths.serviceTypes,
  paths.orders,
  paths.estimates,
  paths.purchaseOrders,
  paths.invoices,
  paths.returns,
  paths.customers,
  paths.suppliers,
  paths.prospects,
  paths.addressBook,
  paths.users,
  `${paths.users}?tab=links`,
  paths.dashboard,
  paths.accounts,
  paths.attributes,
  paths.reorder,
  paths.forecast,
  paths.expiryRadar,
  paths.deletedItems,
  paths.opportunities,
  `${paths.opportunities}?view=list`,
  paths.shipping,
  paths.deliveryStatus,
  paths.routes,
  paths.routePlan,
  paths.vehicles,
  paths.drivers,
  paths.drivingTimes,
  paths.retention,
  `${paths.retention}?tab=settings`,
  `${paths.retention}?tab=templates`,
  `${paths.retention}?tab=log`,
  paths.salesReports,
  paths.inventoryReports,
  paths.savedReports,
  paths.allReports,
  paths.journal,
  paths.notifications,
  paths.jobs,
  paths.proof,
  paths.profile,
  paths.orderNew,
  paths.estimateNew,
  paths.purchaseOrderNew,
  paths.productNew,
  paths.rawMaterialNew,
  paths.stockTransferNew,
  paths.kitNew,
  paths.kitOrderNew,
  paths.routeNew,
  paths.recallNew,
  paths.returnNew,
  paths.settings,
  paths.imports,
  paths.productImport,
  paths.customerImport,
  paths.rawMaterialImport,
]

/** Pages of a record (view first, then edit form or others), by the API list of the record. */
const recordPages = {
  'sales-orders': [paths.order, paths.orderEdit],
  estimates: [paths.estimate, paths.estimateEdit],
  'purchase-orders': [paths.purchaseOrder, paths.purchaseOrderEdit],
  'stock-transfers': [paths.stockTransfer, paths.stockTransferEdit],
  'kit-orders': [paths.kitOrder, paths.kitOrderEdit],
  kits: [paths.kit, paths.kitEdit],
  returns: [paths.return],
  invoices: [paths.invoice],
  shipments: [paths.shipment],
  routes: [paths.route, paths.routeEdit],
  products: [paths.product, paths.productEdit],
  'raw-materials': [paths.rawMaterial, paths.rawMaterialEdit],
  lots: [paths.lot],
  recalls: [paths.recall],
  'production-runs': [paths.productionRun],
  'stock-counts': [paths.stockCount],
  locations: [paths.location],
  accounts: [paths.customer, paths.statement],
  suppliers: [paths.supplier],
  prospects: [paths.prospect],
  opportunities: [paths.opportunity],
  contacts: [paths.contact],
  users: [paths.user],
} as const satisfies Record<string, readonly ((id: string) => string)[]>

interface Row {
  id: string
  status?: string
  paymentStatus?: string
  stage?: string
}

/** The path with `:id` for record ids: pages of one kind have the same controls, as far as record states allow. */
export const kindOf = (path: string) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')

/** Paths of one record per list and state (the first one found), and one form per list. */
export async function pagesOfRecords(request: APIRequestContext, baseURL: string): Promise<string[]> {
  const found: string[] = []
  for (const [list, [pageOf, ...more]] of Object.entries(recordPages)) {
    const answer = await request.get(`${baseURL}/api/${list}?limit=200`)
    const { data } = (await answer.json()) as { data: Row[] }
    const states = new Map<string, string>()
    for (const { id, status, paymentStatus, stage } of data) {
      const state = status ?? paymentStatus ?? stage ?? ''
      if (!states.has(state)) states.set(state, id)
    }
    const [first] = states.values()
    if (!first) throw new Error(`There is no record of ${list}`)
    found.push(...[...states.values()].map(pageOf), ...more.map((one) => one(first)))
  }
  return found
}

/** Creates records with long names and numbers, one of each kind, and returns the paths of their pages and forms. */
export async function longRecords(app: RunningApp): Promise<string[]> {
  const { api } = app
  const { documents, pending, drafts, account, product } = await nineDocuments(app)
  const place = await addPlace(api)
  // A long word without spaces, and numbers with many digits.
  const plain = await addProduct(api, place, {
    name: 'Blutdruckmessgerätemanschettenverlängerungsschlauchanschlussadapter',
    price: '123.45',
  })
  const order = await addOrder(api, account.id, [[plain.id, 1_234_567]])
  const estimate = await api.do(estimatesApi.createEstimate, {
    body: { accountId: account.id, validUntil: inDays(30), lines: [{ productId: plain.id, quantity: 1_234_567 }] },
  })
  const open = await placePurchase(api, place, [
    [product.id, 12, '4'],
    [plain.id, 5, '1'],
  ])
  const editOf = (path: string) => path.replace('/view/', '/edit/')
  return [
    ...Object.values(documents).map(({ path }) => path),
    paths.order(order.id),
    paths.orderEdit(order.id),
    editOf(pending),
    paths.estimate(estimate.id),
    paths.estimateEdit(estimate.id),
    drafts.purchase,
    editOf(drafts.purchase),
    paths.purchaseOrderReceive(open.id),
    editOf(documents.transfer.path),
    editOf(documents['kit order'].path),
    documents.route.path.replace('/routes/', '/routes/edit/'),
    paths.product(plain.id),
    paths.productEdit(plain.id),
    paths.customer(account.id),
    paths.supplier(place.supplier.id),
  ]
}
