import { addDays } from '#shared/dates.ts'
import { createCall } from '#server/crm/partners/calls.ts'
import { formatDay } from '#shared/format-day.ts'
import type { Work } from '#server/kernel/work.ts'
import type { Moment } from '#server/retention/candidate-conditions.ts'
import { recordCall } from '#server/retention/record-call.ts'

const daysToCall = 3

/** Creates a task for the account's owner to call a candidate instead of sending a message. */
export async function createCallTask(
  work: Work,
  moment: Moment,
  { accountId, note }: { accountId: string; note: string | null },
): Promise<{ callTaskId: string }> {
  const lastOrder = await recordCall(work, moment, accountId)
  const why = `No order since ${formatDay(lastOrder)}.`
  const callTaskId = await createCall(work, {
    accountId,
    note: note ? `${why} ${note}` : why,
    dueDate: addDays(work.today, daysToCall),
  })
  return { callTaskId }
}
