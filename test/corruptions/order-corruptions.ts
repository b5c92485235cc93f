import { of, set, line, oneEntry, order, type Corruption } from './corruption.ts'

/** Sales orders, estimates and returns. */
export const orderCorruptions: Record<string, Corruption> = {
  'V6 held': {
    victim: order('CONFIRMED'),
    sql: [`update commitment set state = 'released' where source_id = '{v}'`],
    says: /^a line holds 0; it asks for \d+$/,
  },
  'V6 waiting': {
    victim: `select source_id as id from commitment k join sales_orders o on o.id = k.source_id
      where k.state = 'open' and o.status = 'AWAITING_STOCK' order by 1 limit 1`,
    sql: [`update commitment set quantity = quantity + 100000 where source_id = '{v}' and state = 'open'`],
    says: /^a line holds 1\d{5}; it asks for \d+$/,
  },
  'V6 free': {
    victim: order('CONFIRMED'),
    sql: [set('sales_orders', `status = 'PENDING'`)],
    says: /^its commitments hold \d+; it is PENDING$/,
  },
  'V6 committed': {
    victim: order('CONFIRMED'),
    sql: [`delete from stock_entry where source_id = '{v}'`],
    says: /^entries commit 0; its commitments hold \d+$/,
  },
  'V6 shipped': {
    victim: order('SHIPPED'),
    sql: [`delete from stock_entry where source_id = '{v}' and effect = 'SHIP'`],
    says: /^a line took 0; it asks for \d+$/,
  },
  'V6 kept': {
    victim: order('SHIPPED'),
    sql: [set('sales_orders', `status = 'CANCELLED'`)],
    says: /^it took \d+; it is CANCELLED$/,
  },
  'V6 items': {
    victim: order('SHIPPED'),
    sql: [line('sales_order_lines', 'order_id', `item_id = gen_random_uuid()`)],
    says: /^entry \d+ is of another item; its line does not ask for it$/,
  },
  'V6 invoice': {
    victim: order('CONFIRMED'),
    sql: [`update invoices set voided_at = moment() where order_id = '{v}'`],
    says: /^no invoice stands; it is CONFIRMED$/,
  },
  'V6 parcel': {
    victim: order('SHIPPED'),
    sql: [
      `update shipment_lines set quantity = quantity + 1 where shipment_id in (select id from shipments where order_id = '{v}')`,
    ],
    says: /^it holds \d+; what left is \d+$/,
  },
  V13: {
    victim: order('SHIPPED'),
    sql: [`update shipments set status = 'DELIVERED' where order_id = '{v}'`],
    says: /^it is SHIPPED; its parcel is DELIVERED$/,
  },
  'V13 customer': {
    victim: of('shipments'),
    sql: [set('shipments', 'account_id = null')],
    says: /^it is listed under no customer; its order is of /,
  },
  'V13 stop': {
    victim: `select order_id as id from route_stops where removed_at is null and status = 'READY_FOR_SHIPPING' order by 1 limit 1`,
    sql: [set('sales_orders', `status = 'OUT_FOR_DELIVERY'`)],
    says: /^it is OUT_FOR_DELIVERY; its stop is READY_FOR_SHIPPING on RT-[\d-]+, which is IN_PROGRESS$/,
  },
  'V13 route': {
    victim: of('routes', `status = 'IN_PROGRESS'`),
    sql: [`update route_stops set status = 'READY_FOR_SHIPPING' where route_id = '{v}' and status = 'ON_THE_WAY'`],
    says: /^0 stops are on the way; it is IN_PROGRESS with \d+ open stops$/,
  },
  'V13 accepted': {
    victim: of('shipments', `status = 'DELIVERED' and deleted_at is null`),
    sql: [
      `delete from delivered_lines where shipment_line_id = (select id from shipment_lines where shipment_id = '{v}' order by id limit 1)`,
    ],
    says: /^a line says what became of 0; it holds \d+$/,
  },
  'V9 estimate': {
    victim: of('estimates', `status = 'Draft'`),
    sql: [line('estimate_lines', 'estimate_id', 'total = total + 1')],
    says: /^total [\d.]+, tax [\d.]+, discount [\d.]+; lines add up to [\d.]+, [\d.]+, [\d.]+$/,
  },
  'V12 estimate': {
    victim: of('estimates', `status = 'Sent'`),
    sql: [set('estimates', `status = 'Expired'`)],
    says: /^status Expired; its moves lead to Sent$/,
  },
  'V12 answer': {
    victim: of('estimates', `status = 'Accepted'`),
    sql: [`delete from estimate_answers where estimate_id = '{v}'`],
    says: /^it is Accepted; nobody answered$/,
  },
  'V12 return': {
    victim: `select order_id as id from sales_returns where status = 'Completed' limit 1`,
    sql: [`update sales_returns set status = 'Inspected' where order_id = '{v}'`],
    says: /^status Inspected; its moves lead to Completed$/,
  },
  'V10 returned': {
    victim: `select order_id as id from sales_returns where status = 'Completed' limit 1`,
    sql: [
      `update sales_return_lines set quantity = 9000, received = 9000 where return_id in (select id from sales_returns where order_id = '{v}')`,
    ],
    says: /^9000 come back; \d+ were delivered$/,
  },
  'V10 booked': {
    victim: `select order_id as id from sales_returns where status = 'Completed' limit 1`,
    sql: [
      `update sales_return_dispositions set quantity = quantity + 1 where line_id in (select id
      from sales_return_lines where return_id in (select id from sales_returns where order_id = '{v}'))`,
    ],
    says: /^the ledger took in \d+ and let go \d+; received \d+, not kept \d+$/,
  },
  'V10 set aside': {
    victim: `select r.order_id as id from sales_returns r join sales_return_lines l on l.return_id = r.id
      join stock_entry e on e.source_line_id = l.id and e.effect = 'SET_ASIDE_IN' limit 1`,
    sql: [oneEntry('d_on_hand = d_on_hand + 1', `effect = 'SET_ASIDE_IN'`)],
    says: /^out of its lot went 2, into its own 3; set aside were 2$/,
  },
  'V10 customer': {
    victim: `select order_id as id from sales_returns where status = 'Completed' limit 1`,
    sql: [
      `update sales_returns r set account_id = (select a.id from accounts a where a.id <> r.account_id order by a.id
      limit 1) where order_id = '{v}'`,
    ],
    says: /^its customer is .+; the order is of .+$/,
  },
  'V10 all back': {
    victim: `select order_id as id from sales_returns where status = 'Completed' limit 1`,
    sql: [`update sales_returns set quantity = 9000, received = 9000 where order_id = '{v}'`],
    says: /^9000 of \d+ are back; it is DELIVERED$/,
  },
  'V9 credit note': {
    victim: `select invoice_id as id from credit_notes limit 1`,
    sql: [
      `update credit_note_lines set total = total - 1 where credit_note_id in (select id from credit_notes where invoice_id = '{v}')`,
    ],
    says: /^worth [\d.]+; its lines add up to [\d.]+, the credit is [\d.]+$/,
  },
  'V9 credited': {
    victim: `select invoice_id as id from credit_notes limit 1`,
    sql: [
      `update credit_note_lines set quantity = 9000 where credit_note_id in (select id from credit_notes where invoice_id = '{v}')`,
    ],
    says: /^credited [\d.]+ for 9000; invoiced [\d.]+ for \d+$/,
  },
}
