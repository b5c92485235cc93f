/**
 * For every check of the proof a corruption that it must see. `{v}` in `sql` stands for the victim: what the query `victim`
 * finds in the demo company. `says` is what the first bad row must tell. Where `id` is given the row names that instead of the
 * victim; null is for what has no page.
 */
export interface Plant {
  victim: string
  sql: readonly string[]
  says: RegExp
  id?: string | null
}

const of = (table: string, where = 'true') => `select id from ${table} where ${where} order by id limit 1`
const set = (table: string, what: string) => `update ${table} set ${what} where id = '{v}'`
/** Of a line of the victim. */
const line = (table: string, document: string, what: string) =>
  `update ${table} set ${what} where id = (select id from ${table} where ${document} = '{v}' order by id limit 1)`
const stocked = `select item_id as id from stock_balance where on_hand > 50 and committed = 0 and item_id in
  (select id from items where deleted_at is null) order by item_id limit 1`
const oneEntry = (what: string, where: string) =>
  `update stock_entry set ${what} where id = (select id from stock_entry where ${where} order by id limit 1)`
const order = (status: string, more = 'true') =>
  of('sales_orders', `status = '${status}' and origin = 'app' and deleted_at is null and ${more}`)
const newEntry = (
  columns: string,
  values: string,
  from: string,
) => `insert into stock_entry (op_id, effect, item_id, location_id, lot_id,
    d_on_hand, d_committed, source_type, source_id, source_line_id, cycle, reason${columns})
  select gen_random_uuid(), ${values} from ${from} limit 1`

const purchase = (status: string) => of('purchase_orders', `status = '${status}'`)
const transfer = (status: string) => of('stock_transfers', `status = '${status}' and deleted_at is null`)
const kitOrder = (status: string) => of('kit_orders', `status = '${status}' and deleted_at is null`)
const received = `select o.id from purchase_orders o join goods_receipts g on g.order_id = o.id
  join goods_receipt_lines x on x.receipt_id = g.id where x.returned = 0 and g.reversed_at is null order by 1 limit 1`
const receiptLine = (
  what: string,
) => `update goods_receipt_lines set ${what} where id = (select x.id from goods_receipt_lines x
  join goods_receipts g on g.id = x.receipt_id where g.order_id = '{v}' order by x.id limit 1)`
const shippedLot = `select lot_id as id from stock_entry where effect = 'SHIP' and source_type = 'sales_order'
  and lot_id <> item_id and lot_id not in (select lot_id from lot_changes) order by lot_id limit 1`
const change = (columns: string, values: string) =>
  `insert into lot_changes (lot_id, act, from_status, to_status, reason, after_entry${columns}) select '{v}', ${values}`

