import { of, set, line, order, type Corruption } from './corruption.ts'

/** Invoices, payments and credit. */
export const moneyCorruptions: Record<string, Corruption> = {
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
  'V9 opening': {
    victim: of('invoices', 'voided_at is null and order_id is not null'),
    sql: [line('invoice_lines', 'invoice_id', "kind = 'opening', item_id = null")],
    says: /^it has \d+ lines, \d+ of a balance; it is of an order$/,
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
      `update accounts set deleted_at = moment(), merged_into = (select a.id from accounts a where a.id <> '{v}' limit 1)
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
}
