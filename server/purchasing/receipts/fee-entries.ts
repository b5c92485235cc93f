import { sql } from 'kysely'
import { exactNumber } from '#shared/money.ts'
import type { Work } from '#server/kernel/work.ts'

/** Fees that land on a receipt line after its receipt, or are taken back from it; in minor units. */
export interface FeeEntry {
  receiptLineId: string
  amount: bigint
  /** The part that changes the goods' cost. */
  landed: bigint
}

/** Fees that landed on the lines of an order after their receipts and were not taken back. */
export async function activeFeeEntries(work: Work, orderId: string): Promise<FeeEntry[]> {
  const { rows } = await sql<{ receiptLineId: string; amount: number; landed: number }>`
    select x.id as "receiptLineId", sum(f.amount)::bigint as amount, sum(f.landed)::bigint as landed
    from goods_receipts g join goods_receipt_lines x on x.receipt_id = g.id
      join purchase_fee_entries f on f.receipt_line_id = x.id
    where g.order_id = ${orderId} group by x.id having sum(f.amount) <> 0 or sum(f.landed) <> 0 order by x.id`.execute(
    work.tx,
  )
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), landed: BigInt(row.landed) }))
}

export async function writeFeeEntries(work: Work, entries: readonly FeeEntry[]): Promise<void> {
  const rows = entries.flatMap(({ receiptLineId, amount, landed }) =>
    amount === 0n
      ? []
      : [
          {
            receipt_line_id: receiptLineId,
            amount: exactNumber(amount),
            landed: exactNumber(landed),
            actor_id: work.caller.userId,
            at: work.now,
          },
        ],
  )
  if (rows.length > 0) await work.tx.insertInto('purchase_fee_entries').values(rows).execute()
}
