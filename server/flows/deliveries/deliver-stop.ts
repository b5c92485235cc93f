import { sql } from 'kysely'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { DriverEvent, DriverPayload } from '#shared/logistics/driver/events.ts'
import { amountScale, parseDecimal } from '#shared/money.ts'
import { lockCredit } from '#server/invoicing/credit.ts'
import { bookPayment, lockInvoices } from '#server/invoicing/payments.ts'
import { lockLotRows } from '#server/kernel/lot-lock.ts'
import type { Work } from '#server/kernel/work.ts'
import { checkProof } from '#server/logistics/driver/proof-policy.ts'
import { hashOf, keepProof, proofOf } from '#server/logistics/driver/proofs.ts'
import { parcelLines } from '#server/logistics/shipments/handed-lines.ts'
import { notePaymentStatus } from '#server/sales/orders/order-lock.ts'
import { assertLines, withholdsBlockedLots, openReturn } from './accept-lines.ts'
import { type Journey, stopUnderWay } from './drive-route.ts'
import { finishStop } from './finish-stop.ts'

type Delivery = DriverPayload<'stop.deliver'>

/** Locks the credit of a stop's customer. Call it before the route is locked, as the lock order requires for payments. */
export async function lockCreditOfStop(work: Work, stopId: string | undefined): Promise<void> {
  const { rows } = await sql<{ account: string }>`select o.account_id as account from route_stops p
    join sales_orders o on o.id = p.order_id where p.id = ${stopId ?? null}`.execute(work.tx)
  if (rows[0]) await lockCredit(work, rows[0].account)
}

/** Records a delivery by a driver: the proof, a return for refused or damaged pieces, and a payment for cash. */
export async function deliverStop(
  work: Work,
  journey: Journey,
  event: DriverEvent & { stopId: string },
  delivery: Delivery,
  at: Date,
): Promise<void> {
  const stop = stopUnderWay(journey, event.stopId)
  const order = journey.orders.get(stop.orderId)
  if (!order) throw new Error(`Order ${stop.orderId} is not locked`)
  const parcel = await parcelLines(work, stop.shipmentId)
  assertLines(parcel, delivery.lines)
  const proof = proofOf(stop, parcel, delivery, new Date(event.at).toISOString())
  if (hashOf(proof) !== delivery.hash) throw invalid('hash', 'is not that of what was signed')
  const scanned = await checkProof(work, stop.shipmentId, delivery, at)
  const evenStopped = await withholdsBlockedLots(work, stop.shipmentId, delivery.lines)
  const cash = delivery.cash ? await lockCash(work, stop.orderId, parseDecimal(delivery.cash, amountScale) ?? 0n) : null
  const note = delivery.notes
  await finishStop(
    work,
    journey,
    stop.id,
    { status: 'DELIVERED', receivedBy: delivery.receivedBy, note },
    { at, eventId: event.eventId, evenStopped },
  )
  await keepProof(work, stop, proof, delivery, scanned)
  // Locks the lots of the return before numbers are drawn, which come last, in the order of their series' names.
  if (delivery.lines.some((line) => line.refused + line.damaged > 0)) {
    await lockLotRows(
      work,
      parcel.map(({ lotId }) => lotId),
    )
  }
  if (cash) {
    const { settled } = await bookPayment(work, cash.invoices, {
      accountId: order.accountId,
      amount: cash.amount,
      method: 'cash',
      reference: 'Paid at the door',
      receivedDate: work.today,
      parts: [{ invoiceId: cash.invoiceId, amount: cash.amount }],
      keepRest: false,
    })
    for (const { status } of settled) await notePaymentStatus(work, stop.orderId, status)
  }
  await openReturn(work, stop.orderId, parcel, delivery.lines)
}

/** Locks the invoice that the cash is for. Throws OVERPAID for more than the balance due. */
async function lockCash(work: Work, orderId: string, amount: bigint) {
  const { rows } = await sql<{ id: string }>`select id from invoices where order_id = ${orderId} and voided_at is null
    and deleted_at is null`.execute(work.tx)
  const invoices = await lockInvoices(
    work,
    rows.map((row) => row.id),
  )
  const [invoice] = invoices.values()
  const due = invoice ? BigInt(invoice.total - invoice.paid) : 0n
  if (!invoice || amount > due || amount <= 0n)
    throw new Refusal('OVERPAID', 'That is not the amount due on the invoice.')
  return { invoices, invoiceId: invoice.id, amount }
}
