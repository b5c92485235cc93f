import { sql } from 'kysely'
import type { RequestOf } from '#shared/http/route.ts'
import { formatAmount } from '#shared/money.ts'
import type { PortalInvoiceRow, portalInvoicesApi } from '#shared/portal/invoices-api.ts'
import type { Db } from '#server/db/database.ts'
import { containing, listPage, pageOfRows } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { companyToday } from '#server/kernel/company-day.ts'

type Query = RequestOf<(typeof portalInvoicesApi.listInvoices)['spec']>['query']
type Row = Omit<PortalInvoiceRow, 'total' | 'due'> & { total: number; due: number }

const overdue = sql`(v.paid < v.total and v.due_date < ${companyToday})`

/** The customer's invoices without voided ones. */
export async function listPortalInvoices(db: Db, accountId: string, query: Query) {
  const where = [sql`v.account_id = ${accountId}`, sql`v.deleted_at is null`, sql`v.voided_at is null`]
  if (query.open) where.push(sql`v.paid < v.total`)
  if (query.overdue) where.push(query.overdue === 'true' ? overdue : sql`not ${overdue}`)
  if (query.q) {
    const like = containing(query.q)
    where.push(
      sql`(v.number ilike ${like} or v.reference ilike ${like} or o.number ilike ${like} or o.reference ilike ${like})`,
    )
  }
  const listed = await listPage(
    db,
    {
      columns: selection<Row, { v: 'invoices' }>({
        id: 'v.id',
        number: 'v.number',
        order: sql`case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end`,
        reference: 'v.reference',
        issuedDate: 'v.issued_date',
        dueDate: 'v.due_date',
        total: 'v.total',
        due: sql`v.total - v.paid`,
        paymentStatus: 'v.payment_status',
        overdue,
      }),
      from: sql`invoices v left join sales_orders o on o.id = v.order_id`,
      where,
      sort:
        query.overdue === 'true'
          ? { by: sql`v.due_date`, type: 'date', descending: false }
          : { by: sql`v.number`, type: 'text', descending: true },
      id: sql`v.id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => ({ ...row, total: formatAmount(row.total), due: formatAmount(row.due) }))
}
