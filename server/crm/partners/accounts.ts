import { exactNumber } from '#shared/money.ts'
import { selection } from '#server/db/selection.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import type { Account, AccountInput } from '#shared/crm/partners/api.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { lockVersion } from '#server/kernel/changes.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { ownerAt } from './owners.ts'
import { auditUpdate, deletePartner } from './partner-changes.ts'
import { type PartnerBase, getPartner, type PartnerKind } from './partners.ts'
import { placeStopsLater } from './place-stops-later.ts'

type Input = z.output<typeof AccountInput>

export const accountKind: PartnerKind<Omit<Account, keyof PartnerBase>> = {
  table: 'accounts',
  key: 'account_id',
  entity: 'account',
  columns: selection<Omit<Account, keyof PartnerBase>, { p: 'accounts' }>({
    code: 'p.code',
    owner: ownerAt(sql`p.owner_id`),
    priceTier: 'p.price_tier',
    paymentTermsDays: 'p.payment_terms_days',
    minShelfLifeDays: 'p.min_shelf_life_days',
    creditLimit: sql`(p.credit_limit / 100.0)::numeric(20, 2)::text`,
    taxExempt: sql`exists (select 1 from account_billing b where b.account_id = p.id and b.tax_exempt)`,
    deliveryWindows: 'p.delivery_windows',
    deliveryNote: 'p.delivery_note',
    orders: sql`(select count(*) from sales_orders o where o.account_id = p.id and o.deleted_at is null)`,
  }),
  code: sql`h.code`,
  lastOrders: 'retention_customers',
}

const columnsOf = (input: Input) => ({
  name: input.name,
  code: input.code,
  email: input.email,
  phone: input.phone,
  address: input.address,
  country: input.country,
  latitude: input.latitude ?? null,
  longitude: input.longitude ?? null,
  tax_number: input.taxNumber,
  status: input.status,
  labels: input.labels,
  notes: input.notes,
  price_tier: input.priceTier,
  payment_terms_days: input.paymentTermsDays,
  min_shelf_life_days: input.minShelfLifeDays ?? null,
  credit_limit: input.creditLimit == null ? null : exactNumber(input.creditLimit),
  delivery_windows: JSON.stringify(input.deliveryWindows),
  delivery_note: input.deliveryNote,
})

export async function createAccount(work: Work, input: Input): Promise<Account> {
  const id = newId()
  await assertUnique(work.tx, input.code, id)
  await work.tx
    .insertInto('accounts')
    .values({ id, ...columnsOf(input), created_at: work.now, updated_at: work.now })
    .execute()
  work.audit('account.created', 'account', id, { name: input.name })
  work.announce('account_updated', { accountId: id })
  return getPartner(work.tx, accountKind, id)
}

/** One customer; the id of a merged customer returns the one that it was merged into. */
export async function getAccount(db: Db, id: string): Promise<Account> {
  const { rows } = await sql<{ id: string }>`select merged_into as id from accounts
    where id = ${id} and merged_into is not null`.execute(db)
  return getPartner(db, accountKind, rows[0]?.id ?? id)
}

export async function updateAccount(work: Work, id: string, version: number, input: Input): Promise<Account> {
  await lockVersion(work.tx, 'accounts', id, version)
  await assertUnique(work.tx, input.code, id)
  const before = await getPartner(work.tx, accountKind, id)
  const change = { ...columnsOf(input), version: version + 1, updated_at: work.now }
  await work.tx.updateTable('accounts').set(change).where('id', '=', id).execute()
  if (before.latitude === null && change.latitude !== null) await placeStopsLater(work, id)
  return auditUpdate(work, accountKind, before)
}

/** Refused while an order, estimate, return or opportunity of theirs is open, or a balance is due. */
export const deleteAccount = (work: Work, id: string): Promise<void> => deletePartner(work, accountKind, id)

async function assertUnique(tx: Tx, code: string | null, id: string): Promise<void> {
  if (!code) return
  const { rows } = await sql`select 1 from accounts
    where lower(code) = lower(${code}) and id <> ${id} and deleted_at is null`.execute(tx)
  if (rows.length > 0) {
    throw new Refusal('ALREADY_EXISTS', `A customer with the code ${code} already exists.`, {
      fields: { code: 'is taken' },
    })
  }
}
