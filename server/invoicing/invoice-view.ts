import type { OrderStatus } from '#shared/sales/orders/order-transitions.ts'
import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Invoice, InvoiceRow, invoicingApi } from '#shared/invoicing/api.ts'
import { formatAmount, formatPrice, sum } from '#shared/money.ts'
import { formatPercent, taxByRule, type TaxRule } from '#shared/money-lines.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { statement } from '#server/db/flat-sql.ts'
import { all, containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { utc } from '#server/db/timestamps.ts'
import { creditUsedSql } from '#server/kernel/credit-used.ts'
import { orderAddress } from '#server/kernel/document-addresses.ts'
import { isOfAge, isOpen } from './ageing.ts'
import { companyToday } from '#server/kernel/company-day.ts'

type Query = RequestOf<(typeof invoicingApi.listInvoices)['spec']>['query']

interface Row {
  id: string
  number: string
  account_id: string
  account_name: string
  order_id: string | null
  order_number: string | null
  order_status: OrderStatus | null
  reference: string | null
  issued_date: string
  due_date: string
  total: number
  /** By payments and credit. */
  settled: number
  credit_used: number
  payment_status: InvoiceRow['paymentStatus']
  overdue: boolean
  days_overdue: number
  voided: boolean
}

const overdue = sql`(v.voided_at is null and v.paid < v.total and v.due_date < ${companyToday})`
const columns = selection<Row, { a: 'accounts'; o: 'sales_orders'; v: 'invoices' }>({
  id: 'v.id',
  number: 'v.number',
  account_id: 'a.id',
  account_name: 'a.name',
  order_id: 'o.id',
  order_number: 'o.number',
  order_status: 'o.status',
  reference: 'v.reference',
  issued_date: 'v.issued_date',
  due_date: 'v.due_date',
  total: 'v.total',
  settled: 'v.paid',
  credit_used: creditUsedSql,
  payment_status: 'v.payment_status',
  overdue,
  days_overdue: sql`case when v.paid < v.total and v.voided_at is null then greatest(${companyToday} - v.due_date, 0) else 0 end`,
  voided: sql`v.voided_at is not null`,
})
const from = sql`invoices v join accounts a on a.id = v.account_id left join sales_orders o on o.id = v.order_id`

const invoiceRow = (row: Row): InvoiceRow => ({
  id: row.id,
  number: row.number,
  account: { id: row.account_id, name: row.account_name },
  order:
    row.order_id && row.order_status
      ? { id: row.order_id, number: row.order_number ?? '', status: row.order_status }
      : null,
  reference: row.reference,
  issuedDate: row.issued_date,
  dueDate: row.due_date,
  total: formatAmount(row.total),
  paid: formatAmount(row.settled - row.credit_used),
  creditUsed: formatAmount(row.credit_used),
  // A void invoice has no balance due.
  due: formatAmount(row.voided ? 0 : row.total - row.settled),
  paymentStatus: row.payment_status,
  overdue: row.overdue,
  daysOverdue: row.days_overdue,
  voided: row.voided,
})

const sorts = {
  number: { by: sql`v.number`, type: 'text' },
  issuedDate: { by: sql`v.issued_date`, type: 'date' },
  dueDate: { by: sql`v.due_date`, type: 'date' },
  customer: { by: sql`lower(a.name)`, type: 'text', isJoined: true },
  total: { by: sql`v.total`, type: 'bigint' },
  open: { by: sql`case when v.voided_at is null then v.total - v.paid else 0 end`, type: 'bigint' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

export async function listInvoices(db: Db, query: Query) {
  const { name, descending } = sortOf(query.sort)
  const where = [sql`v.deleted_at is null`]
  const late = [...(query.overdue ? [overdue] : []), ...(query.age ? [isOfAge(query.age)] : [])]
  if (query.q) where.push(...late)
  if (query.paymentStatus) where.push(sql`v.payment_status = ${query.paymentStatus} and v.voided_at is null`)
  if (query.open) where.push(isOpen)
  if (query.from) where.push(sql`v.issued_date >= ${query.from}`)
  if (query.to) where.push(sql`v.issued_date <= ${query.to}`)
  if (query.account) where.push(sql`v.account_id = ${query.account}`)
  if (query.q) {
    const like = containing(query.q)
    where.push(sql`v.id in (with hit as materialized (select h.id from invoices h where h.deleted_at is null
        and (h.number || ' ' || coalesce(h.reference, '')) ilike ${like} and (h.number ilike ${like} or h.reference ilike ${like})
      union select h.id from invoices h where h.deleted_at is null and h.order_id in (select k.id from sales_orders k where k.deleted_at is null
        and (k.number || ' ' || coalesce(k.reference, '')) ilike ${like})
      union select h.id from invoices h where h.deleted_at is null
        and h.account_id in (select b.id from accounts b where (b.name || ' ' || coalesce(b.code, '')) ilike ${like})) select id from hit)`)
  }
  const listed = await listPage(
    db,
    {
      columns,
      from,
      narrow: name === 'customer' ? sql`invoices v join accounts a on a.id = v.account_id` : sql`invoices v`,
      where,
      // Overdue invoices are few compared with all, and have their own index.
      ...(late.length > 0 &&
        !query.q && { perhapsRare: { passes: all([sql`v.deleted_at is null`, ...late]), from: sql`invoices v` } }),
      sort: { ...sorts[name], descending },
      id: sql`v.id`,
      planEachTime: Boolean(query.q),
    },
    query,
  )
  return pageOfRows(listed, invoiceRow)
}

type AmountName = 'unitPrice' | 'total' | 'discount' | 'net' | 'taxed' | 'gross'
type Line = Omit<Invoice['lines'][number], AmountName | 'tax'> & Record<AmountName, number> & { tax: TaxRule }
type Payment = Omit<Invoice['payments'][number], 'amount'> & { amount: number }

/** Lots of the goods of invoice line `l` of order `o`: committed to it or shipped. Empty for items without lots. */
const lotsSql = sql`coalesce((select json_agg(json_build_object('lotNumber', t.lot_number, 'expiryDate', t.expiry_date,
    'quantity', k.quantity) order by t.expiry_date nulls last, t.lot_number)
  from (select lot_id, sum(quantity)::int as quantity from commitment
    where source_id = o.id and source_line_id = l.order_line_id and state <> 'released' and v.voided_at is null group by 1) k
  join lots t on t.id = k.lot_id where t.id <> t.item_id), '[]'::json)`

interface FullRow extends Row {
  credit: number | null
  lines: Line[]
  discount: number
  tax: number
  payments: Payment[] | null
  credit_notes: (Omit<Invoice['creditNotes'][number], 'total'> & { total: number })[] | null
  void_reason: string | null
  customer_reference: string | null
  deleted: string[]
  bill_to: Invoice['billTo']
  ship_to: Invoice['shipTo']
  version: number
}

const readInvoice = statement<FullRow, [id: string, accountId: string | null]>(
  (id, accountId) => sql`select ${columns}, v.void_reason, o.reference as customer_reference,
      array(select a.name where a.deleted_at is not null and a.merged_into is null) as deleted,
      coalesce(v.bill_to, ${orderAddress('bill')}) || jsonb_build_object('email', a.email) as bill_to,
      coalesce(v.ship_to, ${orderAddress('ship')}) as ship_to, v.version, v.discount, v.tax,
      (select c.credit from customer_credit c where c.account_id = v.account_id) as credit,
      (select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'name', l.name, 'unit', l.unit,
          'product', case when i.id is not null then json_build_object('id', i.id, 'name', i.name, 'sku', i.sku) end,
          'quantity', l.quantity, 'lots', ${lotsSql}, 'unitPrice', l.unit_price, 'total', l.total, 'discount', l.discount, 'net', l.net,
          'taxed', l.tax, 'gross', l.gross, 'tax', json_build_object('name', l.tax_name, 'kind', l.tax_kind, 'rate', l.tax_rate))
          order by l.position)
        from invoice_lines l left join items i on i.id = l.item_id where l.invoice_id = v.id) as lines,
      (select json_agg(json_build_object('id', p.id, 'kind', p.kind, 'amount', p.amount, 'method', p.method,
          'reference', p.reference, 'receivedDate', p.received_date, 'reason', p.reason, 'actor', u.name,
          'at', ${utc(sql`p.at`)},
          'reversed', exists (select 1 from payment_entry r where r.reverses_id = p.id),
          'payment', case when m.id is not null then json_build_object('id', m.id, 'number', m.number) end) order by p.at, p.id)
        from payment_entry p left join users u on u.id = p.actor_id left join payments m on m.id = p.payment_id where p.invoice_id = v.id) as payments,
      (select json_agg(json_build_object('id', n.id, 'number', n.number, 'total', n.total,
          'return', json_build_object('id', r.id, 'number', r.number)) order by n.id)
        from credit_notes n join sales_returns r on r.id = n.return_id where n.invoice_id = v.id) as credit_notes
    from ${from} where v.id = ${id} and v.deleted_at is null
      and (${accountId}::uuid is null or v.account_id = ${accountId}::uuid)`,
)

/** One invoice with lines and payments, in one statement; with `accountId`, only if it is that customer's. Throws NOT_FOUND. */
export async function getInvoice(db: Db | Tx, id: string, accountId: string | null = null): Promise<Invoice> {
  const [row] = await readInvoice(db, id, accountId)
  if (!row) throw new Refusal('NOT_FOUND')
  return {
    ...invoiceRow(row),
    billTo: row.bill_to,
    shipTo: row.ship_to,
    lines: row.lines.map((line) => ({
      ...line,
      unitPrice: formatPrice(line.unitPrice),
      total: formatAmount(line.total),
      discount: formatAmount(line.discount),
      net: formatAmount(line.net),
      taxed: formatAmount(line.taxed),
      gross: formatAmount(line.gross),
      tax: shownTax(line.tax),
    })),
    subtotal: formatAmount(sum(row.lines.map((line) => BigInt(line.total)))),
    discount: formatAmount(row.discount),
    tax: formatAmount(row.tax),
    taxes: taxByRule(row.lines.map((line) => ({ tax: line.tax, net: BigInt(line.net), taxed: BigInt(line.taxed) })))
      .filter(({ rule, tax }) => rule.kind !== 'exempt' || tax !== 0n)
      .map(({ rule, net, tax }) => ({ ...shownTax(rule), net: formatAmount(net), tax: formatAmount(tax) })),
    payments: (row.payments ?? []).map((payment) => ({ ...payment, amount: formatAmount(payment.amount) })),
    creditNotes: (row.credit_notes ?? []).map((note) => ({ ...note, total: formatAmount(note.total) })),
    customerReference: row.customer_reference,
    voidReason: row.void_reason,
    deleted: row.deleted,
    credit: formatAmount(row.credit ?? 0),
    version: row.version,
  }
}

const shownTax = ({ name, kind, rate }: TaxRule) => ({ name, kind, percent: formatPercent(rate) })
