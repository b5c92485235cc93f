import { paths } from '#web/paths.ts'

/** The list of a kind of record, and its names. */
export type RecordPlace = {
  /** "raw material" */
  what: string
  /** "raw materials" */
  many: string
  list: string
  listName: string
  /** The right to edit them, as text. */
  right: string
}

/** The name of the list, capitalized. */
export const listTitle = ({ listName }: RecordPlace) => listName.replace(/^./, (letter) => letter.toUpperCase())

const inventory = 'edit the inventory'
const crm = 'edit customers and suppliers'
const place = (what: string, many: string, list: string, right: string, listName = many): RecordPlace => ({
  what,
  many,
  list,
  listName,
  right,
})

export const orderPlace = place('sales order', 'sales orders', paths.orders, 'edit sales orders')
export const estimatePlace = place('estimate', 'estimates', paths.estimates, 'edit sales orders')
export const returnPlace = place('return', 'returns', paths.returns, 'edit invoices')
export const invoicePlace = place('invoice', 'invoices', paths.invoices, 'edit invoices')
export const purchasePlace = place('purchase order', 'purchase orders', paths.purchaseOrders, 'edit purchase orders')
export const shipmentPlace = place('shipment', 'shipments', paths.shipping, 'edit shipments', 'shipping')
export const routePlace = place('route', 'routes', paths.routes, 'edit routes')
export const transferPlace = place('stock transfer', 'stock transfers', paths.stockTransfers, inventory)
export const kitOrderPlace = place('kit order', 'kit orders', paths.kits, inventory, 'kitting & bundles')
export const productionPlace = place('production run', 'production runs', paths.production, inventory, 'production')
export const recallPlace = place('recall', 'recalls', paths.recalls, inventory)
export const countPlace = place('stock count', 'stock counts', paths.stockCounts, inventory)
export const productPlace = place('product', 'products', paths.products, inventory, 'inventory')
export const rawMaterialPlace = place('raw material', 'raw materials', paths.rawMaterials, 'edit raw materials')
export const kitPlace = place('kit', 'kits', paths.kitList, inventory)
export const lotPlace = place('lot', 'lots', paths.lots, inventory, 'lots & expiry')
export const locationPlace = place('location', 'locations', paths.locations, inventory, 'locations & zones')
export const customerPlace = place('customer', 'customers', paths.customers, crm)
export const supplierPlace = place('supplier', 'suppliers', paths.suppliers, crm)
export const prospectPlace = place('prospect', 'prospects', paths.prospects, crm)
export const contactPlace = place('contact', 'contacts', paths.addressBook, crm, 'address book')
export const opportunityPlace = place('opportunity', 'opportunities', paths.opportunities, crm, 'sales opportunities')
export const userPlace = place('user', 'users', paths.users, 'edit users')
