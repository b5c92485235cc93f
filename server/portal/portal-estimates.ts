import { sql } from 'kysely'
import { oneOf } from '#server/db/one-of.ts'
import { unofferedEstimates } from '#shared/sales/estimates/estimate-transitions.ts'
import { formatAmount } from '#shared/money.ts'
import type { PortalEstimateRow } from '#shared/portal/estimates-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { companyToday } from '#server/kernel/company-day.ts'

type Row = Omit<PortalEstimateRow, 'total'> & { total: number }

/** Drafts of the office aren't shown, except that the customer's request is pending. */
export async function listPortalEstimates(db: Db | Tx, accountId: string, id?: string): Promise<PortalEstimateRow[]> {
  const { rows } = await sql<Row>`select e.id, e.number, case when e.status = 'Draft' then 'Requested'
        when e.status = 'Sent' and e.valid_until < ${companyToday} then 'Expired' else e.status end as status,
      e.estimate_date as "estimateDate", e.valid_until as "validUntil", e.reference, e.total
    from estimates e left join users u on u.id = e.created_by
    where e.account_id = ${accountId} and e.deleted_at is null and e.status <> 'Cancelled'
      and (e.status <> 'Draft' or u.account_id = e.account_id) and (${id ?? null}::uuid is null or e.id = ${id ?? null}::uuid)
    order by e.created_at desc, e.id desc limit 100`.execute(db)
  return rows.map((row) => ({ ...row, total: row.status === 'Requested' ? null : formatAmount(row.total) }))
}

/** True if the customer may read it: the office has sent it to them. */
export async function isSentTo(db: Db | Tx, accountId: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from estimates where id = ${id} and account_id = ${accountId} and deleted_at is null
    and status not in ${oneOf(unofferedEstimates)}`.execute(db)
  return rows.length > 0
}
