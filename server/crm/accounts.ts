import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import type { Account, AccountInput } from '#shared/crm/api.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { lockVersion, softDelete } from '#server/db/changes.ts'
import type { Tx } from '#server/db/database.ts'
import type { Work } from '#server/db/work.ts'
import { getPartner, type PartnerKind } from './partners.ts'

type Input = z.output<typeof AccountInput>

export const accountKind: PartnerKind = {
  table: 'accounts',
  columns: sql`p.code, p.price_tier as "priceTier", p.payment_terms_days as "paymentTermsDays",
    p.min_shelf_life_days as "minShelfLifeDays",
    (select count(*) from sales_orders o where o.account_id = p.id and o.deleted_at is null) as orders`,
  searched: sql`(p.name || ' ' || coalesce(p.code, ''))`,
  lastOrder: sql`(select max(o.order_date) from sales_orders o where o.account_id = p.id and o.deleted_at is null)`,
}

const columnsOf = ({ priceTier, paymentTermsDays, minShelfLifeDays, ...rest }: Input) => ({
  ...rest,
  price_tier: priceTier,
  payment_terms_days: paymentTermsDays,
  min_shelf_life_days: minShelfLifeDays ?? null,
})

export async function createAccount(work: Work, input: Input): Promise<Account> {
  const id = newId()
  await refuseTwin(work.tx, input.code, id)
  await work.tx
    .insertInto('accounts')
    .values({ id, ...columnsOf(input) })
    .execute()
  work.audit('account.created', 'account', id, input)
  work.announce('account_updated', { accountId: id })
  return getPartner<Account>(work.tx, accountKind, id)
}

export async function updateAccount(work: Work, id: string, version: number, input: Input): Promise<Account> {
  await lockVersion(work.tx, 'accounts', id, version)
  await refuseTwin(work.tx, input.code, id)
  const change = { ...columnsOf(input), version: version + 1, updated_at: work.now }
  await work.tx.updateTable('accounts').set(change).where('id', '=', id).execute()
  work.audit('account.updated', 'account', id, input)
  work.announce('account_updated', { accountId: id })
  return getPartner<Account>(work.tx, accountKind, id)
}

/** Refused while an order of theirs is open. */
export async function deleteAccount(work: Work, id: string): Promise<void> {
  // The mark is the lock: who writes an order of theirs holds the row, and waits or is waited for.
  await softDelete(work.tx, 'accounts', id, work.caller.userId)
  const { rows } = await sql<{ open: number }>`select count(*) as open from sales_orders
    where account_id = ${id} and deleted_at is null and status not in ('DELIVERED', 'CANCELLED', 'RETURNED')`.execute(
    work.tx,
  )
  const open = rows[0]?.open ?? 0
  if (open > 0) throw new Refusal('IN_USE', `${open} orders of this customer are open.`)
  work.audit('account.deleted', 'account', id)
  work.announce('account_updated', { accountId: id })
}

async function refuseTwin(tx: Tx, code: string | null, id: string): Promise<void> {
  if (!code) return
  const { rows } = await sql`select 1 from accounts
    where lower(code) = lower(${code}) and id <> ${id} and deleted_at is null`.execute(tx)
  if (rows.length > 0) {
    throw new Refusal('ALREADY_EXISTS', `There is a customer with the code ${code} already.`, {
      fields: { code: 'is taken' },
    })
  }
}
