import { bothSelections, type Selection, selection } from '#server/db/selection.ts'
import { type RawBuilder, sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { type crmApi, inactiveAfterDays, type Supplier } from '#shared/crm/partners/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { whyUsed } from '#server/kernel/assert-unused.ts'
import { companyToday } from '#server/kernel/company-day.ts'
import type { Caller } from '#server/kernel/work.ts'
import { isOwned } from './owners.ts'

type Query = RequestOf<(typeof crmApi.listAccounts)['spec']>['query']
/** Filters and sort order of a list, without the page. */
export type PartnerChoice = Omit<Query, 'limit' | 'cursor'>

/** The fields of both kinds. */
export type PartnerBase = Omit<Supplier, 'products'>

/** The common part of suppliers and accounts: lists, reads and unique names. */
export interface PartnerKind<Own = unknown> {
  table: 'suppliers' | 'accounts'
  /** The column of contacts, addresses and notes that refers to a partner. */
  key: 'supplier_id' | 'account_id'
  /** The entity in the audit log. */
  entity: 'supplier' | 'account'
  /** Columns beyond the common ones. */
  columns: Selection<Own>
  code: RawBuilder<unknown>
  /** The table with the last order date of each, maintained by triggers. */
  lastOrders: 'retention_customers' | 'supplier_last_orders'
}

/** The partners `p` with the row `c` of their last order: joined, so that it isn't looked up for each. */
export const partnersOf = ({ table, lastOrders, key }: PartnerKind) =>
  sql`${sql.table(table)} p left join ${sql.table(lastOrders)} c on c.${sql.ref(key)} = p.id`

const sorts = {
  name: { by: sql`lower(p.name)`, type: 'text' },
  createdAt: { by: sql`p.created_at`, type: 'timestamptz' },
  lastOrderDate: { by: sql`coalesce(c.last_order_date, '0001-01-01'::date)`, type: 'date' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

const columnsOf = <Own>(kind: PartnerKind<Own>) =>
  bothSelections(
    selection<PartnerBase, { p: 'suppliers' }>({
      id: 'p.id',
      name: 'p.name',
      email: 'p.email',
      phone: 'p.phone',
      address: 'p.address',
      country: 'p.country',
      latitude: 'p.latitude',
      longitude: 'p.longitude',
      taxNumber: 'p.tax_number',
      status: 'p.status',
      labels: 'p.labels',
      notes: 'p.notes',
      lastOrderDate: sql`c.last_order_date`,
      createdAt: 'p.created_at',
      version: 'p.version',
    }),
    kind.columns,
  )

/** Partners whose fields, labels or notes contain the text; each part has its own index. */
const mentions = ({ table, key, code }: PartnerKind, typed: string) => {
  const like = containing(typed)
  return sql`p.id in (
    select h.id from ${sql.table(table)} h where h.deleted_at is null
      and partner_words(h.name, ${code}, h.email, h.phone, h.tax_number, h.labels) ilike ${like}
    union select h.id from ${sql.table(table)} h where h.deleted_at is null and h.notes is not null and h.notes ilike ${like}
    union select n.${sql.ref(key)} from partner_notes n where n.text ilike ${like} and n.${sql.ref(key)} is not null)`
}

const since = sql`${companyToday} - ${sql.lit(inactiveAfterDays)}`
const paces = {
  recent: sql`c.last_order_date > ${since}`,
  silent: sql`c.last_order_date <= ${since}`,
  never: sql`c.last_order_date is null`,
}

/** For users who may not read the other fields: a search in them would reveal them letter by letter. */
const isCalled = ({ table, code }: PartnerKind, typed: string) => {
  const like = containing(typed)
  return sql`p.id in (select h.id from ${sql.table(table)} h where h.deleted_at is null
    and partner_words(h.name, ${code}, h.email, h.phone, h.tax_number, h.labels) ilike ${like}
    and (h.name ilike ${like} or ${code} ilike ${like}))`
}

/** The conditions of a list (on `partnersOf`), for users who may read all fields, or little more than the names. */
export function matchingPartners(
  kind: PartnerKind,
  choice: Omit<PartnerChoice, 'sort'>,
  readsAll: boolean,
  callerId: string | null,
): RawBuilder<unknown>[] {
  if ((choice.label || choice.calls || choice.owner) && !readsAll) throw new Refusal('FORBIDDEN')
  const where = [sql`p.deleted_at is null`]
  if (choice.status) where.push(sql`p.status = ${choice.status}`)
  if (choice.label) where.push(sql`p.labels @> array[${choice.label}]`)
  if (choice.country) where.push(sql`lower(p.country) = lower(${choice.country})`)
  if (choice.priceTier) where.push(sql`p.price_tier = ${choice.priceTier}`)
  if (choice.ordered) where.push(paces[choice.ordered])
  if (choice.calls) {
    where.push(sql`exists (select 1 from call_tasks t where t.account_id = p.id and t.done_at is null)`)
    // Customers whose owner can't be one any more count as unowned.
    if (choice.calls === 'mine') where.push(isOwned(sql`p.owner_id`, 'mineOrNone', callerId))
  }
  if (choice.owner) where.push(isOwned(sql`p.owner_id`, choice.owner, callerId))
  if (choice.q) where.push((readsAll ? mentions : isCalled)(kind, choice.q))
  return where
}

/** The list plan, for pages and exports. */
export function partnerPlan<Own>(
  kind: PartnerKind<Own>,
  choice: PartnerChoice,
  caller: Caller,
): ListPlan<PartnerBase & Own> {
  const { name, descending } = sortOf(choice.sort)
  const isByLastOrder = name === 'lastOrderDate'
  const key = sql`c.${sql.ref(kind.key)}`
  // Every partner has such a row; its index gives the sort order.
  const byLastOrder = sql`${sql.table(kind.table)} p join ${sql.table(kind.lastOrders)} c on ${key} = p.id`
  return {
    columns: columnsOf(kind),
    from: isByLastOrder ? byLastOrder : partnersOf(kind),
    where: matchingPartners(kind, choice, can(caller, 'crm.view'), caller.userId),
    sort: { ...sorts[name], descending },
    id: isByLastOrder ? key : sql`p.id`,
    planEachTime: Boolean(choice.q),
  }
}

export async function listPartners<Own>(db: Db, kind: PartnerKind<Own>, query: Query, caller: Caller) {
  return pageOfRows(await listPage(db, partnerPlan(kind, query, caller), query), (row) => row)
}

export async function getPartner<Own>(db: Db | Tx, kind: PartnerKind<Own>, id: string): Promise<PartnerBase & Own> {
  const { rows } = await sql<PartnerBase & Own>`select ${columnsOf(kind)} from ${partnersOf(kind)}
    where p.id = ${id} and p.deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Why a partner can't be deleted now. Throws NOT_FOUND. */
export async function getDeletion(db: Db, kind: PartnerKind, id: string): Promise<{ reason: string | null }> {
  await getPartner(db, kind, id)
  return { reason: await whyUsed(db, kind.table, id) }
}

/** Partners by a condition on `p`, without deleted ones. */
export async function partnersWhere<Own>(
  db: Db | Tx,
  kind: PartnerKind<Own>,
  where: RawBuilder<unknown>,
): Promise<(PartnerBase & Own)[]> {
  const { rows } = await sql<PartnerBase & Own>`select ${columnsOf(kind)} from ${partnersOf(kind)}
    where ${where} and p.deleted_at is null`.execute(db)
  return rows
}

/** Locks a partner while something is written for it; 404 if it is deleted or doesn't exist. */
export async function lockPartner(tx: Tx, kind: PartnerKind, id: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(kind.table)}
    where id = ${id} and deleted_at is null for share`.execute(tx)
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
}
