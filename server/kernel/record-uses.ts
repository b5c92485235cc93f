import { openCounts, startedCounts } from '#shared/inventory/counts/count-transitions.ts'
import type { Use } from '#shared/inventory/stock/uses.ts'
import { dueStatuses } from '#shared/invoicing/payment-status.ts'
import { openRoutes } from '#shared/logistics/shipments/route-status.ts'
import { closedStages } from '#shared/crm/opportunities/opportunity-stages.ts'
import { openPurchases } from '#shared/purchasing/orders/purchase-transitions.ts'
import { openEstimates } from '#shared/sales/estimates/estimate-transitions.ts'
import { closedOrders, inParcel } from '#shared/sales/orders/order-transitions.ts'
import { openReturns } from '#shared/sales/returns/return-transitions.ts'

/** A reference from a record that isn't deleted or an open document, `w`, to another record, which therefore can't be deleted. */
export interface UseRule {
  /** The foreign key, as table.column. */
  column: string
  /** SQL without parameters: the kind and name of `w`, its `from` clause, the id that it refers to, and the condition. */
  kind: string
  name: string
  from: string
  refers: string
  when: string
  /** The integrity check that finds such references to deleted records. */
  check: `V19 ${string}`
  /** A whole sentence; `names` are the first few. */
  words: Words
}
type Words = (count: number, names: readonly string[]) => string

