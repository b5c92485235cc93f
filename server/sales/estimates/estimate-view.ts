import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { PriceTier } from '#shared/inventory/stock/price-tiers.ts'
import { formatAmount } from '#shared/money.ts'
import { estimateActionNames, estimateStatuses, whyNotEstimate } from '#shared/sales/estimates/estimate-transitions.ts'
import type { Estimate, EstimateAnswer, EstimateRow, estimatesApi } from '#shared/sales/estimates/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { statement } from '#server/db/flat-sql.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { countByStatus } from '#server/db/status-counts.ts'
import { utc } from '#server/db/timestamps.ts'
import { type Amounts, amountsOf, type Totals, totalsOf, written } from '#server/sales/orders/order-amounts.ts'
import { deletedNames } from './estimate-lock.ts'
import { chosenAddress } from '#server/kernel/document-addresses.ts'
import { promisableSql } from '#server/kernel/usable-lots.ts'
import { companyToday } from '#server/kernel/company-day.ts'

type Query = RequestOf<(typeof estimatesApi.listEstimates)['spec']>['query']

const columns = selection<Row, { e: 'estimates'; a: 'accounts' }>({
  id: 'e.id',
  number: 'e.number',
  account_id: 'e.account_id',
  account_name: 'a.name',
  status: 'e.status',
  estimateDate: 'e.estimate_date',
  validUntil: 'e.valid_until',
  lines: 'e.line_count',
  total: 'e.total',
  reference: 'e.reference',
  sentAt: 'e.sent_at',
  mailState: sql`(select k.state from mail_outbox k where k.id = e.sent_mail_id)`,
  createdAt: 'e.created_at',
})

type Row = Omit<EstimateRow, 'account' | 'total'> & { account_id: string; account_name: string; total: number }

const shape = ({ account_id, account_name, total, ...row }: Row): EstimateRow => ({
  ...row,
  account: { id: account_id, name: account_name },
  total: formatAmount(total),
})

