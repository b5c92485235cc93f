import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { amountScale, parseDecimal } from '#shared/money.ts'
import { receivableOf } from '#shared/purchasing/orders/purchase-amounts.ts'
import { assertMinimums, type BelowMinimum, type LineWithMinimum } from '#server/kernel/minimum-quantities.ts'
import type { Work } from '#server/kernel/work.ts'
import {
  type LockedPurchase,
  lockPurchase,
  transitionPurchase,
  assertPurchaseTransition,
  assertPurchaseVersion,
} from './purchase-lock.ts'
import { markUnsent } from './purchase-sent.ts'
import { purchasingSettings } from './purchase-settings.ts'

/** Places a draft; above the company's limit, requests somebody else's approval instead. */
export async function submitPurchase(work: Work, id: string, allowance: BelowMinimum = {}): Promise<void> {
  const order = await lockPurchase(work, id)
  assertPurchaseTransition(work, order, 'submit')
  const { rows: lines } = await sql<LineWithMinimum>`
    select l.item_id as "itemId", i.name as "itemName", l.quantity, i.moq as minimum
    from purchase_order_lines l join items i on i.id = l.item_id where l.order_id = ${id}`.execute(work.tx)
  const reason = assertMinimums(lines, allowance)
  const { approvalLimit } = await purchasingSettings(work.tx)
  const limit = approvalLimit === null ? null : parseDecimal(approvalLimit, amountScale)
  await work.tx.updateTable('purchase_orders').set({ submitted_by: work.caller.userId }).where('id', '=', id).execute()
  if (limit !== null && BigInt(order.total) > limit)
    return void (await transitionPurchase(work, order, 'submit', reason))
  await fixTerms(work, order)
  await transitionPurchase(work, order, 'place', reason)
}

/** Approves the version that the approver has read. They must not have written, changed or submitted the order. */
export async function approvePurchase(work: Work, id: string, version: number): Promise<void> {
  const order = await lockPurchase(work, id)
  assertPurchaseVersion(order, version)
  assertPurchaseTransition(work, order, 'approve')
  await fixTerms(work, order)
  await transitionPurchase(work, order, 'approve')
}

/** Stores what the day of placing decides: the order date, and the company's over-receipt tolerance of that day. */
async function fixTerms(work: Work, order: LockedPurchase): Promise<void> {
  const { overReceiptPercent } = await purchasingSettings(work.tx)
  await work.tx.updateTable('purchase_orders').set({ order_date: work.today }).where('id', '=', order.id).execute()
  await work.tx
    .updateTable('purchase_order_lines as l')
    .from(
      sql<{ id: string; receivable: number }>`unnest(${listOf(order.lines.map((line) => line.lineId))},
      ${order.lines.map((line) => receivableOf(line.quantity, overReceiptPercent))}::int[])`.as<'t'>(
        sql`t(id, receivable)`,
      ),
    )
    .set((eb) => ({ receivable: eb.ref('t.receivable') }))
    .whereRef('l.id', '=', 't.id')
    .execute()
}

/** Back to draft: the order that the supplier has may differ from the one that will be placed. */
export async function redraftPurchase(work: Work, id: string, { reason }: { reason: string }): Promise<void> {
  const order = await lockPurchase(work, id)
  assertPurchaseTransition(work, order, 'redraft')
  await markUnsent(work, id)
  await transitionPurchase(work, order, 'redraft', reason)
}

export async function cancelPurchase(work: Work, id: string, { reason }: { reason: string }): Promise<void> {
  const order = await lockPurchase(work, id)
  assertPurchaseTransition(work, order, 'cancel')
  await transitionPurchase(work, order, 'cancel', reason)
}
