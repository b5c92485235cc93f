import { countMachine } from '#shared/inventory/count-moves.ts'
import { documentMachine } from '#shared/inventory/stock-document.ts'
import { purchaseMachine } from '#shared/purchasing/purchase-moves.ts'
import { orderMachine } from '#shared/sales/order-moves.ts'
import type { StateMachine } from '#shared/state-machine.ts'

export interface Check {
  /** A whole sentence that holds. */
  name: string
  /** The rows that break it: kind, id, name, says, explained. One pass over each table, whatever its size. */
  rows: string
}

const key = 'item_id, location_id, lot_id'
/** Names the first of the broken balances by its item; `x` has the balance's key. */
const balance = (broken: string, says: string, explained: string) => `select i.kind, i.id,
    i.name || ' in ' || p.name || case when l.id <> i.id then ', lot ' || l.lot_number else '' end as name,
    ${says} as says, ${explained} as explained
  from (${broken}) x join items i on i.id = x.item_id join locations p on p.id = x.location_id join lots l on l.id = x.lot_id`

const stockChecks: readonly Check[] = [
  {
    name: 'On hand is the sum of the ledger.',
    rows: balance(
      `select ${key}, coalesce(b.on_hand, 0) as says, coalesce(e.moved, 0) as explained from stock_balance b
        full join (select ${key}, sum(d_on_hand) as moved from stock_entry group by ${key}) e using (${key})
        where coalesce(b.on_hand, 0) <> coalesce(e.moved, 0)`,
      `'on hand ' || x.says`,
      `'entries add up to ' || x.explained`,
    ),
  },
  {
    name: 'Committed is the sum of the ledger.',
    rows: balance(
      `select ${key}, coalesce(b.committed, 0) as says, coalesce(e.moved, 0) as explained from stock_balance b
        full join (select ${key}, sum(d_committed) as moved from stock_entry group by ${key}) e using (${key})
        where coalesce(b.committed, 0) <> coalesce(e.moved, 0)`,
      `'committed ' || x.says`,
      `'entries add up to ' || x.explained`,
    ),
  },
  {
    name: 'Committed is the sum of the open commitments.',
    rows: balance(
      `select ${key}, coalesce(b.committed, 0) as says, coalesce(k.held, 0) as explained
        from (select * from stock_balance where committed <> 0) b
        full join (select ${key}, sum(quantity) as held from commitment where state = 'open' group by ${key}) k using (${key})
        where coalesce(b.committed, 0) <> coalesce(k.held, 0)`,
      `'committed ' || x.says`,
      `'open commitments add up to ' || x.explained`,
    ),
  },
  {
    name: 'On hand was never below zero, nor below what was committed.',
    rows: balance(
      `select distinct on (${key}) * from (
          select ${key}, id, sum(d_on_hand) over past as held, sum(d_committed) over past as promised
          from stock_entry where source_type <> 'import' window past as (partition by ${key} order by id)) run
        where held < 0 or promised < 0 or promised > held order by ${key}, id`,
      `'on hand ' || x.held || ', committed ' || x.promised || ' after entry ' || x.id`,
      `'0 or more, and no more committed than on hand'`,
    ),
  },
  {
    name: 'The totals of an item are the sum of its balances.',
    rows: `select i.kind, i.id, i.name, 'on hand ' || coalesce(t.on_hand, 0) || ', committed ' || coalesce(t.committed, 0) as says,
        'balances add up to ' || coalesce(b.on_hand, 0) || ' and ' || coalesce(b.committed, 0) as explained
      from item_stock t full join (select item_id, sum(on_hand) as on_hand, sum(committed) as committed
        from stock_balance group by item_id) b using (item_id) join items i on i.id = item_id
      where (coalesce(t.on_hand, 0), coalesce(t.committed, 0)) <> (coalesce(b.on_hand, 0), coalesce(b.committed, 0))`,
  },
  {
    name: 'What a transfer takes out of one place it brings into another.',
    rows: `select 'stockTransfer' as kind, t.id, t.number as name, 'entries add up to ' || x.moved as says,
        'to 0, but for what was written off' as explained
      from (select source_id, sum(moved) as moved from (
          select source_id, item_id, lot_id, sum(d_on_hand) as moved from stock_entry
          where source_type = 'transfer' and effect <> 'WRITE_OFF' group by source_id, op_id, item_id, lot_id) o
        where moved <> 0 group by source_id) x join stock_transfers t on t.id = x.source_id`,
  },
]

const money = (column: string) => `to_char(${column} / 100.0, 'FM999999999999990.00')`
/** Documents whose total is not the sum of other rows, by `sum`: a select of document and total. */
const sums = (kind: string, table: string, column: string, says: string, sum: string, where = 'true') =>
  `select '${kind}' as kind, d.id, d.number as name, '${says} ' || ${money(`d.${column}`)} as says,
      'rows add up to ' || ${money('coalesce(s.total, 0)')} as explained
    from ${table} d left join (${sum}) s on s.document = d.id where ${where} and d.${column} <> coalesce(s.total, 0)`

