import { type RawBuilder, sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { PartnerEvent, timelineApi } from '#shared/crm/partners/timeline-api.ts'
import type { Db } from '#server/db/database.ts'
import { allDocuments } from '#server/db/all-documents.ts'
import { oneOf } from '#server/db/one-of.ts'
import { listPage, pageOfRows } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import type { Caller } from '#server/kernel/work.ts'
import { accountKind, getAccount } from './accounts.ts'
import { listedChanges } from './field-changes.ts'
import { getPartner, type PartnerKind } from './partners.ts'
import { supplierKind } from './suppliers.ts'

type Query = RequestOf<(typeof timelineApi.listAccountTimeline)['spec']>['query']
type Source = PartnerEvent['source']
type Part = [source: Source, rows: RawBuilder<unknown>]

/** A stable id for entries that have none. */
const idOf = (source: string, id: RawBuilder<unknown>) => sql`md5(${`${source} `} || ${id}::text)::uuid`
const noChanges = sql`null::jsonb`
const noText = sql`null::text`
const noStatus = sql`null::text as status`
const nothing = sql`null::uuid as document_id, null::text as document_number`

const isAboutMoney = sql`l.act = 'account.billing' or l.act like 'credit.%' or l.act like '%.mailed'`

/** Restoring is audited under the kind of the deleted items. */
const entitiesOf = { account: ['account', 'customer'], supplier: ['supplier'] } as const

/** The audit log's entries of the record and of its dependent records. */
const changesOf = (entity: PartnerKind['entity'], ids: RawBuilder<unknown>, seesMoney: boolean): Part => [
  'change',
  sql`select ${idOf('change', sql`l.id`)} as id, l.at, l.act, l.actor_id, ${nothing},
    coalesce(l.details->>'text', l.details->>'name', l.details->>'address', case when l.act like 'credit.%' then l.details->>'amount' end) as text, l.details->'changes' as changes, ${noStatus}
    from audit_log l where l.entity in ${oneOf(entitiesOf[entity])} and l.entity_id in (${ids})
    ${seesMoney ? sql`` : sql`and not (${isAboutMoney})`}`,
]

/** Mails to the known addresses; without those that contain a secret link. */
const mailsTo = (addresses: RawBuilder<unknown>, seesMoney: boolean): Part => [
  'mail',
  sql`select m.id, m.created_at as at, m.state as act, null::uuid as actor_id, ${nothing}, m.subject as text, ${noChanges} as changes, ${noStatus}
    from mail_outbox m where m.expires_at is null and lower(m.to_address) in (${addresses})
    ${seesMoney ? sql`` : sql`and not exists (select 1 from money_mails y where y.mail_id = m.id)`}`,
]

/** The timeline of a customer, including the customers merged into it. */
export async function listAccountTimeline(db: Db, caller: Caller, id: string, query: Query) {
  const account = await getAccount(db, id)
  const ids = sql`select ${account.id}::uuid union all select a.id from accounts a where a.merged_into = ${account.id}`
  const seesMoney = can(caller, 'invoices.view')
  const parts = [
    changesOf(accountKind.entity, ids, seesMoney),
    mailsTo(addressesOf(accountKind, account.id), seesMoney),
  ]
  if (can(caller, 'salesOrders.view'))
    parts.push([
      'order',
      sql`select ${idOf('order', sql`m.id`)} as id, m.at, m.move as act, m.actor_id, o.id as document_id, o.number as document_number,
        m.reason as text, ${noChanges} as changes, m.to_status as status
        from ${allDocuments('sales_orders', 'account_id', account.id)} o join sales_order_moves m on m.order_id = o.id`,
    ])
  if (seesMoney)
    parts.push(
      [
        'invoice',
        sql`select ${idOf('issued', sql`v.id`)} as id, v.created_at as at, 'issued' as act, null::uuid as actor_id,
          v.id as document_id, v.number as document_number, ${noText} as text, ${noChanges} as changes, ${noStatus}
          from ${allDocuments('invoices', 'account_id', account.id)} v
          union all select ${idOf('voided', sql`v.id`)}, v.voided_at, 'voided', v.deleted_by, v.id, v.number, v.void_reason, ${noChanges}, ${noStatus}
          from ${allDocuments('invoices', 'account_id', account.id)} v where v.voided_at is not null
          union all select ${idOf('credited', sql`c.id`)}, c.at, 'credited', c.actor_id, v.id, v.number, c.number, ${noChanges}, ${noStatus}
          from credit_notes c join invoices v on v.id = c.invoice_id where c.account_id in (${ids})`,
      ],
      [
        'payment',
        sql`select p.id, p.at, case when r.kind = 'CREDIT' then 'CREDIT_REVERSAL' else p.kind end as act, p.actor_id, v.id as document_id, v.number as document_number,
          (p.amount / 100.0)::numeric(20, 2)::text as text, ${noChanges} as changes, ${noStatus}
          from ${allDocuments('invoices', 'account_id', account.id)} v join payment_entry p on p.invoice_id = v.id
          left join payment_entry r on r.id = p.reverses_id
          union all select c.id, c.at, case when c.kind = 'REVERSAL' then 'OVERPAYMENT_REVERSAL' else c.kind end, c.actor_id, ${nothing},
          (abs(c.amount) / 100.0)::numeric(20, 2)::text, ${noChanges}, ${noStatus}
          from credit_entry c where c.account_id in (${ids}) and (c.kind = 'OVERPAYMENT'
            or c.kind = 'REVERSAL' and (select r.kind from credit_entry r where r.id = c.reverses_id) = 'OVERPAYMENT')`,
      ],
    )
  return listParts(db, parts, query)
}

/** The timeline of a supplier. */
export async function listSupplierTimeline(db: Db, caller: Caller, id: string, query: Query) {
  await getPartner(db, supplierKind, id)
  const parts = [
    changesOf(supplierKind.entity, sql`select ${id}::uuid`, true),
    mailsTo(addressesOf(supplierKind, id), true),
  ]
  if (can(caller, 'purchaseOrders.view'))
    parts.push([
      'purchase',
      sql`select ${idOf('purchase', sql`m.id`)} as id, m.at, m.move as act, m.actor_id, o.id as document_id, o.number as document_number,
        m.reason as text, ${noChanges} as changes, m.to_status as status
        from ${allDocuments('purchase_orders', 'supplier_id', id)} o join purchase_order_moves m on m.order_id = o.id`,
    ])
  return listParts(db, parts, query)
}

const addressesOf = ({ table, key }: PartnerKind, id: string) =>
  sql`select lower(p.email) from ${sql.table(table)} p where p.id = ${id} and p.email is not null
    union select lower(c.email) from contacts c where c.${sql.ref(key)} = ${id} and c.email is not null`

async function listParts(db: Db, parts: readonly Part[], query: Query) {
  const selectedParts = parts.filter(([source]) => !query.source || query.source === source)
  // For sources that the caller may not see: no entries.
  const empty: Part = [
    'change',
    sql`select null::uuid as id, null::timestamptz as at, '' as act, null::uuid as actor_id,
    ${nothing}, ${noText} as text, ${noChanges} as changes, ${noStatus} where false`,
  ]
  const rows = (selectedParts.length > 0 ? selectedParts : [empty]).map(
    ([source, part]) => sql`select ${source}::text as source, e.* from (${part}) e`,
  )
  const listed = await listPage(
    db,
    {
      columns: selection<PartnerEvent, { u: 'users' }>({
        id: sql`t.id`,
        at: sql`t.at`,
        source: sql`t.source`,
        act: sql`t.act`,
        actor: 'u.name',
        status: sql`t.status`,
        text: sql`t.text`,
        changes: listedChanges(sql`t.changes`),
        document: sql`case when t.document_id is not null then json_build_object('id', t.document_id, 'number', t.document_number) end`,
      }),
      from: sql`(${sql.join(rows, sql` union all `)}) t left join users u on u.id = t.actor_id`,
      where: [],
      sort: { by: sql`t.at`, type: 'timestamptz', descending: true },
      id: sql`t.id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => row)
}
