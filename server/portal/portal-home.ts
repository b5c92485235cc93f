import { sql } from 'kysely'
import { oneOf } from '#server/db/one-of.ts'
import { onTheWay } from '#shared/sales/orders/order-transitions.ts'
import { formatAmount } from '#shared/money.ts'
import type { PortalHome } from '#shared/portal/home-api.ts'
import type { Db } from '#server/db/database.ts'
import { utc } from '#server/db/timestamps.ts'
import { unreadByCustomer } from './message-reads.ts'
import type { PortalViewer } from './portal-viewer.ts'

interface Row {
  account: PortalHome['account']
  company: PortalHome['company']
  currency: string
  today: string
  timeZone: string
  estimates: (Omit<PortalHome['estimates'][number], 'total'> & { total: number })[] | null
  approvals: (Omit<PortalHome['approvals'][number], 'total'> & { total: number })[] | null
  deliveries: PortalHome['deliveries'] | null
  overdue: (Omit<PortalHome['overdue'][number], 'due'> & { due: number })[] | null
  messages: PortalHome['messages'] | null
}

/** The customer's home except for recalls, in one statement. */
export async function readPortalHome(db: Db, viewer: PortalViewer): Promise<Omit<PortalHome, 'recalls'>> {
  const { rows } = await sql<Row>`select json_build_object('id', a.id, 'name', a.name) as account,
      json_build_object('name', coalesce(s.content #>> '{company,name}', 'Wardstock'),
        'email', s.content #>> '{company,contactEmail}', 'phone', s.content #>> '{company,phone}') as company,
      coalesce(s.content->>'currency', 'USD') as currency, company_today()::text as today,
      coalesce(s.content->>'timeZone', 'UTC') as "timeZone",
      (select json_agg(json_build_object('id', e.id, 'number', e.number, 'total', e.total, 'validUntil', e.valid_until)
          order by e.valid_until, e.id) from estimates e
        where e.account_id = a.id and e.status = 'Sent' and e.deleted_at is null and e.valid_until >= company_today()) as estimates,
      (select json_agg(json_build_object('id', q.id, 'by', u.name, 'total', q.total, 'createdAt', ${utc(sql`q.created_at`)})
          order by q.created_at) from requisitions q join users u on u.id = q.requested_by
        where q.account_id = a.id and q.status = 'Waiting') as approvals,
      (select json_agg(json_build_object('order', json_build_object('id', o.id, 'number', o.number), 'status', o.status,
          'expectedDate', p.expected_date, 'eta', ${utc(sql`x.eta`)}, 'stopsBefore', x.before) order by x.eta nulls last, o.number)
        from sales_orders o join shipments p on p.order_id = o.id and p.deleted_at is null
        left join lateral (select t.eta, (select count(*)::int from route_stops b where b.route_id = t.route_id
              and b.removed_at is null and b.finished_at is null and b.sequence < t.sequence) as before
            from route_stops t join routes r on r.id = t.route_id where t.shipment_id = p.id and t.removed_at is null
              and t.finished_at is null and r.deleted_at is null and r.status = 'IN_PROGRESS' limit 1) x on true
        where o.account_id = a.id and o.deleted_at is null and p.delivered_at is null
          and (o.status in ${oneOf(onTheWay)}
            or o.status = 'FOR_SHIPPING' and p.expected_date = company_today())) as deliveries,
      (select json_agg(json_build_object('id', v.id, 'number', v.number, 'due', v.total - v.paid, 'dueDate', v.due_date)
          order by v.due_date, v.number) from (select * from invoices v where v.account_id = a.id and v.deleted_at is null
            and v.voided_at is null and v.paid < v.total and v.due_date < company_today() order by v.due_date, v.number limit 20) v) as overdue,
      (select json_agg(json_build_object('order', json_build_object('id', o.id, 'number', o.number), 'body', left(m.body, 160),
          'at', ${utc(sql`m.at`)}, 'unread', m.unread) order by m.at desc)
        from sales_orders o join lateral (select m.body, m.at, ${unreadByCustomer} as unread from order_messages m
          where m.order_id = o.id and not m.from_customer order by m.at desc, m.id desc limit 1) m on m.unread > 0
        where o.account_id = a.id and o.deleted_at is null) as messages
    from accounts a left join settings s on true where a.id = ${viewer.accountId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The viewer is of no account')
  return {
    user: {
      name: viewer.name,
      role: viewer.role,
      approvalLimit: viewer.approvalLimit === null ? null : formatAmount(viewer.approvalLimit),
      isOffice: viewer.isOffice,
    },
    account: row.account,
    company: row.company,
    currency: row.currency,
    today: row.today,
    timeZone: row.timeZone,
    estimates: (row.estimates ?? []).map((one) => ({ ...one, total: formatAmount(one.total) })),
    approvals: (row.approvals ?? []).map((one) => ({ ...one, total: formatAmount(one.total) })),
    deliveries: row.deliveries ?? [],
    overdue: (row.overdue ?? []).map((one) => ({ ...one, due: formatAmount(one.due) })),
    messages: row.messages ?? [],
  }
}
