import { whyNotReturnable } from '#shared/sales/orders/order-guards.ts'
import { deepStrictEqual } from 'node:assert'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import type { Order, OrderRow } from '#shared/sales/orders/order.ts'
import type { OrderBadge } from '#shared/sales/orders/order-choice.ts'
import { formatAmount, formatPrice } from '#shared/money.ts'
import { formatDiscount, formatPercent } from '#shared/money-lines.ts'
import { searched } from './statements.ts'

/*
 * Do the statements written by hand return the data of the page? Each page is built from their rows and compared with
 * the app's response. The allowed transitions and reasons are left out, as no statement returns them.
 */

// biome-ignore lint/suspicious/noExplicitAny: rows as another program writes them
type Row = any

interface Servers {
  appPort: number
  barePort: number
  cookie: string
}

/** Throws if a row by hand differs from the app's. */
export async function compareLeast({ appPort, barePort, cookie }: Servers, orderIds: readonly string[]): Promise<void> {
  const read = async (port: number, path: string): Promise<Row> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer.json()
  }
  const same = (ours: unknown, least: unknown) => deepStrictEqual(withoutMicroseconds(least), withoutMicroseconds(ours))
  const list = await read(appPort, '/api/sales-orders')
  same(list.data, (await read(barePort, '/least/list')).slice(0, 50).map(orderRow))
  for (const id of orderIds) {
    const { transitions: _, ...ours } = await read(appPort, `/api/sales-orders/${id}`)
    const [row] = await read(barePort, `/least/read/${id}`)
    same(ours, orderPage(row))
  }
  const found = await read(appPort, `/api/products?q=${encodeURIComponent(searched)}`)
  const least: Row[] = await read(barePort, '/least/search')
  same(found.data, least.slice(0, 50).map(productRow))
  same(found.total, Number(least[0]?.found ?? 0))
}

/** A bare program shows timestamps with milliseconds. */
const withoutMicroseconds = (page: unknown) =>
  JSON.parse(JSON.stringify(page).replaceAll(/(\d\d:\d\d:\d\d\.\d{3})\d*(Z|\+00:00)/g, '$1Z'))

const moment = (at: string) => new Date(at).toISOString()

function address(row: Row, side: 'ship' | 'bill', place: 'place' | 'bill') {
  const [frozen, id] = [row[`${side}_to`], row[`${side}_to_id`]]
  const shown = ({ name, address: street, country }: Row) => ({ name, address: street, country })
  if (frozen) return { id, ...shown(frozen) }
  const account = { address: row.account_address, country: row.account_country }
  if (side === 'ship' && row.new_ship_to)
    return { id: null, ...shown({ ...row.new_ship_to, country: row.new_ship_to.country ?? account.country }) }
  if (row[`${place}_address`] === null) return { id: null, name: null, ...account }
  return {
    id,
    name: row[`${place}_name`],
    address: row[`${place}_address`],
    country: row[`${place}_country`] ?? account.country,
  }
}

function orderRow(row: Row): OrderRow {
  const badges: Record<OrderBadge, boolean> = {
    stopped: row.stopped,
    onHold: row.held_at !== null,
    late: row.late === true,
    partlyShipped: row.partly_shipped,
    partlyReturned: row.partly_returned,
    fromPortal: row.from_portal === true,
    newMessage: row.new_message,
  }
  return {
    id: row.id,
    number: row.number,
    account: { id: row.account_id, name: row.account_name },
    status: row.status,
    orderDate: day(row.order_date) ?? '',
    requestedDate: day(row.requested_date),
    deliveredDate: day(row.delivered_date),
    shipTo: address(row, 'ship', 'place'),
    lines: row.line_count,
    total: formatAmount(BigInt(row.total)),
    paymentStatus: row.payment_status,
    reference: row.reference,
    createdAt: moment(row.created_at),
    badges: (Object.keys(badges) as OrderBadge[]).filter((name) => badges[name]),
  }
}

/** `pg` parses a date as a timestamp in this machine's time zone. */
const day = (at: string | null) => at && new Date(at).toLocaleDateString('sv')

const amounts = ({ unitPrice, total, discount, net, taxed, taxName, taxKind, taxRate }: Row) => ({
  unitPrice: formatPrice(unitPrice),
  total: formatAmount(total),
  discount: formatAmount(discount),
  net: formatAmount(net),
  taxed: formatAmount(taxed),
  tax: { name: taxName, kind: taxKind, percent: formatPercent(taxRate) },
})

