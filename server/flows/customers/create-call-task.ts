import { addDays } from '#shared/dates.ts'
import { createOpportunity } from '#server/crm/opportunities/opportunities.ts'
import { formatDay } from '#server/documents/formats.ts'
import type { Work } from '#server/kernel/work.ts'
import type { Moment } from '#server/retention/candidate-conditions.ts'
import { recordCall } from '#server/retention/record-call.ts'

const daysToCall = 3

/** A person calls a candidate instead of a message: an opportunity says so. */
export async function createCallTask(
  work: Work,
  moment: Moment,
  { accountId, note }: { accountId: string; note: string | null },
): Promise<{ opportunityId: string }> {
  const lastOrder = await recordCall(work, moment, accountId)
  const opportunityId = await createOpportunity(work, {
    title: `Call: no order since ${formatDay(lastOrder)}`,
    accountId,
    prospectId: null,
    value: 0n,
    expectedClose: addDays(work.today, daysToCall),
    notes: note,
  })
  return { opportunityId }
}
