import { Refusal } from '#shared/http/refusal.ts'
import type { PortalHome } from '#shared/portal/home-api.ts'
import type { PortalInvoice } from '#shared/portal/invoices-api.ts'
import { epcCode } from '#shared/portal/epc-code.ts'
import type { Settings } from '#shared/settings/api.ts'
import { shownIban } from '#shared/settings/bank-account.ts'
import type { Db } from '#server/db/database.ts'
import { recallsOfCustomer } from '#server/inventory/recalls/customer-recalls.ts'
import { getBalance } from '#server/invoicing/balances.ts'
import { getInvoice } from '#server/invoicing/invoice-view.ts'
import { drawInvoice, drawStatement } from '#server/flows/money/send-invoice.ts'
import { readPortalHome } from '#server/portal/portal-home.ts'
import { getSettings } from '#server/settings/settings.ts'
import type { PortalViewer } from '#server/portal/portal-viewer.ts'

export async function showPortalHome(db: Db, viewer: PortalViewer): Promise<PortalHome> {
  const [home, recalls] = await Promise.all([
    readPortalHome(db, viewer),
    recallsOfCustomer(db, viewer.accountId, { isWaiting: true }),
  ])
  return {
    ...home,
    recalls: recalls.map(({ id, number, reason, goods }) => ({
      id,
      number,
      reason,
      held: goods.reduce((pieces, one) => pieces + one.held, 0),
    })),
  }
}

/** An invoice of the customer with payment instructions. Throws NOT_FOUND for another customer's, and for a void one. */
export async function showPortalInvoice(db: Db, accountId: string, id: string): Promise<PortalInvoice> {
  const invoice = await getInvoice(db, id, accountId)
  if (invoice.voided) throw new Refusal('NOT_FOUND')
  const { order, payments, lines, ...rest } = invoice
  return {
    ...rest,
    order: order && { id: order.id, number: order.number },
    lines: lines.map((line) => ({
      id: line.id,
      name: line.name,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      total: line.total,
    })),
    payments: payments
      .filter((payment) => payment.kind !== 'REVERSAL' && !payment.reversed)
      .map((payment) => ({
        id: payment.id,
        receivedDate: payment.receivedDate,
        amount: payment.amount,
        isCredit: payment.kind === 'CREDIT',
      })),
    howToPay: invoice.due === '0.00' ? null : howToPay(await getSettings(db), invoice),
  }
}

/** The company's bank account, with the invoice's number as the payment reference. */
function howToPay(
  { company, currency }: Settings,
  { due, number }: { due: string; number: string },
): PortalInvoice['howToPay'] {
  const { name, iban, bic } = company
  const transfer = { holder: name, bic, currency, amount: due, reference: number }
  return { ...transfer, iban: iban && shownIban(iban), qrText: iban && epcCode({ ...transfer, iban }) }
}

/** The invoice's PDF. Throws NOT_FOUND for another customer's. */
export async function drawPortalInvoice(db: Db, accountId: string, id: string) {
  await showPortalInvoice(db, accountId, id)
  return drawInvoice(db, id, accountId)
}

export const drawPortalStatement = (db: Db, accountId: string, from: string, until: string) =>
  drawStatement(db, accountId, from, until)

export async function showPortalBalance(db: Db, accountId: string) {
  const { due, credit, balance, ages } = await getBalance(db, accountId)
  return { due, credit, balance, ages }
}