const oneOf = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(', ')})`
const are =
  (one: string, more: string, many = `${one}s`): Words =>
  (count) =>
    count === 1 ? `1 ${one} is ${more}.` : `${count} ${many} are ${more}.`
const listed = (count: number, names: readonly string[]) => {
  const first = names.slice(0, 3)
  return first.join(', ') + (count > first.length ? ` and ${count - first.length} more` : '')
}
const stillPending: Words = (count, names) =>
  `${listed(count, names)} ${count === 1 ? 'is' : 'are'} pending. Complete or cancel ${count === 1 ? 'it' : 'them'} first.`

interface More {
  check?: UseRule['check']
  /** For references from lines: the table of their documents, `w`, and the lines' foreign key to it. */
  linesOf?: readonly [documents: string, key: string]
  from?: string
  refers?: string
  name?: string
}

function by(kind: Use['kind'] | 'item', column: string, when: string, words: Words, more: More = {}): UseRule {
  const [table = '', named = ''] = column.split('.')
  const { check = 'V19 uses', linesOf } = more
  return {
    column,
    check,
    kind: kind === 'item' ? 'w.kind' : `'${kind}'`,
    name: more.name ?? (kind === 'item' ? 'w.name' : kind === 'opportunity' ? 'w.title' : 'w.number'),
    from: more.from ?? (linesOf ? `${table} l join ${linesOf[0]} w on w.id = l.${linesOf[1]}` : `${table} w`),
    refers: more.refers ?? `${linesOf ? 'l' : 'w'}.${named}`,
    when,
    words,
  }
}

const isLiving = 'w.deleted_at is null'
const isPending = `${isLiving} and w.status = 'pending'`
const openOrder = `${isLiving} and w.status not in ${oneOf(closedOrders)}`
const openPurchase = `${isLiving} and w.status in ${oneOf(openPurchases)}`
const openEstimate = `${isLiving} and w.status in ${oneOf(openEstimates)}`
const openOpportunity = `${isLiving} and w.stage not in ${oneOf(closedStages)}`
const openRoute = `${isLiving} and w.status in ${oneOf(openRoutes)}`
const openReturn = `w.status in ${oneOf(openReturns)}`
const openCount = `w.status in ${oneOf(openCounts)}`
const startedCount = `w.status in ${oneOf(startedCounts)}`
const dueInvoice = `${isLiving} and w.voided_at is null and w.payment_status in ${oneOf(dueStatuses)}`

const parts = { check: 'V19 parts' } as const
const stock = `(select item_id, location_id, sum(on_hand) as on_hand from stock_balance where on_hand > 0 group by 1, 2) b
  join items w on w.id = b.item_id`
const zoneGoods = '(select distinct zone_id, item_id from zone_goods) g join items w on w.id = g.item_id'
const recalledLots = 'recall_lots l join recalls w on w.id = l.recall_id join lots t on t.id = l.lot_id'

/** Packed orders: their goods left the stock of the location and return there if they are unpacked. */
export const packedHere = by(
  'salesOrder',
  'commitment.location_id',
  `${isLiving} and w.status in ${oneOf(inParcel)} and k.state = 'consumed'`,
  are('order', 'packed from here'),
  { from: 'commitment k join sales_orders w on w.id = k.source_id', refers: 'k.location_id' },
)

/** Ordered goods are received at a location of our own. */
export const orderedHere = by(
  'purchaseOrder',
  'purchase_orders.location_id',
  openPurchase,
  are('purchase order', 'to be received here'),
  { check: 'V19 purchases' },
)

/** Goods returned by a customer are put away at a location of our own. */
export const returnedHere = by(
  'customerReturn',
  'sales_returns.location_id',
  openReturn,
  are('customer return', 'to be put away here'),
)

/**
 * The references that keep a record from being deleted, by its table; used by commands that delete one record and by the
 * integrity check of all. test/server/record-uses.test.ts checks that every foreign key is considered.
 */
export const useRules = {
  items: [
    by(
      'item',
      'kit_components.item_id',
      isLiving,
      (count, names) => `It is part of the ${count === 1 ? 'kit' : 'kits'} ${listed(count, names)}.`,
      { ...parts, linesOf: ['items', 'kit_id'] },
    ),
    by(
      'item',
      'bill_of_materials.raw_material_id',
      isLiving,
      (count, names) => `It is in the bill of materials of ${listed(count, names)}.`,
      { ...parts, linesOf: ['items', 'product_id'] },
    ),
    by('kitOrder', 'kit_orders.kit_id', isPending, stillPending),
    by('kitOrder', 'kit_order_lines.item_id', isPending, are('kit order', 'pending with it as a part'), {
      linesOf: ['kit_orders', 'order_id'],
    }),
    by('salesOrder', 'sales_order_lines.item_id', openOrder, are('sales order', 'open with it'), {
      linesOf: ['sales_orders', 'order_id'],
    }),
    by('estimate', 'estimate_lines.item_id', openEstimate, are('estimate', 'open with it'), {
      linesOf: ['estimates', 'estimate_id'],
    }),
    by('purchaseOrder', 'purchase_order_lines.item_id', openPurchase, are('purchase order', 'open with it'), {
      linesOf: ['purchase_orders', 'order_id'],
    }),
    by('stockTransfer', 'stock_transfer_lines.item_id', isPending, are('stock transfer', 'pending with it'), {
      linesOf: ['stock_transfers', 'transfer_id'],
    }),
    by('stockCount', 'stock_count_lines.item_id', startedCount, are('count', 'open with it'), {
      linesOf: ['stock_counts', 'count_id'],
    }),
    by('customerReturn', 'sales_return_lines.item_id', openReturn, are('customer return', 'open with it'), {
      linesOf: ['sales_returns', 'return_id'],
    }),
    by('recall', 'lots.item_id', `w.status = 'OPEN'`, are('recall', 'open with it'), {
      from: recalledLots,
      refers: 't.item_id',
    }),
  ],
  locations: [
    by(
      'item',
      'items.location_id',
      isLiving,
      (count) => `This is the default location of ${count} ${count === 1 ? 'item' : 'items'}.`,
      { check: 'V19 home' },
    ),
    by(
      'item',
      'stock_balance.location_id',
      'true',
      (count) => `There is stock in this location: ${count} ${count === 1 ? 'item' : 'items'}.`,
      { check: 'V19 stock', name: `w.name || ': ' || b.on_hand`, from: stock, refers: 'b.location_id' },
    ),
    ...(['source', 'destination'] as const).map((end) =>
      by(
        'stockTransfer',
        `stock_transfers.${end}_id`,
        isPending,
        are('stock transfer', `pending ${end === 'source' ? 'from' : 'to'} here`),
        { check: 'V19 pending' },
      ),
    ),
    by('kitOrder', 'kit_orders.location_id', isPending, are('kit order', 'pending here'), { check: 'V19 pending' }),
    orderedHere,
    by('stockCount', 'stock_counts.location_id', openCount, are('count', 'open here'), { check: 'V19 pending' }),
    by(
      'stockCount',
      'stock_count_lines.location_id',
      `${startedCount} and w.location_id is null`,
      are('count', 'open here'),
      {
        check: 'V19 pending',
        linesOf: ['stock_counts', 'count_id'],
      },
    ),
    packedHere,
    returnedHere,
    by('route', 'routes.start_location_id', openRoute, are('route', 'to start here')),
  ],
  zones: [
    by('item', 'zone_goods.zone_id', isLiving, are('item', 'kept in this zone'), {
      check: 'V19 zones',
      from: zoneGoods,
      refers: 'g.zone_id',
    }),
    by('stockCount', 'stock_counts.zone_id', openCount, are('count of this zone', 'open', 'counts of this zone')),
  ],
  categories: [
    by('item', 'items.category_id', isLiving, are('product', 'in this category'), { check: 'V19 category' }),
    by(
      'stockCount',
      'stock_counts.category_id',
      openCount,
      are('count of this category', 'open', 'counts of this category'),
    ),
  ],
  suppliers: [
    by('item', 'items.supplier_id', isLiving, are('product', 'bought from this supplier'), { check: 'V19 supplier' }),
    by('purchaseOrder', 'purchase_orders.supplier_id', openPurchase, are('purchase order', 'not closed yet'), {
      check: 'V19 purchases',
    }),
  ],
  accounts: [
    by('salesOrder', 'sales_orders.account_id', openOrder, are('order', 'open'), { check: 'V19 orders' }),
    by('invoice', 'invoices.account_id', dueInvoice, are('invoice', 'not paid')),
    by('account', 'customer_credit.account_id', 'w.credit > 0', () => 'Their credit is not used up.', {
      from: '(select account_id as id, account_id, credit from customer_credit) w',
      name: `'Credit'`,
    }),
    by('location', 'locations.consignee_id', isLiving, are('location', 'their consignment location'), {
      name: 'w.name',
    }),
    by('estimate', 'estimates.account_id', openEstimate, are('estimate', 'open')),
    by('customerReturn', 'sales_returns.account_id', openReturn, are('return', 'open')),
    by(
      'opportunity',
      'opportunities.account_id',
      openOpportunity,
      are('sales opportunity', 'open', 'sales opportunities'),
    ),
  ],
  prospects: [
    by(
      'opportunity',
      'opportunities.prospect_id',
      `${openOpportunity} and w.account_id is null`,
      are('sales opportunity', 'open', 'sales opportunities'),
    ),
  ],
  vehicles: [by('route', 'routes.vehicle_id', openRoute, are('route', 'planned with it'))],
} as const satisfies Record<string, readonly UseRule[]>
export type UsedTable = keyof typeof useRules
