import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { whyNotConfirmation } from '#shared/sales/orders/order-guards.ts'
import type { orderDocumentsApi } from '#shared/sales/orders/order-documents-api.ts'
import { formatFigure } from '#server/documents/formats.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { attachDocument, drawFile } from '#server/documents/draw-document.ts'
import { renderPdf } from '#server/documents/render-pdf.ts'
import { codeText, labelContents } from '#server/inventory/labels/label-content.ts'
import { queueMail } from '#server/kernel/mail.ts'
import type { Work } from '#server/kernel/work.ts'
import { markConfirmationSent } from '#server/sales/orders/confirmation-sent.ts'
import { orderConfirmation } from '#server/sales/orders/order-confirmation.ts'
import { assertOpen, lockOrder } from '#server/sales/orders/order-lock.ts'
import { getOrder } from '#server/sales/orders/order-view.ts'
import { pickedOrders } from '#server/sales/orders/pick-lines.ts'
import { pickListContent } from '#server/sales/orders/pick-list.ts'
import { getLetterhead, getSettings } from '#server/settings/settings.ts'
import { pickListLayout } from './pick-list-layout.ts'

/** Throws INVALID_TRANSITION if the order is not confirmed. */
async function readConfirmation(db: Db | Tx, id: string) {
  const order = await getOrder(db, id, false)
  const why = whyNotConfirmation(order)
  if (why) throw new Refusal(why.code, why.reason, { details: { status: order.status } })
  const settings = await getSettings(db)
  return {
    order,
    settings,
    name: `order-confirmation-${order.number}.pdf`,
    paper: orderConfirmation(order, settings.currency, settings.documents.confirmationTerms),
    letterhead: await getLetterhead(db),
  }
}

/** The order confirmation as a PDF. */
export const drawConfirmation = async (db: Db, id: string) => drawFile(await readConfirmation(db, id))

type Mail = RequestOf<(typeof orderDocumentsApi.sendConfirmation)['spec']>['body']

/** Mails the order confirmation. The PDF is stored with the mail, as a permanent record of what was sent. */
export async function sendConfirmation(work: Work, id: string, { to, message }: Mail): Promise<void> {
  const locked = await lockOrder(work, id)
  assertOpen(whyNotConfirmation(locked), locked)
  const read = await readConfirmation(work.tx, id)
  const { order, settings } = read
  const file = await attachDocument(work, read)
  const { company, currency } = settings
  const mailId = await queueMail(work.tx, {
    to,
    subject: `Order confirmation ${order.number} from ${company.name}`,
    lines: [
      message ?? `Thank you for your order. Please find our confirmation ${order.number} attached.`,
      `Total: ${currency} ${formatFigure(order.total, 2)}.`,
      ...(company.contactEmail ? [`Questions: ${company.contactEmail}`] : []),
    ],
    attachments: [file],
  })
  await markConfirmationSent(work, id, to, mailId)
}

/** Each line has a barcode: drawing more takes too long for a request. */
const maxPickLines = 1000

/** The pick lists of orders as one file, in the order given. Throws NOT_FOUND, NOT_READY, LIMIT_REACHED. */
export async function drawPickLists(db: Db, ids: readonly string[]): Promise<{ name: string; content: Buffer }> {
  const orders = await pickedOrders(db, ids)
  const lines = orders.flatMap((order) => order.lines)
  if (lines.length > maxPickLines)
    throw new Refusal('LIMIT_REACHED', `${lines.length} lines at once; at most ${maxPickLines} are printed together.`)
  const wishes = new Map(
    lines.map(({ lotId, lotNumber, itemId }) => [
      lotId,
      {
        type: lotNumber === null ? ('product' as const) : ('lot' as const),
        id: lotNumber === null ? itemId : lotId,
        copies: 1,
      },
    ]),
  )
  const labels = await labelContents(db, [...wishes.values()])
  const keys = [...wishes.keys()]
  const codes = Object.fromEntries(labels.map((label, at) => [keys[at] ?? '', label]))
  const texts = new Map(labels.map((label, at) => [keys[at] ?? '', codeText(label)]))
  const documents = orders.map((order) => pickListContent(order, texts))
  const [first] = orders
  return {
    name: orders.length === 1 && first ? `pick-list-${first.number}.pdf` : 'pick-lists.pdf',
    content: await renderPdf(pickListLayout, [documents, codes, await getLetterhead(db)]),
  }
}
