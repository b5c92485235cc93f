import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import {
  openPurchases,
  type PurchaseAction,
  purchaseActions,
  type PurchaseEvent,
  purchaseMachine,
  type PurchaseTransition,
  type PurchaseStatus,
  whyPurchaseNotOpen,
} from '#shared/purchasing/orders/purchase-transitions.ts'
import { assertLiving } from '#server/kernel/assert-living.ts'
import type { Audience, Work } from '#server/kernel/work.ts'
import { writeStatus } from '#server/kernel/status-history.ts'

interface LockedPurchaseLine {
  lineId: string
  itemId: string
  itemName: string
  lotControlled: boolean
  quantity: number
  receivable: number
  received: number
  unitCost: number
  total: number
}

/** A purchase order that this transaction has locked: nobody else changes it or receives on it until the commit. */
export interface LockedPurchase {
  id: string
  number: string
  status: PurchaseStatus
  supplierId: string
  supplierActive: boolean
  locationId: string
  /** Minor units. */
  goodsTotal: number
  feesTotal: number
  total: number
  createdBy: string | null
  submittedBy: string | null
  /** The users who changed it since it was created. */
  editedBy: readonly string[]
  version: number
  lines: LockedPurchaseLine[]
}

/** Locks a purchase order and reads it with its lines. Throws NOT_FOUND. */
export async function lockPurchase(work: Work, id: string): Promise<LockedPurchase> {
  work.locks.take('purchaseOrder', id)
  const locked =
    await sql`select 1 from purchase_orders where id = ${id} and deleted_at is null for no key update`.execute(work.tx)
  if (locked.rows.length === 0) throw new Refusal('NOT_FOUND')
  // A separate statement, so that it sees what was committed while we waited for the lock.
  const { rows } = await sql<LockedPurchase>`select o.id, o.number, o.status, o.supplier_id as "supplierId",
      s.status = 'active' and s.deleted_at is null as "supplierActive", o.location_id as "locationId",
      o.goods_total as "goodsTotal", o.fees_total as "feesTotal", o.total, o.created_by as "createdBy",
      o.submitted_by as "submittedBy", o.edited_by as "editedBy", o.version,
      (select json_agg(json_build_object('lineId', l.id, 'itemId', l.item_id, 'itemName', i.name,
          'lotControlled', i.lot_controlled, 'quantity', l.quantity, 'receivable', l.receivable, 'received', l.received,
          'unitCost', l.unit_cost, 'total', l.total) order by l.position)
        from purchase_order_lines l join items i on i.id = l.item_id where l.order_id = o.id) as lines
    from purchase_orders o join suppliers s on s.id = o.supplier_id where o.id = ${id}`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Throws VERSION_CONFLICT unless `version` is the current one; 0 skips the check. */
export function assertPurchaseVersion(order: LockedPurchase, version: number): void {
  if (version !== 0 && version !== order.version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: order.version } })
}

export const isOwn = (order: Pick<LockedPurchase, 'createdBy' | 'submittedBy' | 'editedBy'>, userId: string): boolean =>
  [order.createdBy, order.submittedBy, ...order.editedBy].includes(userId)

/** Throws INVALID_TRANSITION, with the actions that are open, unless the caller may do this now. */
export function assertPurchaseTransition(
  work: Work,
  order: LockedPurchase,
  action: PurchaseAction,
  { hasReturnable = false } = {},
): void {
  const facts = {
    status: order.status,
    supplierActive: order.supplierActive,
    isOwn: isOwn(order, work.caller.userId),
    hasReturnable,
    // `transitionPurchase` checks for deleted records and locks them.
    deleted: [],
  }
  const reason = whyPurchaseNotOpen(action, facts)
  if (reason === null) return
  const names = Object.keys(purchaseActions) as PurchaseAction[]
  const allowed = names.filter((one) => whyPurchaseNotOpen(one, facts) === null)
  throw new Refusal('INVALID_TRANSITION', reason, { details: { status: order.status, allowed } })
}

/** Runs a transition of the transition table on a locked order and records it. */
export async function transitionPurchase(
  work: Work,
  order: LockedPurchase,
  move: PurchaseTransition,
  reason: string | null = null,
): Promise<LockedPurchase> {
  const to = purchaseMachine.next(order.status, move)
  if (!to)
    throw new Refusal('INVALID_TRANSITION', `${order.number} is ${order.status}; this action is not available now.`)
  if (!openPurchases.includes(order.status) && openPurchases.includes(to)) {
    const { supplierId, locationId, lines } = order
    const items = lines.map((line) => line.itemId)
    await assertLiving(work, { suppliers: [supplierId], locations: [locationId], items })
  }
  await record(work, order, move, to, reason)
  return { ...order, status: to, version: order.version + 1 }
}

/** Records an event that leaves the status unchanged. */
export async function recordPurchaseEvent(
  work: Work,
  order: LockedPurchase,
  event: PurchaseEvent | PurchaseTransition,
  reason: string | null,
): Promise<void> {
  await record(work, order, event, order.status, reason)
}

/** Events of purchase orders go to purchasing users and, as receipts move stock, to inventory users. */
export const announcePurchases: Audience = ['inventory', 'purchaseOrders']

export const purchaseHistory = { documents: 'purchase_orders', moves: 'purchase_order_moves', key: 'order_id' } as const

async function record(
  work: Work,
  order: LockedPurchase,
  move: string,
  to: PurchaseStatus,
  reason: string | null,
): Promise<void> {
  await writeStatus(work, purchaseHistory, order, { move, to, reason })
  work.audit(`purchaseOrder.${move}`, 'purchaseOrder', order.id, { from: order.status, to, reason })
  work.announce('inventory_transaction', { transactionId: order.id }, announcePurchases)
}
