import { sql } from 'kysely'
import { AccountInput } from '#shared/crm/partners/api.ts'
import type { LikelyAccount, prospectsApi } from '#shared/crm/prospects/api.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { createAccount } from '#server/crm/partners/accounts.ts'
import { addPerson } from '#server/crm/partners/contact-person.ts'
import { handOverOwner } from '#server/crm/partners/owners.ts'
import { recordPipelineTransition } from '#server/crm/opportunities/pipeline-transitions.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { joinAccount } from './join-account.ts'
import { getProspect, type LockedProspect } from './prospect-rows.ts'
import { lockProspect, assertProspectTransition } from './prospects.ts'

type Input = RequestOf<(typeof prospectsApi.convertProspect)['spec']>['body']
type Known = Pick<LockedProspect, 'name' | 'email' | 'phone'>

const maxLikelyAccounts = 10
const minDigits = 6

/** Customers that may be duplicates of a prospect. Throws NOT_FOUND. */
export async function listLikelyAccounts(db: Db, id: string): Promise<LikelyAccount[]> {
  return likeAccounts(db, await getProspect(db, id))
}

/** By name (ignoring case and spaces), email address, or last digits of the phone number. */
async function likeAccounts(db: Db | Tx, { name, email, phone }: Known): Promise<LikelyAccount[]> {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  const digits = (phone ?? '').replace(/\D/g, '').slice(-9)
  const { rows } = await sql<
    Omit<LikelyAccount, 'by'> & { same_name: boolean; same_email: boolean; same_phone: boolean }
  >`select * from (
      select a.id, a.name, a.code, a.email, a.country,
        regexp_replace(lower(a.name), '[^[:alnum:]]+', '', 'g') = ${plain(name)} as same_name,
        coalesce(lower(a.email) = lower(${email}::text), false) as same_email,
        ${digits.length >= minDigits} and coalesce(regexp_replace(a.phone, '[^0-9]', '', 'g') like ${`%${digits}`}, false) as same_phone
      from accounts a where a.deleted_at is null) found
    where same_name or same_email or same_phone
    order by same_name::int + same_email::int + same_phone::int desc, lower(name), id limit ${maxLikelyAccounts}`.execute(
    db,
  )
  return rows.map(({ same_name, same_email, same_phone, ...account }) => ({
    ...account,
    by: [
      ...(same_name ? (['name'] as const) : []),
      ...(same_email ? (['email'] as const) : []),
      ...(same_phone ? (['phone'] as const) : []),
    ],
  }))
}

/**
 * Converts a prospect to a new customer, or joins it to an existing one. Opportunities, contact data and notes move to the
 * customer; the opportunities keep the prospect. Throws INVALID_TRANSITION the second time, ALREADY_EXISTS with `details: {
 * accounts }` if there are likely duplicates.
 */
export async function convertProspect(work: Work, id: string, input: Input): Promise<void> {
  const prospect = await lockProspect(work, id)
  assertProspectTransition(prospect, 'Converted')
  const accountId = input.accountId
    ? await joinedAccount(work, prospect, input.accountId)
    : await newAccount(work, prospect, input)
  await handOverOwner(work, accountId, prospect.ownerId)
  await work.tx
    .updateTable('prospects')
    .set({
      status: 'Converted',
      account_id: accountId,
      converted_at: work.now,
      disqualify_reason: null,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  await work.tx
    .updateTable('opportunities')
    .set({ account_id: accountId, version: nextVersion, updated_at: work.now })
    .where('prospect_id', '=', id)
    .where('account_id', 'is', null)
    .execute()
  await recordPipelineTransition(work, id, prospect.status, 'Converted')
  work.audit('prospect.converted', 'prospect', id, { accountId, isNew: !input.accountId })
  work.announce('account_updated', { accountId: id })
  work.announce('account_updated', { accountId })
}

async function joinedAccount(work: Work, prospect: LockedProspect, id: string): Promise<string> {
  const { rows } = await sql`select 1 from accounts where id = ${id} and deleted_at is null
    for no key update`.execute(work.tx)
  if (rows.length === 0) throw invalid('accountId', 'is not a customer')
  await joinAccount(work, prospect, id)
  return id
}

async function newAccount(work: Work, prospect: LockedProspect, input: Input): Promise<string> {
  const duplicates = (await likeAccounts(work.tx, prospect)).filter(({ by }) => by.some((one) => one !== 'phone'))
  if (duplicates.length > 0 && !input.despiteTwins) {
    throw new Refusal('ALREADY_EXISTS', `A customer like ${prospect.name} already exists.`, {
      details: { accounts: duplicates },
    })
  }
  const { name, contact, email, phone, address, country, labels, notes } = prospect
  const { id } = await createAccount(
    work,
    AccountInput.parse({ name, email, phone, address, country, labels, notes, priceTier: input.priceTier }),
  )
  if (contact) await addPerson(work, { name: contact, email, phone }, id)
  return id
}
