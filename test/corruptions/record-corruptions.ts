import { of, set, stocked, order, purchase, transfer, kitOrder, type Corruption } from './corruption.ts'

const newEntry = (
  columns: string,
  values: string,
  from: string,
) => `insert into stock_entry (op_id, effect, item_id, location_id, lot_id,
    d_on_hand, d_committed, source_type, source_id, source_line_id, cycle, reason${columns})
  select gen_random_uuid(), ${values} from ${from} limit 1`

/** Parents, statuses, users, numbers and the audit log. */
export const recordCorruptions: Record<string, Corruption> = {
  'V12 order': {
    victim: order('CONFIRMED'),
    sql: [set('sales_orders', `status = 'PROCESSING'`)],
    says: /^status PROCESSING; its moves lead to CONFIRMED$/,
  },
  'V12 purchase': {
    victim: purchase('Received'),
    sql: [
      `update purchase_order_moves set from_status = 'Cancelled' where order_id = '{v}' and to_status = 'Received'`,
    ],
    says: /^status Received; a recorded move is not allowed$/,
  },
  'V12 transfer': {
    victim: transfer('pending'),
    sql: [set('stock_transfers', `status = 'completed'`)],
    says: /^status completed; its moves lead to pending$/,
  },
  'V12 kit': {
    victim: kitOrder('completed'),
    sql: [`delete from stock_document_moves where document_id = '{v}'`],
    says: /^status completed; no move is recorded$/,
  },
  'V12 count': {
    victim: of('stock_counts', `status = 'APPLIED'`),
    sql: [`delete from stock_count_moves where count_id = '{v}' and to_status = 'REVIEW'`],
    says: /^status APPLIED; a recorded move is not allowed$/,
  },
  'V12 lot': {
    victim: of('lots', `id not in (select lot_id from lot_changes) and id <> item_id`),
    sql: [set('lots', `status = 'ON_HOLD'`)],
    says: /^status ON_HOLD; no move is recorded since AVAILABLE$/,
  },
  'V12 prospect': {
    victim: of('prospects'),
    sql: [set('prospects', `status = 'Disqualified'`)],
    says: /^status Disqualified; its moves lead to New$/,
  },
  'V12 opportunity': {
    victim: of('opportunities', `stage = 'New'`),
    sql: [`update pipeline_moves set to_status = 'Won' where subject_id = '{v}' and from_status is null`],
    says: /^status New; a recorded move is not allowed$/,
  },
  'V12 recall': {
    victim: of('recalls', `status = 'OPEN'`),
    sql: [set('recalls', `status = 'CLOSED', ended_at = moment()`)],
    says: /^it is CLOSED; no act ended it$/,
  },
  'V14 admin': {
    victim: of('users', `role = 'admin'`),
    sql: [`update users set suspended_at = moment() where role = 'admin'`],
    id: null,
    says: /^none is active; somebody must be able to let people in$/,
  },
  'V14 sessions': {
    victim: of('users', `role = 'staff'`),
    sql: [set('users', 'suspended_at = moment()')],
    says: /^1 sessions are open; they are suspended$/,
  },
  'V14 roles': {
    victim: of('users', `role = 'staff'`),
    sql: [set('users', `role = 'admin'`)],
    says: /^role admin; the log says staff$/,
  },
  'V14 rights': {
    victim: of('users', `role = 'staff'`),
    sql: [set('users', `permissions = permissions || '{"invoices": {"view": true, "edit": true}}'`)],
    says: /^rights \{.*invoices.*\}; granted were \{.*\}$/,
  },
  V15: {
    victim: `select name as id from counters where name = 'SO'`,
    sql: [`update counters set value = value + 1 where name = '{v}'`],
    id: null,
    says: /^\d+ were given; \d+ documents have one$/,
  },
  V16: {
    victim: 'select key as id from idempotency where status is not null order by created_at limit 1',
    sql: [`delete from audit_log where at = (select created_at from idempotency where key = '{v}')`],
    id: null,
    says: /^the key \S+ was answered 20\d; nothing was done in its name$/,
  },
  V17: {
    victim: of('mail_outbox', `state <> 'sent'`),
    sql: [set('mail_outbox', `state = 'sent'`)],
    id: null,
    says: /^it is sent; it was sent at no time$/,
  },
  'V18 entries': {
    victim: stocked,
    sql: [
      newEntry(
        '',
        `'ADD', item_id, location_id, lot_id, 1, 0, 'adjustment', source_id, gen_random_uuid(), 1, 'other'`,
        `stock_entry where item_id = '{v}'`,
      ),
    ],
    says: /^entry \d+, ADD; no act of that moment$/,
  },
  'V18 documents': {
    victim: order('PENDING'),
    sql: [`delete from audit_log where entity_id = '{v}'`],
    says: /^it is there; no act made it$/,
  },
  'V18 chain': {
    victim: 'select min(id)::text as id from audit_log',
    sql: [`update audit_log set details = '{"amount": "0.01"}' where id = {v}`],
    id: null,
    says: /^its seal is of \d+ rows; they are not as they were$/,
  },
  'V19 category': {
    victim: of('items', 'deleted_at is null and category_id is not null'),
    sql: [`update categories set deleted_at = moment() where id = (select category_id from items where id = '{v}')`],
    id: `select i.id from items i join categories c on c.id = i.category_id
      where i.deleted_at is null and c.deleted_at is not null order by i.name, i.id limit 1`,
    says: /^it names .+; that is deleted$/,
  },
  'V19 supplier': {
    victim: of('items', 'deleted_at is null and supplier_id is not null'),
    sql: [`update suppliers set deleted_at = moment() where id = (select supplier_id from items where id = '{v}')`],
    id: `select i.id from items i join suppliers s on s.id = i.supplier_id
      where i.deleted_at is null and s.deleted_at is not null order by i.name, i.id limit 1`,
    says: /^it names .+; that is deleted$/,
  },
  'V19 home': {
    victim: of('items', 'deleted_at is null and location_id is not null'),
    sql: [`update locations set deleted_at = moment() where id = (select location_id from items where id = '{v}')`],
    id: `select i.id from items i join locations p on p.id = i.location_id
      where i.deleted_at is null and p.deleted_at is not null order by i.name, i.id limit 1`,
    says: /^it names .+; that is deleted$/,
  },
  'V19 stock': {
    victim: stocked,
    sql: [set('items', 'deleted_at = moment()')],
    says: /^\d+ pieces stand in .+; the item is deleted$/,
  },
  'V19 zones': {
    victim: `select location_id as id from zones order by 1 limit 1`,
    sql: [set('locations', 'deleted_at = moment()')],
    says: /^the zone is there; its location is deleted$/,
  },
  'V19 parts': {
    victim: `select kit_id as id from kit_components group by 1 order by 1 limit 1`,
    sql: [
      `update items set deleted_at = moment() where id = (select item_id from kit_components where kit_id = '{v}' order by 1 limit 1)`,
    ],
    id: `select w.id from kit_components k join items i on i.id = k.item_id and i.deleted_at is not null
      join items w on w.id = k.kit_id order by w.name, w.id limit 1`,
    says: /^it names .+; that is deleted$/,
  },
  'V19 orders': {
    victim: order('SHIPPED'),
    sql: [
      `update accounts set deleted_at = moment() where id = (select account_id from sales_orders where id = '{v}')`,
    ],
    id: `select o.id from sales_orders o join accounts a on a.id = o.account_id where a.deleted_at is not null
      and o.deleted_at is null and o.status not in ('DELIVERED', 'CANCELLED', 'RETURNED') order by o.number limit 1`,
    says: /^it names .+; that is deleted$/,
  },
  'V19 purchases': {
    victim: purchase('Partially Received'),
    sql: [
      `update suppliers set deleted_at = moment() where id = (select supplier_id from purchase_orders where id = '{v}')`,
    ],
    id: `select o.id from purchase_orders o join suppliers s on s.id = o.supplier_id where s.deleted_at is not null
      and o.status in ('Draft', 'Pending Approval', 'Open', 'Partially Received') order by o.number limit 1`,
    says: /^it names .+; that is deleted$/,
  },
  'V19 pending': {
    victim: transfer('pending'),
    sql: [
      `update locations set deleted_at = moment() where id = (select destination_id from stock_transfers where id = '{v}')`,
    ],
    id: `select id from (select t.number, t.id from stock_transfers t join locations p on p.id in (t.source_id, t.destination_id)
        where t.status = 'pending' and p.deleted_at is not null
      union all select o.number, o.id from kit_orders o join locations p on p.id = o.location_id
        where o.status = 'pending' and p.deleted_at is not null
      union all select c.number, c.id from stock_counts c join locations p on p.id = c.location_id
        where c.status in ('PLANNED', 'COUNTING', 'REVIEW') and p.deleted_at is not null) d order by number limit 1`,
    says: /^it names .+; that is deleted$/,
  },
  'V19 uses': {
    victim: of('opportunities', `account_id is null and deleted_at is null and stage not in ('Won', 'Lost')`),
    sql: [
      `update prospects set deleted_at = moment() where id = (select prospect_id from opportunities where id = '{v}')`,
    ],
    id: `select o.id from opportunities o join prospects p on p.id = o.prospect_id where p.deleted_at is not null
      and o.account_id is null and o.deleted_at is null and o.stage not in ('Won', 'Lost') order by o.title limit 1`,
    says: /^it names .+; that is deleted$/,
  },
  'V19 documents': {
    victim: order('CONFIRMED'),
    sql: [set('sales_orders', 'deleted_at = moment()')],
    says: /^INV-\S+ stands; its order is deleted$/,
  },
  'V20 rows': {
    victim: `select item_id as id from product_images where file_name = 'gauze.jpg'`,
    sql: [
      `select set_config('wardstock.files', jsonb_build_object('old', '[]'::jsonb, 'all',
        (select jsonb_agg(id) from product_images where item_id <> '{v}'))::text, true)`,
    ],
    says: /^image gauze.jpg; its file is not there$/,
  },
  'V20 files': {
    victim: `select id::text as id from product_images limit 1`,
    sql: [`delete from product_images where id = '{v}'`],
    id: null,
    says: /^it is there; no image is its own$/,
  },
}
