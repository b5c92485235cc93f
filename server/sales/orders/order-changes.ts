import { sql } from 'kysely'
import { addressLine, type NewShipTo, type PostalAddress } from '#shared/crm/partners/postal-address.ts'
import type { OrderChange } from '#shared/sales/orders/order-timeline.ts'
import { orderAddress } from '#server/kernel/document-addresses.ts'
import type { Work } from '#server/kernel/work.ts'
import { formatAmount, formatPrice } from '#shared/money.ts'

/** The timeline shows no more; the order itself has all changes. */
const maxChanges = 100

export interface Snapshot {
  accountId: string
  shipToId: string | null
  billToId: string | null
  newShipTo: NewShipTo | null
  fields: Record<Exclude<OrderChange['field'], 'quantity' | 'price'>, string | null>
  /** By item: its name, its pieces, and its prices in the order of the lines. */
  lines: Map<string, { name: string; pieces: number; prices: string }>
}

/** The editable fields of an order, as this transaction sees them. */
export async function snapshotOf(work: Work, orderId: string): Promise<Snapshot> {
  const { rows } = await sql<{
    accountId: string
    customer: string
    shipTo: PostalAddress
    billTo: PostalAddress
    newShipTo: NewShipTo | null
    requested: string | null
    reference: string | null
    notes: string | null
    total: number
    lines: { id: string; name: string; quantity: number; price: number }[]
  }>`select o.account_id as "accountId", a.name as customer, ${orderAddress('ship')} as "shipTo",
      ${orderAddress('bill')} as "billTo", o.new_ship_to as "newShipTo", o.requested_date as requested, o.reference, o.notes, o.total,
      (select json_agg(json_build_object('id', i.id, 'name', i.name, 'quantity', l.quantity, 'price', l.unit_price)
        order by l.position) from sales_order_lines l join items i on i.id = l.item_id where l.order_id = o.id) as lines
    from sales_orders o join accounts a on a.id = o.account_id where o.id = ${orderId}`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Error(`Order ${orderId} is not there`)
  const lines: Snapshot['lines'] = new Map()
  for (const { id, name, quantity, price } of row.lines ?? []) {
    const known = lines.get(id)
    const written = formatPrice(price)
    lines.set(id, {
      name,
      pieces: quantity + (known?.pieces ?? 0),
      prices: !known
        ? written
        : known.prices.split(', ').includes(written)
          ? known.prices
          : `${known.prices}, ${written}`,
    })
  }
  const { accountId, newShipTo, customer, shipTo, billTo, requested, reference, notes, total } = row
  return {
    accountId,
    shipToId: shipTo.id,
    billToId: billTo.id,
    newShipTo,
    fields: {
      customer,
      shipTo: addressLine(shipTo),
      billTo: addressLine(billTo),
      requestedDate: requested,
      reference,
      notes,
      total: formatAmount(total),
    },
    lines,
  }
}

/** The changes of an edit, by field and by product, each with old and new value. */
export function changesBetween(before: Snapshot, after: Snapshot): OrderChange[] {
  const changes: OrderChange[] = []
  for (const [field, from] of Object.entries(before.fields)) {
    const name = field as keyof Snapshot['fields']
    const to = after.fields[name]
    if (from !== to) changes.push({ field: name, item: null, from, to })
  }
  for (const id of new Set([...before.lines.keys(), ...after.lines.keys()])) {
    const [was, is] = [before.lines.get(id), after.lines.get(id)]
    const item = (is ?? was)?.name ?? null
    const [from, to] = [was ? String(was.pieces) : null, is ? String(is.pieces) : null]
    if (from !== to) changes.push({ field: 'quantity', item, from, to })
    if (was && is && was.prices !== is.prices) changes.push({ field: 'price', item, from: was.prices, to: is.prices })
  }
  return changes.slice(0, maxChanges)
}
