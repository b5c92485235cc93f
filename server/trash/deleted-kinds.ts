import { sql } from 'kysely'
import type { DeletedKind } from '#shared/reports/deleted-kinds.ts'
import {
  announceDocument,
  announceInventory,
  announcePartner,
  announcePurchase,
  belongs,
  type DeletedRule,
  document,
  item,
  firstReason,
  namedIn,
  nothing,
  uniqueName,
} from './deleted-rule.ts'
import { restoreRoute, whyRouteNotRestorable } from '#server/flows/deliveries/restore-route.ts'
import { restoreOrder } from '#server/flows/orders/restore-order.ts'
import { restoreEstimate } from '#server/sales/estimates/restore-estimate.ts'

/** The registry of kinds that can be deleted: one row here and one in shared/reports/deleted-kinds.ts. */
export const deletedRules: Record<DeletedKind, DeletedRule> = {
  product: {
    table: 'items',
    ...item('product'),
    detail: sql`t.sku`,
    belongsTo: [
      belongs('category', 'items', 'category_id'),
      belongs('supplier', 'items', 'supplier_id'),
      belongs('location', 'items', 'location_id'),
      belongs('rawMaterial', 'bill_of_materials', 'raw_material_id', 'product_id'),
    ],
  },
  rawMaterial: {
    table: 'items',
    ...item('raw_material'),
    detail: sql`t.material_type`,
    belongsTo: [belongs('supplier', 'items', 'supplier_id'), belongs('location', 'items', 'location_id')],
  },
  kit: {
    table: 'items',
    ...item('kit'),
    detail: sql`t.sku`,
    belongsTo: [
      belongs('location', 'items', 'location_id'),
      belongs('product', 'kit_components', 'item_id', 'kit_id'),
      belongs('kit', 'kit_components', 'item_id', 'kit_id'),
    ],
  },
  // A pending transfer is cancelled when it is deleted, so it is restored as cancelled and reserves nothing.
  stockTransfer: {
    table: 'stock_transfers',
    ...document,
    detail: sql`(select a.name || ' → ' || b.name from locations a, locations b where a.id = t.source_id and b.id = t.destination_id)`,
    announce: announceDocument,
  },
  kitOrder: {
    table: 'kit_orders',
    ...document,
    detail: sql`(select i.name from items i where i.id = t.kit_id)`,
    belongsTo: [belongs('kit', 'kit_orders', 'kit_id')],
    announce: announceDocument,
  },
  category: {
    table: 'categories',
    ...uniqueName,
    detail: nothing,
    kept: firstReason(
      namedIn('items', 'category_id', 'Products use it, including deleted ones.'),
      namedIn('stock_counts', 'category_id', 'Stock counts use it.'),
    ),
    announce: announceInventory,
  },
  attribute: {
    table: 'attributes',
    ...uniqueName,
    detail: sql`t.kind`,
    // The products' values of the attribute are deleted with it.
    kept: sql`null`,
    announce: announceInventory,
  },
  location: {
    table: 'locations',
    ...uniqueName,
    detail: sql`t.type`,
    belongsTo: [belongs('customer', 'locations', 'consignee_id')],
    kept: firstReason(
      namedIn('stock_balance', 'location_id', 'Stock movements use it.'),
      namedIn('items', 'location_id', 'Products use it, including deleted ones.'),
      namedIn('purchase_orders', 'location_id', 'Purchase orders use it.'),
      namedIn('routes', 'start_location_id', 'Routes start there.'),
      namedIn('stock_counts', 'location_id', 'Stock counts use it.'),
    ),
    announce: (work, id) => work.announce('inventory_updated', { itemId: id, warehouse: id }),
  },
  serviceType: {
    table: 'service_types',
    ...uniqueName,
    detail: nothing,
    kept: firstReason(
      namedIn('sales_order_charges', 'service_type_id', 'Orders use it.'),
      namedIn('estimate_lines', 'service_type_id', 'Estimates use it.'),
    ),
  },
  zone: {
    table: 'zones',
    name: sql`t.name`,
    detail: sql`(select p.name from locations p where p.id = t.location_id)`,
    unique: { column: 'name', label: 'Name', within: 'location_id' },
    belongsTo: [belongs('location', 'zones', 'location_id')],
    kept: firstReason(namedIn('stock_counts', 'zone_id', 'Stock counts use it.')),
    announce: announceInventory,
  },
  supplier: {
    table: 'suppliers',
    ...uniqueName,
    detail: sql`t.country`,
    kept: firstReason(
      namedIn('items', 'supplier_id', 'It has products, including deleted ones.'),
      namedIn('purchase_orders', 'supplier_id', 'It has purchase orders.'),
      namedIn('contacts', 'supplier_id', 'It has contacts.'),
      namedIn('addresses', 'supplier_id', 'It has addresses.'),
      namedIn('partner_notes', 'supplier_id', 'It has notes.'),
      namedIn('recalls', 'supplier_id', 'Recalls name it.'),
    ),
    announce: announcePartner,
  },
  customer: {
    table: 'accounts',
    // Merged accounts are excluded.
    where: sql`t.merged_into is null`,
    name: sql`t.name`,
    detail: sql`t.code`,
    unique: { column: 'code', label: 'Code' },
    kept: firstReason(
      namedIn('sales_orders', 'account_id', 'It has orders.'),
      namedIn('prospects', 'account_id', 'It was converted from a prospect.'),
      namedIn('opportunities', 'account_id', 'It has sales opportunities.'),
      namedIn('estimates', 'account_id', 'It has estimates.'),
      namedIn('users', 'account_id', 'It has a customer portal login.'),
      namedIn('contacts', 'account_id', 'It has contacts.'),
      namedIn('accounts', 'merged_into', 'Another customer was merged into it.'),
      namedIn('addresses', 'account_id', 'It has addresses.'),
      namedIn('partner_notes', 'account_id', 'It has notes.'),
      namedIn('invoices', 'account_id', 'It has invoices.'),
      namedIn('payments', 'account_id', 'It has payments.'),
      namedIn('account_billing', 'account_id', 'It has billing settings.'),
      namedIn('locations', 'consignee_id', 'It has consignment locations, including deleted ones.'),
      namedIn('shelves', 'account_id', 'It has shelves.'),
    ),
    announce: announcePartner,
  },
  prospect: {
    table: 'prospects',
    name: sql`t.name`,
    detail: sql`t.status`,
    belongsTo: [belongs('customer', 'prospects', 'account_id')],
    kept: firstReason(namedIn('opportunities', 'prospect_id', 'It has sales opportunities.')),
    announce: announcePartner,
  },
  opportunity: {
    table: 'opportunities',
    name: sql`t.title`,
    detail: sql`t.stage`,
    belongsTo: [
      belongs('prospect', 'opportunities', 'prospect_id'),
      belongs('customer', 'opportunities', 'account_id'),
    ],
    kept: firstReason(namedIn('estimates', 'opportunity_id', 'Estimates use it.')),
    announce: announcePartner,
  },
  contact: {
    table: 'contacts',
    where: sql`t.merged_into is null`,
    name: sql`t.name`,
    detail: sql`coalesce((select a.name from accounts a where a.id = t.account_id),
      (select s.name from suppliers s where s.id = t.supplier_id), t.affiliation)`,
    belongsTo: [belongs('customer', 'contacts', 'account_id'), belongs('supplier', 'contacts', 'supplier_id')],
    kept: firstReason(namedIn('contacts', 'merged_into', 'Another contact was merged into it.')),
    announce: announcePartner,
  },
  estimate: {
    table: 'estimates',
    ...document,
    detail: sql`(select a.name from accounts a where a.id = t.account_id)`,
    belongsTo: [
      belongs('customer', 'estimates', 'account_id'),
      belongs('opportunity', 'estimates', 'opportunity_id'),
      belongs('product', 'estimate_lines', 'item_id', 'estimate_id'),
      belongs('kit', 'estimate_lines', 'item_id', 'estimate_id'),
    ],
    restore: restoreEstimate,
    announce: (work, id) => work.announce('sales_order_updated', { salesOrderId: id }),
  },
  salesOrder: {
    table: 'sales_orders',
    ...document,
    detail: sql`(select a.name from accounts a where a.id = t.account_id)`,
    belongsTo: [
      belongs('customer', 'sales_orders', 'account_id'),
      belongs('product', 'sales_order_lines', 'item_id', 'order_id'),
      belongs('kit', 'sales_order_lines', 'item_id', 'order_id'),
    ],
    restore: restoreOrder,
  },
  invoice: {
    table: 'invoices',
    ...document,
    detail: sql`(select a.name from accounts a where a.id = t.account_id)`,
    notRestorable: 'Deleted invoices stay void. Confirm the order again to create a new invoice.',
  },
  purchaseOrder: {
    table: 'purchase_orders',
    ...document,
    detail: sql`(select s.name from suppliers s where s.id = t.supplier_id)`,
    belongsTo: [
      belongs('supplier', 'purchase_orders', 'supplier_id'),
      belongs('location', 'purchase_orders', 'location_id'),
      belongs('product', 'purchase_order_lines', 'item_id', 'order_id'),
      belongs('rawMaterial', 'purchase_order_lines', 'item_id', 'order_id'),
    ],
    announce: announcePurchase,
  },
  shipment: {
    table: 'shipments',
    ...document,
    detail: sql`(select o.number from sales_orders o where o.id = t.order_id)`,
    notRestorable: 'Its goods are back in stock. Mark the order ready to ship again instead.',
  },
  // It is restored without stops: its shipments wait to be planned.
  route: {
    table: 'routes',
    ...document,
    detail: sql`(select u.name from users u where u.id = t.driver_id)`,
    belongsTo: [belongs('vehicle', 'routes', 'vehicle_id'), belongs('location', 'routes', 'start_location_id')],
    obstacle: whyRouteNotRestorable,
    restore: restoreRoute,
    announce: (work, id) => work.announce('route_updated', { routeId: id, status: 'PLANNED' }),
  },
  vehicle: {
    table: 'vehicles',
    ...uniqueName,
    detail: sql`coalesce(t.plate, '')`,
    kept: firstReason(
      namedIn('routes', 'vehicle_id', 'Routes use it.'),
      namedIn('drivers', 'vehicle_id', 'It is the default vehicle of a driver.'),
    ),
  },
}
