import { sql } from 'kysely'
import type { RequestOf } from '#shared/http/route.ts'
import type { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { formatFigure } from '#server/documents/formats.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import type { Work } from '#server/kernel/work.ts'
import { attachDocument, drawFile } from '#server/documents/draw-document.ts'
import { lockPurchase, recordPurchaseEvent, assertPurchaseTransition } from '#server/purchasing/orders/purchase-lock.ts'
import { purchaseDocument } from '#server/purchasing/orders/purchase-document.ts'
import { markSent } from '#server/purchasing/orders/purchase-sent.ts'
import { getPurchaseOrder } from '#server/purchasing/orders/purchase-view.ts'
import { getLetterhead, getSettings } from '#server/settings/settings.ts'

type Input = RequestOf<(typeof purchasingApi.send)['spec']>['body']

async function readPurchase(db: Db | Tx, id: string, userId: string) {
  const order = await getPurchaseOrder(db, id, userId)
  const settings = await getSettings(db)
  return {
    order,
    settings,
    name: `${order.number}.pdf`,
    paper: purchaseDocument(order, settings.currency),
    letterhead: await getLetterhead(db),
  }
}

/** The order as a PDF, for mail and download. */
export const drawPurchase = async (db: Db, id: string, userId: string) => drawFile(await readPurchase(db, id, userId))

/** Mails the order to the supplier. The PDF is stored with the mail, as a permanent record of what was sent. */
export async function sendPurchase(work: Work, id: string, { to, message }: Input): Promise<void> {
  const locked = await lockPurchase(work, id)
  assertPurchaseTransition(work, locked, 'send')
  const read = await readPurchase(work.tx, id, work.caller.userId)
  const { order, settings } = read
  const file = await attachDocument(work, read)
  const { rows } = await sql<{ email: string }>`select email from users where id = ${work.caller.userId}`.execute(
    work.tx,
  )
  const mailId = await queueMail(work.tx, {
    to,
    subject: `Purchase order ${order.number} from ${settings.company.name}`,
    lines: [
      message ??
        `Please find our purchase order ${order.number} attached. Please confirm the order and the delivery date.`,
      `Total: ${settings.currency} ${formatFigure(order.total, 2)}.`,
      `Questions: ${work.caller.name}, ${settings.company.contactEmail ?? rows[0]?.email ?? ''}`,
    ],
    attachments: [file],
  })
  await markSent(work, id, to, mailId)
  await recordPurchaseEvent(work, locked, 'send', to)
}
