import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import {
  type ReturnTransition,
  returnMachine,
  type ReturnStatus,
  whyReturnNotOpen,
} from '#shared/sales/returns/return-transitions.ts'
import type { Work } from '#server/kernel/work.ts'
import { type LockedOrder, lockOrder } from '#server/sales/orders/order-lock.ts'
import { writeStatus } from '#server/kernel/status-history.ts'

interface LockedReturnLine {
  lineId: string
  position: number
  orderLineId: string
  itemId: string
  lotId: string
  quantity: number
  received: number | null
  dispositions: { disposition: 'restock' | 'quarantine' | 'scrap' | 'supplier'; quantity: number }[]
}

/** A return that this transaction has locked, with its order, so that returns of one order run one at a time. */
export interface LockedReturn {
  id: string
  number: string
  order: LockedOrder
  accountId: string
  status: ReturnStatus
  locationId: string | null
  version: number
  lines: LockedReturnLine[]
}

type Row = Omit<LockedReturn, 'order' | 'lines'> & {
  lines: (Omit<LockedReturnLine, 'dispositions'> & {
    dispositions: LockedReturnLine['dispositions'] | null
  })[]
}

/** Locks a return and its order. Throws NOT_FOUND; VERSION_CONFLICT unless `seen` is the current version (0 skips the check). */
export async function lockReturn(work: Work, id: string, seen = 0): Promise<LockedReturn> {
  const { rows: found } = await sql<{ order: string }>`select order_id as "order" from sales_returns
    where id = ${id}`.execute(work.tx)
  if (!found[0]) throw new Refusal('NOT_FOUND')
  const order = await lockOrder(work, found[0].order)
  const { rows } =
    await sql<Row>`select r.id, r.number, r.account_id as "accountId", r.status, r.location_id as "locationId",
      r.version, (select json_agg(json_build_object('lineId', l.id, 'position', l.position, 'orderLineId', l.order_line_id,
          'itemId', l.item_id, 'lotId', l.lot_id, 'quantity', l.quantity, 'received', l.received, 'dispositions',
          (select json_agg(json_build_object('disposition', d.disposition, 'quantity', d.quantity))
            from sales_return_dispositions d where d.line_id = l.id)) order by l.position)
        from sales_return_lines l where l.return_id = r.id) as lines
    from sales_returns r where r.id = ${id}`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  if (seen !== 0 && seen !== row.version) {
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: row.version } })
  }
  return { ...row, order, lines: row.lines.map((line) => ({ ...line, dispositions: line.dispositions ?? [] })) }
}

/** Throws INVALID_TRANSITION, with the status and the open transitions, unless the table allows the transition. */
export function assertReturnTransition(found: LockedReturn, move: ReturnTransition): ReturnStatus {
  const to = returnMachine.next(found.status, move)
  if (to) return to
  throw new Refusal('INVALID_TRANSITION', whyReturnNotOpen(move, found.status) ?? undefined, {
    details: { status: found.status, allowed: returnMachine.movesFrom(found.status) },
  })
}

export const returnHistory = { documents: 'sales_returns', moves: 'sales_return_moves', key: 'return_id' } as const

/** Runs a transition of the transition table on a locked return and records it. */
export async function transitionReturn(
  work: Work,
  found: LockedReturn,
  move: ReturnTransition,
  reason: string | null = null,
): Promise<void> {
  const to = assertReturnTransition(found, move)
  await writeStatus(work, returnHistory, found, { move, to, reason })
  work.audit(`return.${move}`, 'return', found.id, { number: found.number, from: found.status, to, reason })
  await announceReturn(work, found.order.id)
}

/** Announces a return to viewers of its order, of its invoice and of its shipments, which show the returns. */
export async function announceReturn(work: Work, orderId: string): Promise<void> {
  const { rows } = await sql<{ invoice: string | null; shipments: string[] }>`select
      (select id from invoices where order_id = ${orderId} and voided_at is null and deleted_at is null limit 1) as invoice,
      array(select id from shipments where order_id = ${orderId} order by id) as shipments`.execute(work.tx)
  work.announce('sales_order_updated', { salesOrderId: orderId })
  if (rows[0]?.invoice) work.announce('invoice_updated', { invoiceId: rows[0].invoice })
  for (const shippingId of rows[0]?.shipments ?? []) work.announce('shipping_updated', { shippingId })
}
