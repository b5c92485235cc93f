import { whyEstimateNotDeletable } from '#shared/sales/estimates/estimate-transitions.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { softDelete } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { linesHash } from './estimate-hash.ts'
import { lockEstimate, transitionEstimate, recordEstimateEvent, assertEstimateTransition } from './estimate-lock.ts'
import { getEstimate } from './estimate-view.ts'

export interface Answered {
  answer: 'accepted' | 'declined'
  name: string
  reason?: string | null
  how: 'link' | 'staff' | 'portal'
  signature?: unknown
  address?: string | null
}

/** Staff record the answer that the customer gave by phone or on paper. */
export const recordAnswer =
  (answer: Answered['answer']) =>
  async (work: Work, id: string, { name, reason }: { name: string; reason: string | null }): Promise<void> => {
    const estimate = await lockEstimate(work, id)
    assertEstimateTransition(work, estimate, answer === 'accepted' ? 'accept' : 'decline')
    await writeAnswer(work, estimate.id, { answer, name, reason, how: 'staff' })
  }

/** Records an answer with the hash of the current lines and runs the transition. The estimate must be open for it. */
export async function writeAnswer(work: Work, id: string, given: Answered): Promise<void> {
  const estimate = await lockEstimate(work, id)
  const hash = linesHash(await getEstimate(work.tx, id))
  const { answer, how, name, reason = null, signature = null, address = null } = given
  await work.tx
    .insertInto('estimate_answers')
    .values({
      estimate_id: id,
      answer,
      how,
      name,
      reason,
      signature: signature === null ? null : JSON.stringify(signature),
      lines_hash: hash,
      address,
      at: work.now,
    })
    .execute()
  const words = [
    `${answer === 'accepted' ? 'Accepted' : 'Declined'} by ${name}`,
    how === 'link' && 'by the link',
    how === 'portal' && 'in the customer portal',
    reason,
  ]
  await transitionEstimate(work, estimate, answer === 'accepted' ? 'accept' : 'decline', {
    reason: words.filter(Boolean).join(', '),
  })
}

export async function cancelEstimate(work: Work, id: string, reason: string): Promise<void> {
  const estimate = await lockEstimate(work, id)
  assertEstimateTransition(work, estimate, 'cancel')
  await transitionEstimate(work, estimate, 'cancel', { cancelReason: reason })
}

/** Revokes the link, so that the customer can't answer by it any more; the estimate stays sent. */
export async function revokeLink(work: Work, id: string): Promise<void> {
  const estimate = await lockEstimate(work, id)
  assertEstimateTransition(work, estimate, 'revoke')
  await work.tx
    .updateTable('estimate_links')
    .set({ revoked_at: work.now })
    .where('estimate_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await work.tx
    .updateTable('estimates')
    .set({ version: nextVersion, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  await recordEstimateEvent(work, estimate, 'revoke', null)
}

/** Throws IN_USE while the customer's answer is pending, or if an order was made from the estimate. */
export async function deleteEstimate(work: Work, id: string): Promise<void> {
  const { number, status } = await lockEstimate(work, id)
  const why = whyEstimateNotDeletable({ number, status })
  if (why) throw new Refusal('IN_USE', why)
  await softDelete(work.tx, 'estimates', id, work.caller.userId)
  work.audit('estimate.deleted', 'estimate', id, { number })
  work.announce('sales_order_updated', { salesOrderId: id })
}
