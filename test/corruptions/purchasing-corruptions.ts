import { set, line, oneEntry, purchase, received, type Corruption } from './corruption.ts'

const receiptLine = (
  what: string,
) => `update goods_receipt_lines set ${what} where id = (select x.id from goods_receipt_lines x
  join goods_receipts g on g.id = x.receipt_id where g.order_id = '{v}' order by x.id limit 1)`

/** Purchase orders, receipts and supplier returns. */
export const purchasingCorruptions: Record<string, Corruption> = {
  'V8 last orders': {
    victim: `select supplier_id as id from supplier_last_orders where last_order_date is not null order by 1 limit 1`,
    sql: [`update supplier_last_orders set last_order_date = last_order_date - 1 where supplier_id = '{v}'`],
    says: /^last order noted on \d{4}-\d\d-\d\d; the orders say \d{4}-\d\d-\d\d$/,
  },
  'V8 received': {
    victim: purchase('Received'),
    sql: [line('purchase_order_lines', 'order_id', 'received = received - 1')],
    says: /^receipts add up to \d+; a line says \d+$/,
  },
  'V8 tolerance': {
    victim: purchase('Received'),
    sql: [
      'alter table purchase_order_lines drop constraint purchase_order_lines_check',
      line('purchase_order_lines', 'order_id', 'received = receivable + 1'),
    ],
    says: /^a line received \d+; at most \d+ may arrive$/,
  },
  'V8 status': {
    victim: purchase('Received'),
    sql: [set('purchase_orders', `status = 'Open'`)],
    says: /^it is Open; all has arrived$/,
  },
  'V8 booked': {
    victim: received,
    sql: [receiptLine('quantity = quantity + 1')],
    says: /^a line of a receipt books \d+; it says \d+$/,
  },
  'V8 entries': {
    victim: received,
    sql: [oneEntry('source_line_id = gen_random_uuid()', `source_id = '{v}' and effect = 'RECEIVE'`)],
    says: /^entry \d+, RECEIVE; no receipt and no return says so$/,
  },
  'V8 worth': {
    victim: purchase('Draft'),
    sql: [set('purchase_orders', 'goods_total = goods_total + 1, total = total + 1')],
    says: /^goods \d+\.\d\d; rows add up to \d+\.\d\d$/,
  },
  'V8 fees': {
    victim: purchase('Draft'),
    sql: [set('purchase_orders', 'fees_total = fees_total + 1, total = total + 1')],
    says: /^fees \d+\.\d\d; rows add up to \d+\.\d\d$/,
  },
  'V8 lines': {
    victim: purchase('Draft'),
    sql: [set('purchase_orders', 'line_count = line_count + 1')],
    says: /^it counts \d+ lines; there are \d+$/,
  },
  'V8 receipt fees': {
    victim: received,
    sql: [receiptLine('fees = fees + 1')],
    says: /^GR-\S+ carries \d+\.\d\d; its lines carry \d+\.\d\d$/,
  },
  'V8 spread': {
    victim: `select o.id from purchase_orders o join goods_receipts g on g.order_id = o.id where o.status = 'Received' and g.fees > 0 limit 1`,
    sql: [`update goods_receipts set fees = fees + 1 where order_id = '{v}'`],
    says: /^its receipts carry \d+\.\d\d and \d+\.\d\d since; its fees are \d+\.\d\d$/,
  },
  'V8 value': {
    victim: received,
    sql: [receiptLine('value = value + 1')],
    says: /^its receipts are worth \d+\.\d\d; \d+ pieces cost \d+\.\d+$/,
  },
  'V10 returns': {
    victim: received,
    sql: [receiptLine('returned = 1')],
    says: /^a line of GR-\S+ says 1 of \d+ went back; returns add up to 0$/,
  },
  'V10 sent back': {
    victim: `select order_id as id from supplier_returns limit 1`,
    sql: [`update supplier_return_lines set quantity = quantity + 1`],
    says: /^a line of a return books \d+; it says \d+$/,
  },
}
