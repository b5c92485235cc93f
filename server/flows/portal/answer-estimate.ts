import { addDays } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { PortalEstimate, PortalEstimateRow } from '#shared/portal/estimates-api.ts'
import type { PortalLines } from '#shared/portal/orders-api.ts'
import type { z } from 'zod'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { drawEstimate } from '#server/flows/orders/send-estimate.ts'
import { isSentTo, listPortalEstimates } from '#server/portal/portal-estimates.ts'
import { portalActor } from '#server/portal/portal-viewer.ts'
import { createEstimate } from '#server/sales/estimates/estimate-draft.ts'
import { answerOffer, offerOf } from '#server/sales/estimates/estimate-links.ts'
import { lockEstimate } from '#server/sales/estimates/estimate-lock.ts'
import { getEstimate } from '#server/sales/estimates/estimate-view.ts'
import { getSettings } from '#server/settings/settings.ts'

/** Days that a requested estimate is valid until staff decide otherwise. */
const usualDays = 30

/** An estimate that was sent to the customer. Throws NOT_FOUND for another customer's, and for a draft. */
export async function showPortalEstimate(
  db: Db | Tx,
  accountId: string,
  id: string,
  today: string,
): Promise<PortalEstimate> {
  if (!(await isSentTo(db, accountId, id))) throw new Refusal('NOT_FOUND')
  const estimate = await getEstimate(db, id)
  if (estimate.account.id !== accountId) throw new Refusal('NOT_FOUND')
  return { id, order: estimate.order, ...offerOf(estimate, await getSettings(db), today) }
}

/** The estimate's PDF. Throws like `showPortalEstimate`. */
export async function drawPortalEstimate(db: Db, accountId: string, id: string, today: string) {
  await showPortalEstimate(db, accountId, id, today)
  return drawEstimate(db, id)
}

/** Records the answer of a customer's owner in the portal. Throws the same as with the mailed link. */
export async function answerPortalEstimate(
  work: Work,
  id: string,
  answer: 'accepted' | 'declined',
  { hash, reason = null }: { hash: string; reason?: string | null },
) {
  const { accountId, name } = await portalActor(work, 'answerEstimate')
  await showPortalEstimate(work.tx, accountId, id, work.today)
  await lockEstimate(work, id)
  await answerOffer(work, id, hash, { answer, how: 'portal', name, reason })
  return showPortalEstimate(work.tx, accountId, id, work.today)
}

/** Creates a draft from the request, for staff to price and send. */
export async function requestPortalEstimate(
  work: Work,
  { lines, notes }: { lines: z.output<typeof PortalLines>; notes: string | null },
): Promise<PortalEstimateRow> {
  const { accountId } = await portalActor(work, 'order')
  const validUntil = addDays(work.today, usualDays)
  const reference = 'Requested in the customer portal'
  const id = await createEstimate(work, { accountId, validUntil, reference, notes, lines, charges: [], discount: null })
  const [row] = await listPortalEstimates(work.tx, accountId, id)
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}
