import { flags, modules } from '#shared/access/roles.ts'
import type { NumberSeries } from '#shared/settings/numbering.ts'
import { type Check, records } from './check-rules.ts'

const user = (broken: string) => records('user', 'users', broken)
/** Reports rows that have no page of their own. */
const nowhere = (name: string, broken: string) =>
  `select 'other' as kind, null::uuid as id, ${name} as name, says, explained from (${broken}) x`

/** The tables with the documents of each series; invoices without an order are opening balances. */
const numberedTables = {
  SO: 'sales_orders',
  SH: 'shipments',
  ADJ: 'stock_adjustments',
  RC: 'recalls',
  CNT: 'stock_counts',
  TR: 'stock_transfers',
  KIT: 'kit_orders',
  PRD: 'production_runs',
  PO: 'purchase_orders',
  GR: 'goods_receipts',
  RTS: 'supplier_returns',
  PAY: 'payments',
  EST: 'estimates',
  RMA: 'sales_returns',
  CN: 'credit_notes',
  RT: 'routes',
} as const satisfies Record<Exclude<NumberSeries, 'INV' | 'OB'>, string>
const numbered = [
  `select case when order_id is null then 'OB' else 'INV' end as name, number from invoices`,
  ...Object.entries(numberedTables).map(([series, table]) => `select '${series}', number from ${table}`),
].join(' union all ')

/** Documents whose creation is an action of its own, by their entity in the audit log. */
const acted = [
  ['salesOrder', 'sales_orders', `d.origin <> 'import'`],
  ['estimate', 'estimates', 'true'],
  ['invoice', 'invoices', `o.origin is distinct from 'import'`, 'left join sales_orders o on o.id = d.order_id'],
  ['shipment', 'shipments', `o.origin <> 'import'`, 'join sales_orders o on o.id = d.order_id'],
  ['purchaseOrder', 'purchase_orders', 'true'],
  ['stockTransfer', 'stock_transfers', 'true'],
  ['kitOrder', 'kit_orders', 'true'],
  ['productionRun', 'production_runs', 'true'],
  ['stockCount', 'stock_counts', 'true'],
  ['recall', 'recalls', 'true'],
] as const

const rightList = (list: readonly string[]) => `array['${list.join(`', '`)}']`

