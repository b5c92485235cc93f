import type { PortalRecall } from '#shared/portal/recalls-api.ts'
import { acknowledgeRecall, recallsOfCustomer } from '#server/inventory/recalls/customer-recalls.ts'
import type { Work } from '#server/kernel/work.ts'
import { portalActor } from '#server/portal/portal-viewer.ts'

/** Records that a customer has read a recall, and how much of it they still have. */
export async function answerPortalRecall(
  work: Work,
  id: string,
  body: { name: string; held: number; note: string | null },
): Promise<PortalRecall> {
  const { accountId } = await portalActor(work, 'acknowledge')
  return acknowledgeRecall(work, id, accountId, body)
}

export { recallsOfCustomer }
