import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { TransferReceipt } from '#shared/inventory/transfers/api.ts'
import type { Work } from '#server/kernel/work.ts'
import { consumeCommitments } from '#server/inventory/stock/commitments.ts'
import { writeStock } from '#server/inventory/stock/ledger.ts'
import type { StockEntry } from '#server/inventory/stock/stock-entry.ts'
import { assertLotsUsable } from './transfer-lines.ts'
import { stepDocument } from '#server/inventory/stock/document-transitions.ts'
import { assertTransferOpen, type LockedTransfer, lockTransfer, transferSource } from './transfers.ts'

type Difference = z.output<typeof TransferReceipt>['differences'][number]

/** One lot of one line: the sent pieces, and how many of them arrived. */
interface Arrival {
  lineId: string
  itemId: string
  lotId: string
  sent: number
  received: number
  rest: 'return' | 'write_off' | null
  reason: string | null
  customReason: string | null
}

/**
 * Completes a transfer: counted pieces move from the source to the destination, in the same lots with the same status; missing
 * ones go back to the source or are written off. One balanced operation.
 */
export async function completeTransfer(
  work: Work,
  id: string,
  { differences }: z.output<typeof TransferReceipt>,
): Promise<void> {
  const transfer = await lockTransfer(work, id)
  assertTransferOpen(transfer, 'complete')
  await assertDestinationExists(work, transfer)
  // Dispatched goods arrive, whatever happened to their lots meanwhile.
  if (!transfer.dispatched) await assertLotsUsable(work, transfer)
  const arrivals = await arrivalsOf(work, transfer, differences)
  await writeStock(
    work,
    transferSource(transfer),
    arrivals.flatMap((arrival) => entriesOf(transfer, arrival)),
  )
  await work.tx
    .insertInto('stock_transfer_receipts')
    .columns(['line_id', 'lot_id', 'transfer_id', 'sent', 'received', 'rest', 'reason', 'custom_reason'])
    .expression(sql`select line_id, lot_id, ${id}, sent, received, rest, reason, custom_reason
    from unnest(${listOf(arrivals.map((one) => one.lineId))}, ${arrivals.map((one) => one.lotId)}::uuid[],
      ${arrivals.map((one) => one.sent)}::int[], ${arrivals.map((one) => one.received)}::int[],
      ${arrivals.map((one) => one.rest)}::text[], ${arrivals.map((one) => one.reason)}::text[],
      ${arrivals.map((one) => one.customReason)}::text[])
      as t(line_id, lot_id, sent, received, rest, reason, custom_reason)`)
    .execute()
  const short = arrivals.reduce((sum, one) => sum + one.sent - one.received, 0)
  const reason = short > 0 ? `${short.toLocaleString('en')} pieces did not arrive` : null
  await stepDocument(work, 'transfer', transfer, 'complete', { reason })
}

async function assertDestinationExists(work: Work, { destinationId, number }: LockedTransfer): Promise<void> {
  const { rows } =
    await sql`select 1 from locations where id = ${destinationId} and deleted_at is null for share`.execute(work.tx)
  if (rows.length > 0) return
  throw new Refusal('NOT_READY', `The destination of ${number} was deleted. Cancel the transfer, or restore it.`)
}

async function arrivalsOf(
  work: Work,
  transfer: LockedTransfer,
  differences: readonly Difference[],
): Promise<Arrival[]> {
  const arrivals = new Map<string, Arrival>()
  for (const { lineId, itemId, lotId, quantity } of await consumeCommitments(work, transfer.id)) {
    const key = `${lineId}/${lotId}`
    const sent = (arrivals.get(key)?.sent ?? 0) + quantity
    arrivals.set(key, { lineId, itemId, lotId, sent, received: sent, rest: null, reason: null, customReason: null })
  }
  const handled = new Set<string>()
  for (const [at, { lineId, lotId, received, rest, reason = null, customReason }] of differences.entries()) {
    const key = `${lineId}/${lotId}`
    const arrival = arrivals.get(key)
    if (!arrival) throw invalid(`differences.${at}.lotId`, 'was not sent with this transfer')
    if (handled.has(key)) throw invalid(`differences.${at}.lotId`, 'is named twice')
    handled.add(key)
    if (received > arrival.sent) throw invalid(`differences.${at}.received`, `must be at most ${arrival.sent}`)
    if (received < arrival.sent) Object.assign(arrival, { received, rest, reason, customReason })
  }
  return [...arrivals.values()]
}

function entriesOf({ sourceId, destinationId }: LockedTransfer, arrival: Arrival): StockEntry[] {
  const { lineId, itemId, lotId, sent, received, rest, reason, customReason } = arrival
  const at = (locationId: string) => ({ lineId, itemId, lotId, locationId })
  const missing = sent - received
  const entries: StockEntry[] = []
  if (received > 0) {
    entries.push({ ...at(sourceId), effect: 'TRANSFER_OUT', dOnHand: -received, dCommitted: -received })
    entries.push({ ...at(destinationId), effect: 'TRANSFER_IN', dOnHand: received, dCommitted: 0 })
  }
  if (rest === 'return') entries.push({ ...at(sourceId), effect: 'RELEASE', dOnHand: 0, dCommitted: -missing })
  if (rest === 'write_off' && reason) {
    const why = { reason, customReason }
    entries.push({ ...at(sourceId), effect: 'WRITE_OFF', dOnHand: -missing, dCommitted: -missing, ...why })
  }
  return entries
}
