import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Payment, paymentsApi } from '#shared/invoicing/payments-api.ts'
import { formatAmount } from '#shared/money.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { utc } from '#server/db/timestamps.ts'

type Query = RequestOf<(typeof paymentsApi.listPayments)['spec']>['query']
type Row = Omit<Payment, 'amount' | 'kept' | 'invoices'> & {
  amount: number
  kept: number
  invoices: { id: string; number: string; amount: number }[] | null
}

const columns = selection<Row, { u: 'users'; p: 'payments' }>({
  id: 'p.id',
  number: 'p.number',
  account: sql`json_build_object('id', a.id, 'name', a.name)`,
  receivedDate: 'p.received_date',
  method: 'p.method',
  reference: 'p.reference',
  amount: 'p.amount',
  kept: 'p.kept',
  actor: 'u.name',
  at: utc(sql`p.at`),
  voided: sql`case when p.voided_at is not null then json_build_object('at', ${utc(sql`p.voided_at`)}, 'reason', p.void_reason) end`,
  invoices: sql`(select json_agg(json_build_object('id', v.id, 'number', v.number, 'amount', e.amount) order by v.number)
    from payment_entry e join invoices v on v.id = e.invoice_id where e.payment_id = p.id and e.kind = 'PAYMENT')`,
})
const from = sql`payments p join accounts a on a.id = p.account_id left join users u on u.id = p.actor_id`

const shape = (row: Row): Payment => ({
  ...row,
  amount: formatAmount(row.amount),
  kept: formatAmount(row.kept),
  invoices: (row.invoices ?? []).map((one) => ({ ...one, amount: formatAmount(one.amount) })),
})

export async function listPayments(db: Db, query: Query) {
  const where: RawBuilder<unknown>[] = [sql`true`]
  if (query.account) where.push(sql`p.account_id = ${query.account}`)
  if (query.invoice)
    where.push(sql`p.id = any(array(select e.payment_id from payment_entry e
      where e.invoice_id = ${query.invoice} and e.kind = 'PAYMENT'))`)
  if (query.q) where.push(sql`(p.number || ' ' || coalesce(p.reference, '')) ilike ${containing(query.q)}`)
  const sort = { by: sql`p.number`, type: 'text', descending: sortOf(query.sort).descending } as const
  const listed = await listPage(
    db,
    { columns, from, narrow: sql`payments p`, where, sort, id: sql`p.id`, planEachTime: Boolean(query.q) },
    query,
  )
  return pageOfRows(listed, shape)
}

/** Throws NOT_FOUND. */
export async function getPayment(db: Db | Tx, id: string): Promise<Payment> {
  const { rows } = await sql<Row>`select ${columns} from ${from} where p.id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return shape(rows[0])
}