const moneyChecks: readonly Check[] = [
  {
    name: 'A sales order is worth its lines, services and fees, with their tax.',
    rows: sums(
      'salesOrder',
      'sales_orders',
      'total',
      'total',
      `select order_id as document, sum(gross) as total from (select order_id, gross from sales_order_lines
        union all select order_id, gross from sales_order_charges) l group by order_id`,
    ),
  },
  {
    name: 'An invoice is worth its lines with their tax.',
    rows: sums(
      'invoice',
      'invoices',
      'total',
      'total',
      'select invoice_id as document, sum(gross) as total from invoice_lines group by invoice_id',
    ),
  },
  {
    name: 'Paid is the sum of the payments.',
    rows: sums(
      'invoice',
      'invoices',
      'paid',
      'paid',
      `select invoice_id as document, sum(case kind when 'PAYMENT' then amount else -amount end) as total
        from payment_entry group by invoice_id`,
    ),
  },
  {
    name: 'A sales order shows the payment status of its invoice.',
    rows: `select 'salesOrder' as kind, o.id, o.number as name, coalesce(o.payment_status, 'no payment status') as says,
        coalesce(v.payment_status, 'no invoice') as explained
      from sales_orders o left join invoices v on v.order_id = o.id and v.voided_at is null
      where o.origin = 'app' and o.deleted_at is null and o.payment_status is distinct from v.payment_status`,
  },
  {
    name: 'A purchase order is worth its lines.',
    rows: sums(
      'purchaseOrder',
      'purchase_orders',
      'goods_total',
      'goods',
      'select order_id as document, sum(total) as total from purchase_order_lines group by order_id',
    ),
  },
]

interface Walk {
  kind: string
  table: string
  /** Its recorded moves: table, the column that names the document, and which of them are its. */
  moves: string
  document: string
  where?: string
  documents?: string
  machine: StateMachine<string, string>
  initial: string
  /** Something may be recorded that moves nothing. */
  mayStay: boolean
}

/** Documents whose status their recorded moves don't lead to, one allowed step after the other. */
function walked({ kind, table, moves, document, where = 'true', documents = 'true', machine, initial, mayStay }: Walk) {
  const steps = Object.entries(machine.moves).flatMap(([move, { from, to }]) =>
    from.map((before) => `('${move}', '${before}', '${to}')`),
  )
  return `select '${kind}' as kind, d.id, d.number as name, 'status ' || d.status as says,
      case when w.doc is null then 'no move is recorded' when w.strays > 0 then 'a recorded move is not allowed'
        else 'its moves lead to ' || w.reached end as explained
    from ${table} d left join (
      select doc, count(*) filter (where not allowed) as strays, max(to_status) filter (where is_last) as reached from (
        select doc, to_status, is_last, case when before is null then from_status is null and to_status = '${initial}'
            else from_status = before and (${mayStay ? 'from_status = to_status or ' : ''}a.move is not null) end as allowed
        from (select ${document} as doc, move, from_status, to_status, lag(to_status) over steps as before,
            lead(id) over steps is null as is_last
          from ${moves} where ${where} window steps as (partition by ${document} order by id)) m
        left join (values ${steps.join(', ')}) a(move, f, t) on (a.move, a.f, a.t) = (m.move, m.from_status, m.to_status)) s
      group by doc) w on w.doc = d.id
    where ${documents} and (w.doc is null or w.strays > 0 or w.reached <> d.status)`
}

const statusChecks: readonly Check[] = [
  {
    name: 'A sales order reached its status by its recorded moves.',
    rows: walked({
      kind: 'salesOrder',
      table: 'sales_orders',
      moves: 'sales_order_moves',
      document: 'order_id',
      documents: `d.origin = 'app'`,
      machine: orderMachine,
      initial: 'PENDING',
      mayStay: false,
    }),
  },
  {
    name: 'A purchase order reached its status by its recorded moves.',
    rows: walked({
      kind: 'purchaseOrder',
      table: 'purchase_orders',
      moves: 'purchase_order_moves',
      document: 'order_id',
      machine: purchaseMachine,
      initial: 'Draft',
      mayStay: true,
    }),
  },
  {
    name: 'A stock transfer reached its status by its recorded moves.',
    rows: walked({
      kind: 'stockTransfer',
      table: 'stock_transfers',
      moves: 'stock_document_moves',
      document: 'document_id',
      where: `document_type = 'transfer'`,
      machine: documentMachine,
      initial: 'pending',
      mayStay: true,
    }),
  },
  {
    name: 'A kit order reached its status by its recorded moves.',
    rows: walked({
      kind: 'kitOrder',
      table: 'kit_orders',
      moves: 'stock_document_moves',
      document: 'document_id',
      where: `document_type = 'kit'`,
      machine: documentMachine,
      initial: 'pending',
      mayStay: true,
    }),
  },
  {
    name: 'A count reached its status by its recorded moves.',
    rows: walked({
      kind: 'stockCount',
      table: 'stock_counts',
      moves: 'stock_count_moves',
      document: 'count_id',
      machine: countMachine,
      initial: 'PLANNED',
      mayStay: true,
    }),
  },
]

/** What must hold of the books (domain §2), in the order in which it is checked. */
export const proofChecks: readonly Check[] = [...stockChecks, ...moneyChecks, ...statusChecks]