const withAccount = sql`estimates e join accounts a on a.id = e.account_id`
const sorts = {
  createdAt: { by: sql`e.created_at`, type: 'timestamptz' },
  number: { by: sql`e.number`, type: 'text' },
  validUntil: { by: sql`e.valid_until`, type: 'date' },
  estimateDate: { by: sql`e.estimate_date`, type: 'date' },
  account: { by: sql`lower(a.name)`, type: 'text', isJoined: true },
  total: { by: sql`e.total`, type: 'bigint' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

export async function listEstimates(db: Db, query: Query) {
  const { name, descending } = sortOf(query.sort)
  const where: RawBuilder<unknown>[] = [sql`e.deleted_at is null`]
  if (query.status) where.push(sql`e.status = ${query.status}`)
  if (query.account) where.push(sql`e.account_id = ${query.account}`)
  if (query.opportunity) where.push(sql`e.opportunity_id = ${query.opportunity}`)
  if (query.q) {
    const like = containing(query.q)
    where.push(sql`(e.id in (with hit as materialized (select h.id from estimates h where h.deleted_at is null
        and (h.number || ' ' || coalesce(h.reference, '')) ilike ${like}) select id from hit)
      or e.account_id in (select h.id from accounts h where (h.name || ' ' || coalesce(h.code, '')) ilike ${like}))`)
  }
  const listed = await listPage(
    db,
    {
      columns,
      from: withAccount,
      narrow: name === 'account' ? withAccount : sql`estimates e`,
      where,
      sort: { ...sorts[name], descending },
      id: sql`e.id`,
      planEachTime: Boolean(query.q),
    },
    query,
  )
  return pageOfRows(listed, shape)
}

export const countEstimates = (db: Db) => countByStatus(db, sql`estimates where deleted_at is null`, estimateStatuses)

type AmountName = 'unitPrice' | 'total' | 'discount' | 'net' | 'taxed' | 'tax'
type LineRow = Omit<Estimate['orderLines'][number], AmountName> & Amounts
type ChargeRow = Omit<Estimate['charges'][number], AmountName> & Amounts

type FullRow = Row &
  Totals & { order: { id: string; number: string; status: string; total: number } | null } & Pick<
    Estimate,
    | 'revision'
    | 'revises'
    | 'revisedBy'
    | 'opportunityId'
    | 'deletedOrder'
    | 'notes'
    | 'cancelReason'
    | 'sentTo'
    | 'shipTo'
    | 'billTo'
    | 'isOwnShipTo'
    | 'link'
    | 'version'
  > & {
    account_email: string | null
    account_tier: PriceTier
    account_active: boolean
    deleted: string[]
    tax_exempt: boolean | null
    today: string
    line_rows: LineRow[] | null
    charge_rows: ChargeRow[] | null
    answer: EstimateAnswer | null
    timeline: Estimate['timeline'] | null
  }

/** Pieces that could be allocated to the customer today. */
const promisable = promisableSql(sql`l.item_id`, companyToday, sql`shelf_life_asked(a.min_shelf_life_days)`)

/** A link by which the customer can answer. */
const isOpenLink = sql`k.revoked_at is null and k.expires_at > moment()`

const readEstimate = statement<FullRow, [id: string]>(
  (id) => sql`select ${columns}, a.email as account_email, a.price_tier as account_tier,
      a.status = 'active' and a.deleted_at is null as account_active, ${deletedNames} as deleted, ${companyToday} as today,
      (select b.tax_exempt from account_billing b where b.account_id = a.id) as tax_exempt,
      ${chosenAddress('e', 'ship')} as "shipTo", ${chosenAddress('e', 'bill')} as "billTo", e.new_ship_to is not null as "isOwnShipTo",
      e.revision, e.opportunity_id as "opportunityId", e.discount_kind, e.discount_value, e.discount, e.tax, e.notes,
      e.cancel_reason as "cancelReason", e.sent_to as "sentTo", e.version,
      (select json_build_object('id', r.id, 'number', r.number, 'status', r.status) from estimates r
        where r.id = e.revises_id and r.deleted_at is null) as revises,
      (select json_build_object('id', r.id, 'number', r.number, 'status', r.status) from estimates r
        where r.revises_id = e.id and r.deleted_at is null) as "revisedBy",
      (select json_build_object('id', o.id, 'number', o.number, 'status', o.status, 'total', o.total) from sales_orders o
        where o.id = e.order_id and o.deleted_at is null) as order,
      (select o.number from sales_orders o where o.id = e.order_id and o.deleted_at is not null) as "deletedOrder",
      (select json_agg(json_build_object('id', l.id, 'product', json_build_object('id', l.item_id, 'name', l.name,
            'sku', l.sku), 'priceTier', l.price_tier, 'available', ${promisable}, ${amountsOf('l')}) order by l.position)
        from estimate_lines l where l.estimate_id = e.id and l.kind = 'item') as line_rows,
      (select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'serviceTypeId', l.service_type_id, 'name', l.name,
          'unit', l.unit, 'ownPrice', l.own_price, ${amountsOf('l')}) order by l.position)
        from estimate_lines l where l.estimate_id = e.id and l.kind <> 'item') as charge_rows,
      (select json_build_object('sentTo', k.sent_to, 'expiresAt', ${utc(sql`k.expires_at`)},
          'firstSeenAt', ${utc(sql`k.first_seen_at`)})
        from estimate_links k where k.estimate_id = e.id and ${isOpenLink} and e.status = 'Sent') as link,
      (select json_build_object('answer', w.answer, 'how', w.how, 'name', w.name, 'reason', w.reason,
          'signature', w.signature, 'hash', encode(w.lines_hash, 'hex'), 'address', w.address, 'at', ${utc(sql`w.at`)}, 'day', company_day(w.at))
        from estimate_answers w where w.estimate_id = e.id) as answer,
      (select json_agg(json_build_object('at', ${utc(sql`m.at`)}, 'actor', u.name, 'move', m.move, 'from', m.from_status,
          'to', m.to_status, 'reason', m.reason) order by m.id desc)
        from estimate_moves m left join users u on u.id = m.actor_id where m.estimate_id = e.id) as timeline
    from estimates e join accounts a on a.id = e.account_id where e.id = ${id} and e.deleted_at is null`,
)

/** One estimate with everything its page shows. Throws NOT_FOUND. */
export async function getEstimate(db: Db | Tx, id: string): Promise<Estimate> {
  const [row] = await readEstimate(db, id)
  if (!row) throw new Refusal('NOT_FOUND')
  const lines = row.line_rows ?? []
  const charges = row.charge_rows ?? []
  const {
    revision,
    revises,
    revisedBy,
    opportunityId,
    order,
    deletedOrder,
    notes,
    cancelReason,
    sentTo,
    link,
    version,
  } = row
  const facts = {
    status: row.status,
    validUntil: row.validUntil,
    today: row.today,
    accountActive: row.account_active,
    deleted: row.deleted,
    isRevised: revisedBy !== null,
    hasLink: link !== null,
  }
  return {
    ...shape(row),
    account: {
      id: row.account_id,
      name: row.account_name,
      email: row.account_email,
      priceTier: row.account_tier,
      taxExempt: row.tax_exempt ?? false,
    },
    shipTo: row.shipTo,
    billTo: row.billTo,
    isOwnShipTo: row.isOwnShipTo,
    revision,
    revises,
    revisedBy,
    opportunityId,
    order: order && { ...order, total: formatAmount(order.total) },
    deletedOrder,
    orderLines: lines.map((line) => ({ ...line, ...written(line), available: Number(line.available) })),
    charges: charges.map((charge) => ({ ...charge, ...written(charge) })),
    ...totalsOf(row, [...lines, ...charges]),
    notes,
    cancelReason,
    sentTo,
    link,
    answer: row.answer,
    timeline: row.timeline ?? [],
    transitions: estimateActionNames.map((action) => {
      const reason = whyNotEstimate(action, facts)
      return { action, open: reason === null, reason }
    }),
    whyNotDuplicated: whyNotEstimate('duplicate', facts),
    version,
  }
}

/** The path of the link in an email that was not sent yet, while it can be used for an answer. Throws NOT_FOUND. */
export async function unsentLinkOf(db: Db | Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ path: string | null }>`select (select m.content #>> '{link,path}' from mail_outbox m
        join estimate_links k on k.estimate_id = e.id and ${isOpenLink}
        where m.id = e.sent_mail_id and m.state in ('queued', 'kept') and e.status = 'Sent') as path
    from estimates e where e.id = ${id} and e.deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0].path
}
