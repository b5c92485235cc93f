import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { all } from '#server/db/keyset.ts'
import type { Work } from '#server/kernel/work.ts'
import { announceRetention } from './announce.ts'
import { candidateSource, candidateSql, type Moment } from './candidate-conditions.ts'

/** Records that a user calls this candidate, so that no message of this step follows. Returns the date of the last order. */
export async function recordCall(work: Work, moment: Moment, accountId: string): Promise<string> {
  const found = candidateSql(moment)
  const rows = await work.tx
    .insertInto('retention_steps')
    .columns(['account_id', 'spell', 'step', 'kind', 'trigger', 'at'])
    .expression(sql`select c.account_id, c.last_order_date, ${found.step}, 'call', ${found.trigger}, ${work.now}::timestamptz
      from ${candidateSource} where c.account_id = ${accountId} and ${all(found.where)}`)
    .onConflict((oc) => oc.doNothing())
    .returning('spell')
    .execute()
  const [step] = rows
  if (!step) throw new Refusal('ALREADY_DONE', 'This customer is not a candidate any more.')
  announceRetention(work, accountId)
  return step.spell
}