export const plants: Record<string, Plant> = {
  V1: {
    victim: stocked,
    sql: [`update stock_balance set on_hand = on_hand + 1 where item_id = '{v}'`],
    says: /^on hand \d+; entries add up to \d+$/,
  },
  V2: {
    victim: stocked,
    sql: [`update stock_balance set committed = committed + 1 where item_id = '{v}'`],
    says: /^committed \d+; entries add up to \d+$/,
  },
  V3: {
    victim: `select item_id as id from commitment where state = 'open' order by item_id limit 1`,
    sql: [`update commitment set quantity = quantity + 1 where state = 'open' and item_id = '{v}'`],
    says: /^committed \d+; open commitments add up to \d+$/,
  },
  V4: {
    victim: stocked,
    sql: [`update stock_entry set d_on_hand = -30 where id = (select min(id) from stock_entry where item_id = '{v}')`],
    says: /^on hand -30, committed 0 after entry \d+; 0 or more/,
  },
  'V4 totals': {
    victim: stocked,
    sql: [`update item_stock set on_hand = on_hand + 2 where item_id = '{v}'`],
    says: /^on hand \d+, committed \d+; balances add up to \d+ and \d+$/,
  },
  'V4 position': {
    victim: stocked,
    sql: [`update item_stock set entries = entries + 1 where item_id = '{v}'`],
    says: /^position \d+; \d+ entries$/,
  },
  'V5 effects': {
    victim: stocked,
    sql: [oneEntry(`effect = 'SHIP'`, `item_id = '{v}' and source_type = 'adjustment'`)],
    says: /^entry \d+, SHIP by adjustment, on hand \d+, committed 0; no act books that$/,
  },
  'V5 documents': {
    victim: stocked,
    sql: [oneEntry(`source_id = gen_random_uuid()`, `item_id = '{v}' and source_type = 'adjustment'`)],
    says: /^entry \d+, \w+; no such adjustment$/,
  },
  'V5 transfers': {
    victim: transfer('completed'),
    sql: [oneEntry('d_on_hand = d_on_hand - 1', `source_id = '{v}' and effect = 'TRANSFER_IN'`)],
    says: /^entries add up to -1; to 0/,
  },
  'V5 adjustments': {
    victim: `select item_id as id from stock_adjustments where kind = 'audit' limit 1`,
    sql: [
      `update stock_adjustments set counts = jsonb_set(counts, '{0,counted}', '999999') where item_id = '{v}' and kind = 'audit'`,
    ],
    says: /^ADJ-\S+ books -?\d+; it says \d+$/,
  },
  'V5 counts': {
    victim: of('stock_counts', `status = 'APPLIED'`),
    sql: [`update stock_count_lines set counted = counted + 3 where count_id = '{v}' and counted <> expected`],
    says: /^a line books -?\d+; it differs by -?\d+$/,
  },
  'V5 counted': {
    victim: `select item_id as id from stock_entry where source_type = 'count' limit 1`,
    sql: [oneEntry('source_line_id = gen_random_uuid()', `item_id = '{v}' and source_type = 'count'`)],
    says: /^entry \d+ of a count; no line of it counted that$/,
  },
  'V5 count lines': {
    victim: of('stock_counts', `status = 'APPLIED'`),
    sql: [line('stock_count_lines', 'count_id', 'entries = entries + 1')],
    says: /^a line says \d+ of \d+; it has 1 entries$/,
  },
  'V5 expected': {
    victim: of('stock_counts', `status = 'APPLIED'`),
    sql: [
      `update stock_count_entries set expected = expected + 1 where line_id in (select id from stock_count_lines where count_id = '{v}')`,
    ],
    says: /^expected \d+; the ledger said \d+$/,
  },
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
    sql: [`update invoices set voided_at = now() where order_id = '{v}'`],
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
  'V3 transfers': {
    victim: transfer('pending'),
    sql: [`update commitment set location_id = gen_random_uuid() where source_id = '{v}' and state = 'open'`],
    says: /^a line holds 0; it sends \d+$/,
  },
  'V3 kits': {
    victim: kitOrder('pending'),
    sql: [line('kit_order_lines', 'order_id', 'quantity = quantity + 1')],
    says: /^a line holds \d+; it needs \d+$/,
  },
  'V3 low': {
    victim: stocked,
    sql: [`update item_stock set low_at = low_at + 1 where item_id = '{v}'`],
    says: /^low at \d+; should be low at \d+$/,
  },
  'V3 over': {
    victim: transfer('pending'),
    sql: [set('stock_transfers', `status = 'cancelled'`)],
    says: /^it holds \d+; it is over$/,
  },
  'V3 sources': {
    victim: `select item_id as id from commitment where state = 'open' order by item_id limit 1`,
    sql: [`update commitment set source_id = gen_random_uuid() where item_id = '{v}' and state = 'open'`],
    says: /^a commitment of \d+ to a \w+; no such document$/,
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
  'V7 cancelled': {
    victim: transfer('completed'),
    sql: [set('stock_transfers', `status = 'cancelled'`)],
    says: /^its entries add up to \d+ on hand, \d+ committed; it is cancelled$/,
  },
  'V7 arrived': {
    victim: transfer('completed'),
    sql: [`update stock_transfer_receipts set received = received - 1, rest = 'return' where transfer_id = '{v}'`],
    says: /^out \d+, in \d+; sent \d+, received \d+, return$/,
  },
  'V7 counted': {
    victim: transfer('completed'),
    sql: [`delete from stock_transfer_receipts where transfer_id = '{v}'`],
    says: /^receipts settle 0; a line sent \d+$/,
  },
  'V7 pieces': {
    victim: transfer('pending'),
    sql: [set('stock_transfers', 'pieces = pieces + 1')],
    says: /^it counts \d+ pieces in \d+ lines; there are \d+ in \d+$/,
  },
  'V7 kit parts': {
    victim: kitOrder('completed'),
    sql: [line('kit_order_lines', 'order_id', 'per_kit = per_kit + 1')],
    says: /^a line took \d+; its kits hold \d+$/,
  },
  'V7 kits': {
    victim: kitOrder('completed'),
    sql: [set('kit_orders', 'taken_apart = taken_apart + 1')],
    says: /^kits that came in are \d+; packed and whole are \d+$/,
  },
  'V7 kit lines': {
    victim: kitOrder('pending'),
    sql: [set('kit_orders', 'quantity = quantity + 1')],
    says: /^a line needs \d+; \d+ for each of \d+$/,
  },
  'V7 kit cost': {
    victim: kitOrder('completed'),
    sql: [set('kit_orders', 'total_cost = total_cost + 1')],
    says: /^they cost \d+; their items cost \d+$/,
  },
  'V7 materials': {
    victim: of('production_runs'),
    sql: [line('production_run_lines', 'run_id', 'quantity = quantity + 1')],
    says: /^a line took \d+; it says \d+$/,
  },
  'V7 made': {
    victim: of('production_runs'),
    sql: [set('production_runs', 'quantity = quantity + 1')],
    says: /^it made \d+; it says \d+$/,
  },
  'V7 scrap': {
    victim: of('production_runs'),
    sql: [set('production_runs', "scrapped = scrapped + 1, scrap_reason = 'Torn'")],
    says: /^scrap in the ledger is \d+; it says \d+$/,
  },
  'V7 bill': {
    victim: `select run_id as id from production_run_lines order by id limit 1`,
    sql: [`update production_run_lines set per_piece = per_piece + 1 where run_id = '{v}'`],
    says: /^a line took \d+; \d+ for each of \d+ and \d+ wasted$/,
  },
  'V7 run cost': {
    victim: of('production_runs'),
    sql: [set('production_runs', 'total_cost = total_cost + 1')],
    says: /^it cost \d+; its materials cost \d+$/,
  },
  'V7 cycles': {
    victim: `select kit_id as id from kit_components order by kit_id limit 1`,
    sql: [
      `insert into kit_components (kit_id, position, item_id, quantity)
        select item_id, 1, '{v}', 1 from kit_components where kit_id = '{v}' limit 1`,
    ],
    id: `select id from items where id = '{v}' or id in (select item_id from kit_components where kit_id = '{v}') order by name, id limit 1`,
    says: /^it holds itself; nothing can$/,
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
    says: /^its receipts carry \d+\.\d\d; its fees are \d+\.\d\d$/,
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
  'V9 order': {
    victim: order('PENDING'),
    sql: [set('sales_orders', 'total = total + 1')],
    says: /^total \d+\.\d\d; rows add up to \d+\.\d\d$/,
  },
  'V9 order parts': {
    victim: order('PENDING'),
    sql: [set('sales_orders', 'tax = tax + 1')],
    says: /^tax \d+\.\d\d; rows add up to \d+\.\d\d$/,
  },
  'V9 lines': {
    victim: order('PENDING'),
    sql: [set('sales_orders', 'line_count = line_count + 1')],
    says: /^it counts \d+ lines; there are \d+$/,
  },
  'V9 invoice': {
    victim: of('invoices'),
    sql: [line('invoice_lines', 'invoice_id', 'total = total + 1')],
    says: /^total \d+\.\d\d; rows add up to \d+\.\d\d$/,
  },
  'V9 invoice parts': {
    victim: of('invoices'),
    sql: [set('invoices', 'discount = discount + 1')],
    says: /^discount \d+\.\d\d; rows add up to \d+\.\d\d$/,
  },
  'V9 asked lines': {
    victim: of('invoices', 'voided_at is null'),
    sql: [
      `update sales_orders set line_count = line_count + 1 where id = (select order_id from invoices where id = '{v}')`,
    ],
    says: /^it has \d+ lines; its order has \d+$/,
  },
  'V9 asked': {
    victim: of('invoices', 'voided_at is null'),
    sql: [set('invoices', 'total = total + 1')],
    says: /^total \d+\.\d\d; rows add up to \d+\.\d\d$/,
  },
  'V9 paid': {
    victim: of('invoices', 'paid > 0'),
    sql: [set('invoices', 'paid = paid - 1')],
    says: /^paid \d+\.\d\d; rows add up to \d+\.\d\d$/,
  },
  'V9 reversed': {
    victim: `select invoice_id as id from payment_entry where kind = 'REVERSAL' limit 1`,
    sql: [`update payment_entry set amount = amount + 1 where kind = 'REVERSAL'`],
    says: /^a reversal takes back [\d.]+; its payment is [\d.]+$/,
  },
  'V9 payment': {
    victim: `select account_id as id from payments where voided_at is null limit 1`,
    sql: [`update payments set amount = amount + 1 where account_id = '{v}' and voided_at is null`],
    says: /^worth \d+\.\d\d; entries add up to \d+\.\d\d$/,
  },
  'V9 credit': {
    victim: `select account_id as id from customer_credit limit 1`,
    sql: [`update customer_credit set credit = credit + 1 where account_id = '{v}'`],
    says: /^credit \d+\.\d\d; entries add up to \d+\.\d\d$/,
  },
  'V9 moved credit': {
    victim: `select account_id as id from customer_credit limit 1`,
    sql: [
      `insert into credit_entry (id, account_id, kind, amount, source_id, day)
        select gen_random_uuid(), '{v}', 'MOVED', -100, a.id, current_date from accounts a where a.id <> '{v}' limit 1`,
    ],
    says: /^moved -1\.00; the other side is 0\.00$/,
  },
  'V9 merged credit': {
    victim: `select account_id as id from customer_credit where credit > 0 limit 1`,
    sql: [
      `update accounts set deleted_at = now(), merged_into = (select a.id from accounts a where a.id <> '{v}' limit 1)
        where id = '{v}'`,
    ],
    says: /^credit \d+\.\d\d; merged into .+$/,
  },
  'V9 used credit': {
    victim: `select invoice_id as id from payment_entry where kind = 'CREDIT' limit 1`,
    sql: [`update payment_entry set amount = amount + 1 where kind = 'CREDIT' and invoice_id = '{v}'`],
    says: /^settled \d+\.\d\d; left the credit \d+\.\d\d$/,
  },
  'V9 payer': {
    victim: `select invoice_id as id from payment_entry where kind = 'PAYMENT' limit 1`,
    sql: [
      `update invoices set account_id = (select id from accounts a where a.id <> invoices.account_id limit 1) where id = '{v}'`,
    ],
    says: /^an invoice of another customer; paid by PAY-\d+-\d+$/,
  },
  'V9 status': {
    victim: order('CONFIRMED', `payment_status = 'Unpaid'`),
    sql: [set('sales_orders', `payment_status = 'Paid in Full'`)],
    says: /^Paid in Full; Unpaid$/,
  },
  'V11 blocked': {
    victim: shippedLot,
    sql: [change('', `'hold', 'AVAILABLE', 'ON_HOLD', 'Planted', 0`)],
    says: /^entry \d+ took \d+ pieces; it was ON_HOLD$/,
  },
  'V11 expired': {
    victim: shippedLot,
    sql: [`update lots set expiry_date = date '2001-01-01' where id = '{v}'`],
    says: /^entry \d+ took \d+ pieces on \S+; it expired on 2001-01-01$/,
  },
  'V11 recalled': {
    victim: of('lots', `status = 'RECALLED'`),
    sql: [set('lots', `status = 'AVAILABLE'`)],
    says: /^it is AVAILABLE; RC-\S+ recalls it$/,
  },
  'V11 found': {
    victim: `select recall_id as id from recall_finds where place = 'customer' order by 1 limit 1`,
    sql: [`update recall_finds set order_id = gen_random_uuid() where recall_id = '{v}' and place = 'customer'`],
    says: /^it found \d+ pieces; they are of a lot or an order that is not there/,
  },
  'V11 moving': {
    victim: of('recalls'),
    sql: [
      `insert into recall_finds (recall_id, lot_id, place, quantity, location_id, transfer_id, to_location_id)
        select '{v}', (select lot_id from recall_lots where recall_id = '{v}' limit 1), 'moving', 5, source_id, id, destination_id
        from stock_transfers limit 1`,
    ],
    says: /^it found 5 on TR-\S+; 0 were sent$/,
  },
  'V10 came back': {
    victim: `select recall_id as id from recall_returns limit 1`,
    sql: [`update recall_returns set quantity = quantity + 1`],
    says: /^the ledger took in \d+; a return says \d+$/,
  },
  'V10 delivered': {
    victim: `select recall_id as id from recall_returns limit 1`,
    sql: [`update recall_returns set quantity = 1000000`],
    says: /^1000000 of a lot came back; \d+ of it went there$/,
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
    sql: [set('recalls', `status = 'CLOSED', ended_at = now()`)],
    says: /^it is CLOSED; no act ended it$/,
  },
  'V14 admin': {
    victim: of('users', `role = 'admin'`),
    sql: [`update users set suspended_at = now() where role = 'admin'`],
    id: null,
    says: /^none is active; somebody must be able to let people in$/,
  },
  'V14 sessions': {
    victim: of('users', `role = 'staff'`),
    sql: [set('users', 'suspended_at = now()')],
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
    sql: [`update categories set deleted_at = now() where id = (select category_id from items where id = '{v}')`],
    id: `select i.id from items i join categories c on c.id = i.category_id
      where i.deleted_at is null and c.deleted_at is not null order by i.name, i.id limit 1`,
    says: /^its category is .+; that is deleted$/,
  },
  'V19 supplier': {
    victim: of('items', 'deleted_at is null and supplier_id is not null'),
    sql: [`update suppliers set deleted_at = now() where id = (select supplier_id from items where id = '{v}')`],
    id: `select i.id from items i join suppliers s on s.id = i.supplier_id
      where i.deleted_at is null and s.deleted_at is not null order by i.name, i.id limit 1`,
    says: /^its supplier is .+; that is deleted$/,
  },
  'V19 home': {
    victim: of('items', 'deleted_at is null and location_id is not null'),
    sql: [`update locations set deleted_at = now() where id = (select location_id from items where id = '{v}')`],
    id: `select i.id from items i join locations p on p.id = i.location_id
      where i.deleted_at is null and p.deleted_at is not null order by i.name, i.id limit 1`,
    says: /^its home is .+; that is deleted$/,
  },
  'V19 stock': {
    victim: stocked,
    sql: [set('items', 'deleted_at = now()')],
    says: /^\d+ pieces stand in .+; the item is deleted$/,
  },
  'V19 zones': {
    victim: `select location_id as id from zones order by 1 limit 1`,
    sql: [set('locations', 'deleted_at = now()')],
    says: /^the zone is there; its location is deleted$/,
  },
  'V19 parts': {
    victim: `select kit_id as id from kit_components group by 1 order by 1 limit 1`,
    sql: [
      `update items set deleted_at = now() where id = (select item_id from kit_components where kit_id = '{v}' order by 1 limit 1)`,
    ],
    id: `select w.id from kit_components k join items i on i.id = k.item_id and i.deleted_at is not null
      join items w on w.id = k.kit_id order by w.name, w.id limit 1`,
    says: /^it is made of .+; that is deleted$/,
  },
  'V19 orders': {
    victim: order('SHIPPED'),
    sql: [`update accounts set deleted_at = now() where id = (select account_id from sales_orders where id = '{v}')`],
    id: `select o.id from sales_orders o join accounts a on a.id = o.account_id where a.deleted_at is not null
      and o.deleted_at is null and o.status not in ('DELIVERED', 'CANCELLED', 'RETURNED') order by o.number limit 1`,
    says: /^it is [A-Z_]+; .+ is deleted$/,
  },
  'V19 purchases': {
    victim: purchase('Partially Received'),
    sql: [
      `update suppliers set deleted_at = now() where id = (select supplier_id from purchase_orders where id = '{v}')`,
    ],
    id: `select o.id from purchase_orders o join suppliers s on s.id = o.supplier_id where s.deleted_at is not null
      and o.status in ('Draft', 'Pending Approval', 'Open', 'Partially Received') order by o.number limit 1`,
    says: /^it is [A-Z][\w ]+; .+ is deleted$/,
  },
  'V19 pending': {
    victim: transfer('pending'),
    sql: [
      `update locations set deleted_at = now() where id = (select destination_id from stock_transfers where id = '{v}')`,
    ],
    id: `select id from (select t.number, t.id from stock_transfers t join locations p on p.id in (t.source_id, t.destination_id)
        where t.status = 'pending' and p.deleted_at is not null
      union all select o.number, o.id from kit_orders o join locations p on p.id = o.location_id
        where o.status = 'pending' and p.deleted_at is not null
      union all select c.number, c.id from stock_counts c join locations p on p.id = c.location_id
        where c.status in ('PLANNED', 'COUNTING', 'REVIEW') and p.deleted_at is not null) d order by number limit 1`,
    says: /^it is (pending|PLANNED|COUNTING|REVIEW); .+ is deleted$/,
  },
  'V19 documents': {
    victim: order('CONFIRMED'),
    sql: [set('sales_orders', 'deleted_at = now()')],
    says: /^INV-\S+ stands; its order is deleted$/,
  },
  'V20 rows': {
    victim: `select item_id as id from product_images limit 1`,
    sql: [`select set_config('wardstock.files', '{"all": [], "old": []}', true)`],
    says: /^image gauze.jpg; its file is not there$/,
  },
  'V20 files': {
    victim: `select id::text as id from product_images limit 1`,
    sql: [`delete from product_images where id = '{v}'`],
    id: null,
    says: /^it is there; no image is its own$/,
  },
}
