import { sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { formatAmount } from '#shared/money.ts'
import { formatFigure } from '#server/documents/formats.ts'
import { getSettings } from '#server/settings/settings.ts'
import type { Work } from '#server/kernel/work.ts'
import { getExposure } from '#server/invoicing/balances.ts'
import { lockCredit } from '#server/invoicing/credit.ts'
import type { LockedOrder } from '#server/sales/orders/order-lock.ts'

/** The reason for exceeding the limit. */
export interface OverLimit {
  overLimitReason?: string | null | undefined
}

/**
 * Locks the credit of an order's customer if they have a credit limit, so that two orders don't both use the last of it. Returns
 * whether they have one. Call it before the order is locked.
 */
export async function lockLimit(work: Work, orderId: string): Promise<boolean> {
  const { rows } = await sql<{
    account: string
  }>`select a.id as account from sales_orders o join accounts a on a.id = o.account_id
    where o.id = ${orderId} and a.credit_limit is not null`.execute(work.tx)
  if (rows[0]) await lockCredit(work, rows[0].account)
  return rows.length > 0
}

/**
 * Throws OVER_CREDIT_LIMIT if the customer would owe more than their limit, unless a user who can edit invoices gives a reason.
 * Returns the reason if it was needed.
 */
export async function assertWithinCreditLimit(
  work: Work,
  order: LockedOrder,
  { overLimitReason }: OverLimit,
): Promise<string | null> {
  // The invoice counts in the balance due already.
  if (order.isInvoiced) return null
  const exposure = await getExposure(work, order.accountId, order.id)
  if (!exposure) return null
  const { limit, outstanding } = exposure
  const after = outstanding + BigInt(order.total)
  if (after <= limit) return null
  const mayAllow = can(work.caller, 'invoices.edit')
  if (overLimitReason && mayAllow) {
    const reason = `Over the credit limit: ${overLimitReason}`
    work.audit('order.overLimit', 'salesOrder', order.id, {
      reason,
      limit: formatAmount(limit),
      owed: formatAmount(after),
    })
    return reason
  }
  const { currency } = await getSettings(work.tx)
  const written = (amount: bigint) => `${currency} ${formatFigure(formatAmount(amount), 2)}`
  throw new Refusal(
    'OVER_CREDIT_LIMIT',
    `The customer would owe ${written(after)}; their credit limit is ${written(limit)}.`,
    { details: { limit: formatAmount(limit), owed: formatAmount(outstanding), after: formatAmount(after), mayAllow } },
  )
}