const invoiceOf = ({ settled, creditUsed, total, ...rest }: Row) => ({
  ...rest,
  total: formatAmount(total),
  paid: formatAmount(settled - creditUsed),
  creditUsed: formatAmount(creditUsed),
  due: formatAmount(total - settled),
})

function orderPage(row: Row): Omit<Order, 'transitions'> {
  const charges: Row[] = row.charges ?? []
  const all = [...row.lines, ...charges]
  return {
    ...orderRow(row),
    account: {
      id: row.account_id,
      name: row.account_name,
      priceTier: row.price_tier,
      taxExempt: row.tax_exempt ?? false,
    },
    billTo: address(row, 'bill', 'bill'),
    newShipTo: row.new_ship_to ? (row.new_ship_to_dismissed ? 'dismissed' : 'open') : null,
    orderLines: row.lines.map((line: Row) => ({
      id: line.id,
      product: { id: line.itemId, name: line.name, sku: line.sku, kind: line.kind },
      quantity: line.quantity,
      priceTier: line.priceTier,
      ...amounts(line),
      available: line.available,
      allocations: (line.allocations ?? []).map(({ locationId, location, ...one }: Row) => ({
        location: { id: locationId, name: location },
        ...one,
      })),
    })),
    charges: charges.map(({ id, kind, serviceTypeId, name, unit, ownPrice, quantity, ...one }) => ({
      id,
      kind,
      serviceTypeId,
      name,
      unit,
      ownPrice,
      quantity,
      ...amounts(one),
    })),
    subtotal: formatAmount(all.reduce((sum, one) => sum + BigInt(one.total), 0n)),
    discount: row.discount_kind && {
      ...formatDiscount({ kind: row.discount_kind, value: row.discount_value ?? 0 }),
      amount: formatAmount(BigInt(row.discount)),
    },
    tax: formatAmount(BigInt(row.tax)),
    notes: row.notes,
    whyNotReturned: whyNotReturnable(row as Pick<Order, 'number' | 'status'>)?.reason ?? null,
    cancelReason: row.cancel_reason,
    invoice: row.invoice && invoiceOf(row.invoice),
    shipments: (row.shipments ?? []).map(({ parcel, ...one }: Row) => ({
      ...one,
      parcel: (parcel ?? []).map(({ name, lotNumber, isNone, ...part }: Row) => ({
        ...part,
        product: { name },
        lot: { number: lotNumber, isNone },
      })),
    })),
    parent: row.parent,
    children: row.children ?? [],
    hold: row.held_at && { reason: row.hold_reason, at: moment(row.held_at), by: row.held_by },
    stopped: row.stopped_goods ?? [],
    returns: row.returns ?? [],
    confirmation: row.confirmation_sent_at && {
      to: row.confirmation_sent_to,
      at: moment(row.confirmation_sent_at),
      mailState: row.confirmation_state,
    },
    timeline: row.timeline ?? [],
    version: row.version,
  }
}

function productRow(row: Row): ProductRow {
  const unfit: { status: string; pieces: number }[] = row.unfit ?? []
  const pieces = (isBlocked: boolean) =>
    unfit.reduce((sum, one) => sum + ((one.status !== 'AVAILABLE') === isBlocked ? one.pieces : 0), 0)
  const price = (units: string | null) => units && formatPrice(BigInt(units))
  const available = Number(row.on_hand) - Number(row.committed) - Number(row.unsellable ?? 0)
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    category: row.category ?? '',
    supplier: { id: row.supplier_id ?? '', name: row.supplier ?? '' },
    warehouse: { id: row.location_id ?? '', name: row.location ?? '', type: row.location_type ?? 'Warehouse' },
    cost: price(row.cost),
    price: price(row.price) ?? '',
    priceTiers: {
      retail: price(row.price_retail),
      wholesale: price(row.price_wholesale),
      distributor: price(row.price_distributor),
      highVolume: price(row.price_high_volume),
    },
    onHand: Number(row.on_hand),
    committed: Number(row.committed),
    available,
    unfit: { blocked: pieces(true), expired: pieces(false) },
    stockStatus: available <= 0 ? 'outOfStock' : available <= Number(row.low_at) ? 'lowStock' : 'inStock',
    lotControlled: row.lot_controlled,
    barcode: row.barcode,
    coldChain: row.cold_chain,
    controlled: row.controlled,
    reorderPoint: row.reorder_point === null ? null : Number(row.reorder_point),
    supplierCode: row.supplier_code,
    leadTimeDays: row.lead_time_days,
    moq: row.moq,
    pcsPerCase: row.pcs_per_case,
    cover: row.cover,
    updatedAt: moment(row.updated_at),
  }
}
