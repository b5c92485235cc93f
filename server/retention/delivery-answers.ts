import { sql } from 'kysely'
import { Id } from '#shared/fields.ts'
import type { Work } from '#server/kernel/work.ts'
import { announceRetention } from './announce.ts'
import { optOutByPhone } from './opt-outs.ts'

/** Records a delivery report of the gateway; `id` is our id of the message or the gateway's. Repeated reports change nothing. */
export async function recordDelivery(work: Work, id: string, isDelivered: boolean, reason: string | null) {
  // Each is compared in a form that its index supports.
  const ours = Id.safeParse(id).data ?? null
  const rows = await work.tx
    .updateTable('retention_messages')
    .set({
      state: isDelivered ? 'sent' : 'failed',
      is_uncertain: false,
      delivered_at: isDelivered ? work.now : null,
      problem: isDelivered ? null : (reason ?? 'The SMS gateway could not deliver it.'),
    })
    .where(sql<boolean>`(id = ${ours}::uuid or provider_id = ${id})`)
    .where('state', 'in', [sql.lit('sent'), sql.lit('failed')])
    .where('delivered_at', 'is', null)
    .returning('account_id as accountId')
    .execute()
  work.audit('retention.delivery', 'retention', null, { id, isDelivered, reason })
  for (const { accountId } of rows) announceRetention(work, accountId)
}

const stopWords = /^\s*["'.]*\s*(stop|stopp|unsubscribe|stopall|end|quit|cancel)\b/i

/** STOP, and common equivalents, opts out; other replies are ignored. */
export async function readReply(work: Work, from: string, text: string): Promise<void> {
  if (stopWords.test(text)) await optOutByPhone(work, from)
  else work.audit('retention.reply', 'retention', null, {})
}
