import { sql } from 'kysely'
import { formatDay } from '#shared/format-day.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { estimatesApi } from '#shared/sales/estimates/api.ts'
import { formatFigure } from '#server/documents/formats.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import type { Work } from '#server/kernel/work.ts'
import { attachDocument, drawFile } from '#server/documents/draw-document.ts'
import { issueLink } from '#server/sales/estimates/estimate-links.ts'
import { lockEstimate, transitionEstimate, assertEstimateTransition } from '#server/sales/estimates/estimate-lock.ts'
import { estimateDocument } from '#server/sales/estimates/estimate-document.ts'
import { markEstimateSent } from '#server/sales/estimates/estimate-sent.ts'
import { getEstimate } from '#server/sales/estimates/estimate-view.ts'
import { getLetterhead, getSettings } from '#server/settings/settings.ts'

type Input = RequestOf<(typeof estimatesApi.sendEstimate)['spec']>['body']

async function readEstimate(db: Db | Tx, id: string) {
  const estimate = await getEstimate(db, id)
  const settings = await getSettings(db)
  return {
    estimate,
    settings,
    name: `${estimate.number}.pdf`,
    paper: estimateDocument(estimate, settings.currency),
    letterhead: await getLetterhead(db),
  }
}

/** The estimate as a PDF, for mail and download. */
export const drawEstimate = async (db: Db, id: string) => drawFile(await readEstimate(db, id))

/** Mails the estimate's PDF with a link for the answer. Sending it again creates a new link and revokes the earlier one. */
export async function sendEstimate(work: Work, id: string, { to, message }: Input): Promise<void> {
  const locked = await lockEstimate(work, id)
  assertEstimateTransition(work, locked, 'send')
  const read = await readEstimate(work.tx, id)
  const { estimate, settings } = read
  const file = await attachDocument(work, read)
  const { token, expiresAt } = await issueLink(work, id, to, estimate.validUntil)
  const { rows } = await sql<{ email: string }>`select email from users where id = ${work.caller.userId}`.execute(
    work.tx,
  )
  const mailId = await queueMail(work.tx, {
    to,
    subject: `Estimate ${estimate.number} from ${settings.company.name}`,
    lines: [
      message ?? `Please find our estimate ${estimate.number} attached.`,
      `Total: ${settings.currency} ${formatFigure(estimate.total, 2)}. Valid until ${formatDay(estimate.validUntil)}.`,
      `Questions: ${work.caller.name}, ${settings.company.contactEmail ?? rows[0]?.email ?? ''}`,
    ],
    // In the fragment, which is sent neither to servers nor in referrers.
    link: { label: 'Read, accept or decline the estimate', path: `/estimate#code=${token}` },
    expiresAt,
    attachments: [file],
  })
  await transitionEstimate(work, locked, 'send', { reason: to })
  await markEstimateSent(work, id, to, mailId)
}