/** Users, document numbers, idempotency keys, mails and the audit log. */
export const recordChecks: readonly Check[] = [
  {
    id: 'V14 admin',
    title: 'At least one administrator can sign in.',
    rows: nowhere(
      `'Administrators'`,
      `select 'none is active' as says, 'somebody must be able to let people in' as explained
        from (select count(*) filter (where role = 'admin' and suspended_at is null and deleted_at is null) as admins,
          count(*) as n from users) u where n > 0 and admins = 0`,
    ),
  },
  {
    id: 'V14 sessions',
    title: 'No suspended or deleted user has an active session.',
    rows: user(`select u.id, count(*) || ' sessions are open' as says,
        case when u.deleted_at is null then 'they are suspended' else 'they are deleted' end as explained
      from sessions s join users u on u.id = s.user_id
      where (u.suspended_at is not null or u.deleted_at is not null) and s.expires_at > moment() and s.epoch = u.auth_epoch
      group by u.id`),
  },
  {
    id: 'V14 roles',
    title: 'Users have the role they were given.',
    rows: user(`select u.id, 'role ' || u.role as says, coalesce('the log says ' || a.role, 'nobody gave it') as explained
      from users u left join (select distinct on (entity_id) entity_id,
          case act when 'user.firstAdmin' then 'admin' else details->>'role' end as role
        from audit_log where entity = 'user' and act in ('user.created', 'user.updated', 'user.registered', 'user.firstAdmin')
        order by entity_id, id desc) a on a.entity_id = u.id
      where u.deleted_at is null and a.role is distinct from u.role`),
  },
  {
    id: 'V14 rights',
    title: 'Users have exactly the permissions granted to them.',
    rows: user(`select u.id, coalesce(r.right_, 'rights ' || u.permissions::text) as says,
        case when u.role = 'customer' and r.right_ is not null then 'customers have no rights'
          when r.right_ is not null then 'no such right' else 'granted were ' || a.permissions::text end as explained
      from users u
      left join (select u.id, min(m.key || '.' || f.key) as right_ from users u, jsonb_each(u.permissions) m, jsonb_each(m.value) f
        where f.value = 'true' and (u.role = 'customer' or m.key <> all(${rightList(modules)}) or f.key <> all(${rightList(flags)}))
        group by u.id) r on r.id = u.id
      left join (select distinct on (l.entity_id) l.entity_id,
          case l.act when 'user.created' then l.details->'permissions' when 'user.permissionsChanged' then l.details->'after'
            when 'user.registered' then k.permissions end as permissions
        from audit_log l left join registration_links k on k.used_by = l.entity_id
        where l.entity = 'user' and (l.act in ('user.created', 'user.permissionsChanged', 'user.registered')
          or l.act = 'user.updated' and l.details->>'role' <> l.details #>> '{before,role}')
        order by l.entity_id, l.id desc) a on a.entity_id = u.id
      where u.deleted_at is null and (r.right_ is not null or a.permissions <> u.permissions)`),
  },
  {
    id: 'V15',
    title: 'Numbers have no gaps from the first of a year on, and none is given twice.',
    // By series and not by prefix, which may change: so the same number under two prefixes is found, too.
    rows: nowhere(
      `'Numbers ' || x.name || '-' || x.year`,
      `select name, year, coalesce(c.value - c.first + 1, 0) || ' were given' ||
            case when c.first > 1 then ' from ' || c.first || ' on' else '' end as says,
          coalesce(n.n, 0) || ' documents have one' || case when n.n <> n.inside then ', ' || (n.n - n.inside) || ' another' else '' end as explained
        from (select * from counters where name <> 'SSCC') c full join (select d.name, d.year, count(distinct d.value) as n,
            count(distinct d.value) filter (where d.value between k.first and k.value) as inside
          from (select name, split_part(number, '-', 2)::int as year, split_part(number, '-', 3)::bigint as value
            from (${numbered}) d where number ~ '^[A-Z0-9]{1,8}-[0-9]{4}-[0-9]+$') d
          left join counters k on (k.name, k.year) = (d.name, d.year) group by 1, 2) n using (name, year)
        where coalesce(c.value - c.first + 1, 0) <> coalesce(n.inside, 0) or n.n <> n.inside`,
    ),
  },
  {
    id: 'V16',
    title: 'Every stored answer to a request belongs to a change that was made.',
    // The idempotency key and its audit rows are written in one transaction, so they have the same timestamp.
    rows: nowhere(
      `x.route`,
      `select i.route, 'the key ' || i.key || case when i.status is null then ' has no answer' else ' was answered ' || i.status end as says,
          'nothing was done in its name' as explained
        from idempotency i left join (select distinct actor_id, at from audit_log) a on (a.actor_id, a.at) = (i.actor_id, i.created_at)
        where i.status is null or a.at is null`,
    ),
  },
  {
    id: 'V17',
    title: 'A sent email has its time and no stored text or files; no other email has a time.',
    rows: nowhere(
      `x.subject`,
      `select m.subject || ' to ' || m.to_address as subject, 'it is ' || m.state as says,
          case when (m.state = 'sent') <> (m.sent_at is not null) then coalesce('sent at ' || m.sent_at, 'it was sent at no time')
            when m.attempts = 0 then 'nobody tried to send it' else 'its text or files are kept' end as explained
        from mail_outbox m left join (select distinct mail_id from mail_attachments) f on f.mail_id = m.id
        where (m.state = 'sent') <> (m.sent_at is not null)
          or m.state = 'sent' and (m.content is not null or f.mail_id is not null or m.attempts = 0)`,
    ),
  },
  {
    id: 'V18 entries',
    title: 'Every ledger entry has an audit log entry.',
    // Both have the timestamp of their transaction.
    rows: `select i.kind, i.id, i.name, 'entry ' || min(e.id) || ', ' || min(e.effect) as says, 'no act of that moment' as explained
      from stock_entry e join items i on i.id = e.item_id
      left join (select distinct actor_id, at from audit_log) a on a.at = e.written_at and a.actor_id is not distinct from e.actor_id
      where a.at is null group by i.kind, i.id, i.name`,
  },
  {
    id: 'V18 documents',
    title: 'Every document has an audit log entry.',
    rows: acted
      .map(
        ([
          entity,
          table,
          where,
          join = '',
        ]) => `select '${entity}' as kind, d.id, d.number as name, 'it is there' as says,
          'no act made it' as explained from ${table} d ${join}
          left join (select distinct entity_id from audit_log where entity = '${entity}') a on a.entity_id = d.id
          where ${where} and a.entity_id is null`,
      )
      .join(' union all '),
  },
  {
    id: 'V18 chain',
    title: 'No audit log entry was changed, removed or inserted since it was sealed.',
    rows: nowhere(
      `'Audit log up to ' || x.last_entry`,
      `select s.last_entry, 'its seal is of ' || s.rows || ' rows' as says,
          case when r.rows <> s.rows then r.rows || ' are there' else 'they are not as they were' end as explained
        from (select *, lag(last_entry, 1, 0::bigint) over (order by last_entry) as first_entry,
            lag(hash, 1, ''::bytea) over (order by last_entry) as before from audit_seals) s
        cross join lateral audit_digest(s.first_entry, s.last_entry) r
        where r.rows <> s.rows or sha256(s.before || r.digest) <> s.hash`,
    ),
  },
]
