import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import { formatAmount } from '#shared/money.ts'
import type { Estimate } from '#shared/sales/estimates/api.ts'
import type { OfferedEstimate } from '#shared/sales/estimates/estimate-links-api.ts'
import type { Signature } from '#shared/signature.ts'
import { whyNotAnswerable } from '#shared/sales/estimates/estimate-transitions.ts'
import type { Settings } from '#shared/settings/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { momentSql } from '#server/db/moment.ts'
import { type Answered, writeAnswer } from './estimate-actions.ts'
import { linesHash } from './estimate-hash.ts'
import { lockEstimate } from './estimate-lock.ts'
import { getEstimate } from './estimate-view.ts'

/** Days that a link stays valid after the estimate's last day, so that customers can read it again. */
const daysAfterExpiry = 30
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Creates a link by which the customer can answer, and revokes all earlier links of the estimate. */
export async function issueLink(work: Work, estimateId: string, sentTo: string, validUntil: string) {
  const token = randomBytes(32).toString('base64url')
  await work.tx
    .updateTable('estimate_links')
    .set({ revoked_at: work.now })
    .where('estimate_id', '=', estimateId)
    .where('revoked_at', 'is', null)
    .execute()
  const rows = await work.tx
    .insertInto('estimate_links')
    .values({
      id: newId(),
      estimate_id: estimateId,
      token_hash: hashOf(token),
      sent_to: sentTo,
      created_at: work.now,
      expires_at: sql<string>`${validUntil}::date + ${1 + daysAfterExpiry}::int`,
    })
    .returning('expires_at')
    .execute()
  return { token, expiresAt: new Date(rows[0]?.expires_at ?? 0) }
}

/** The estimate of a link. Throws TOKEN_INVALID if the link is unknown, revoked or expired, without revealing which. */
async function estimateOf(db: Db | Tx, token: string): Promise<string> {
  const rows = await db
    .updateTable('estimate_links as k')
    .from('estimates as e')
    .set({ first_seen_at: sql<string>`coalesce(k.first_seen_at, moment())` })
    .whereRef('e.id', '=', 'k.estimate_id')
    .where('k.token_hash', '=', hashOf(token))
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', momentSql)
    .where('e.deleted_at', 'is', null)
    .where('e.status', '<>', sql.lit('Cancelled'))
    .returning('k.estimate_id')
    .execute()
  if (!rows[0]) throw new Refusal('TOKEN_INVALID', 'This link has expired or was replaced. Ask us for a new one.')
  return rows[0].estimate_id
}

/** The estimate as the mailed link shows it. */
export async function openLink(
  db: Db | Tx,
  token: string,
  settings: Settings,
  today: string,
): Promise<OfferedEstimate> {
  return offerOf(await getEstimate(db, await estimateOf(db, token)), settings, today)
}

/** The customer's view of an estimate. */
export function offerOf(estimate: Estimate, settings: Settings, today: string): OfferedEstimate {
  const { company, currency } = settings
  const { answer } = estimate
  const reason = whyNotAnswerable({ ...estimate, today })
  return {
    number: estimate.number,
    company: {
      name: company.name,
      address: company.address ?? company.headquarters ?? null,
      email: company.contactEmail ?? null,
      phone: company.phone ?? null,
    },
    customer: estimate.account.name,
    estimateDate: estimate.estimateDate,
    validUntil: estimate.validUntil,
    currency,
    reference: estimate.reference,
    notes: estimate.notes,
    lines: [
      ...estimate.orderLines.map((line) => ({ ...line, name: line.product.name, sku: line.product.sku, unit: null })),
      ...estimate.charges.map((charge) => ({ ...charge, sku: null })),
    ],
    subtotal: estimate.subtotal,
    discount: estimate.discount?.amount ?? formatAmount(0),
    tax: estimate.tax,
    total: estimate.total,
    answer: answer && { answer: answer.answer, name: answer.name, at: answer.at },
    canAnswer: { open: reason === null, reason },
    hash: linesHash(estimate).toString('hex'),
  }
}

interface ByLink {
  token: string
  name: string
  reason?: string | null
  signature?: Signature | null | undefined
  hash: string
}

/**
 * Records the customer's answer. Throws TOKEN_INVALID, INVALID_TRANSITION for a second answer or after the last day,
 * VERSION_CONFLICT if the customer was shown other content than the current one.
 */
export async function answerByLink(
  work: Work,
  answer: 'accepted' | 'declined',
  { token, name, reason = null, signature = null, hash }: ByLink,
  address: string,
): Promise<void> {
  const estimate = await lockEstimate(work, await estimateOf(work.tx, token))
  await answerOffer(work, estimate.id, hash, { answer, how: 'link', name, reason, signature, address })
}

/** Records the customer's answer to a locked estimate, after checking that it answers the current content. */
export async function answerOffer(work: Work, id: string, hash: string, given: Answered): Promise<void> {
  const shown = await getEstimate(work.tx, id)
  const why = whyNotAnswerable({ ...shown, today: work.today })
  if (why) throw new Refusal('INVALID_TRANSITION', why)
  if (linesHash(shown).toString('hex') !== hash)
    throw new Refusal('VERSION_CONFLICT', 'The estimate has changed. Review it before you answer.')
  await writeAnswer(work, id, given)
}
