import { returnMachine } from '#shared/sales/returns/return-transitions.ts'
import { type Check, documents, money, transitionPath } from './check-rules.ts'

const validStatuses = `('Requested', 'Approved', 'Received', 'Inspected', 'Completed')`
/** Shows the return's number and links to its order. */
const back = (broken: string) => `select 'salesOrder' as kind, r.order_id as id, r.number as name, x.says, x.explained
  from (${broken}) x join sales_returns r on r.id = x.id`
const note = (broken: string) => `select 'invoice' as kind, n.invoice_id as id, n.number as name, x.says, x.explained
  from (${broken}) x join credit_notes n on n.id = x.id`

/** Customer returns and their credit notes. */
export const returnChecks: readonly Check[] = [
  {
    id: 'V12 return',
    title: 'The status of a return follows from its history.',
    rows: `select 'salesOrder' as kind, r.order_id as id, w.name, w.says, w.explained from (${transitionPath({
      kind: 'salesOrder',
      table: 'sales_returns',
      moves: 'sales_return_moves',
      document: 'return_id',
      machine: returnMachine,
      initial: 'Requested',
      mayStay: false,
    })}) w join sales_returns r on r.id = w.id`,
  },
  {
    id: 'V10 returned',
    title: 'No more of a line and lot was returned than delivered.',
    rows: back(`select b.id, b.quantity || ' come back' as says, coalesce(s.quantity, 0) || ' were delivered' as explained
      from (select (array_agg(r.id order by r.created_at desc))[1] as id, l.order_line_id, l.lot_id,
          sum(coalesce(l.received, l.quantity)) as quantity
        from sales_return_lines l join sales_returns r on r.id = l.return_id where r.status in ${validStatuses} group by 2, 3) b
      left join (select source_line_id, lot_id, -sum(d_on_hand) as quantity from stock_entry
          where source_type in ('sales_order', 'import') and effect in ('SHIP', 'UNSHIP', 'RESTOCK') group by 1, 2) s
        on (s.source_line_id, s.lot_id) = (b.order_line_id, b.lot_id)
      where b.quantity > coalesce(s.quantity, 0)`),
  },
  {
    id: 'V10 booked',
    title: 'What a completed return received is in the ledger as it was inspected, and nothing of another one is.',
    rows: back(`select l.return_id as id, 'the ledger took in ' || coalesce(e.came, 0) || ' and let go ' || coalesce(e.went, 0) as says,
        'received ' || x.came || ', not kept ' || x.went as explained
      from sales_return_lines l join sales_returns r on r.id = l.return_id
      left join (select source_line_id, sum(d_on_hand) filter (where effect = 'COME_BACK') as came,
          -sum(d_on_hand) filter (where effect <> 'COME_BACK') as went
        from stock_entry where source_type = 'return' group by 1) e on e.source_line_id = l.id
      left join (select line_id, sum(quantity) filter (where disposition in ('scrap', 'supplier')) as gone,
          sum(quantity) as all_of_it from sales_return_dispositions group by 1) d on d.line_id = l.id
      cross join lateral (select case when r.status = 'Completed' then coalesce(l.received, 0) else 0 end as came,
        case when r.status = 'Completed' then coalesce(d.gone, 0) else 0 end as went) x
      where (coalesce(e.came, 0), coalesce(e.went, 0)) <> (x.came, x.went)
        or r.status in ('Inspected', 'Completed') and coalesce(d.all_of_it, 0) <> coalesce(l.received, 0)`),
  },
  {
    id: 'V10 set aside',
    title: 'Goods to check are in a lot of their own, piece for piece, or stayed in a recalled lot.',
    rows: back(`select l.return_id as id, 'out of its lot went ' || coalesce(e.gone, 0) || ', into its own ' || coalesce(e.came, 0) as says,
        'set aside were ' || x.pieces as explained
      from sales_return_lines l join sales_returns r on r.id = l.return_id
      left join sales_return_dispositions d on d.line_id = l.id and d.disposition = 'quarantine'
      left join (select source_id, -sum(d_on_hand) filter (where d_on_hand < 0) as gone,
          sum(d_on_hand) filter (where d_on_hand > 0) as came
        from stock_entry where source_type = 'set_aside' group by 1) e on e.source_id = l.id
      cross join lateral (select case when r.status = 'Completed' then coalesce(d.quantity, 0) else 0 end as pieces) x
      left join (select distinct lot_id from recall_lots) c on c.lot_id = l.lot_id
      where (coalesce(e.gone, 0), coalesce(e.came, 0)) <> (x.pieces, x.pieces)
        and not (c.lot_id is not null and e.source_id is null)`),
  },
  {
    id: 'V10 customer',
    title: 'A return belongs to the customer of its order.',
    rows: back(`select r.id, 'its customer is ' || a.name as says, 'the order is of ' || b.name as explained from sales_returns r
      join sales_orders o on o.id = r.order_id join accounts a on a.id = r.account_id join accounts b on b.id = o.account_id
      where r.account_id <> o.account_id`),
  },
  {
    id: 'V10 all back',
    title: 'An order is Returned exactly when everything delivered was returned.',
    rows: documents(
      'salesOrder',
      'sales_orders',
      `select o.id, coalesce(b.quantity, 0) || ' of ' || s.quantity || ' are back' as says, 'it is ' || o.status as explained
        from sales_orders o
        join (select source_id, -sum(d_on_hand) as quantity from stock_entry
          where source_type in ('sales_order', 'import') and effect in ('SHIP', 'UNSHIP', 'RESTOCK') group by 1) s on s.source_id = o.id
        left join (select r.order_id, sum(r.received) as quantity from sales_returns r where r.status = 'Completed' group by 1) b
          on b.order_id = o.id
        where o.deleted_at is null and (o.status = 'RETURNED' and coalesce(b.quantity, 0) > s.quantity
          or o.status in ('DELIVERED', 'FAILED_DELIVERY') and coalesce(b.quantity, 0) >= s.quantity and s.quantity > 0)`,
    ),
  },
  {
    id: 'V9 credit note',
    title: 'The total of a credit note is the sum of its lines and was credited to the customer.',
    rows: note(`select n.id, 'worth ' || ${money('n.total')} as says,
        'its lines add up to ' || ${money('coalesce(l.total, 0)')} || ', the credit is ' || ${money('coalesce(c.total, 0)')} as explained
      from credit_notes n
      left join (select credit_note_id, sum(total) as total, sum(tax) as tax from credit_note_lines group by 1) l
        on l.credit_note_id = n.id
      left join (select source_id, sum(amount) as total from credit_entry where kind = 'CREDIT_NOTE' group by 1) c
        on c.source_id = n.id
      where (n.total, n.tax) is distinct from (l.total, l.tax) or n.total is distinct from c.total`),
  },
  {
    id: 'V9 credited',
    title: 'No invoice line is credited for more than its quantity.',
    rows: documents(
      'invoice',
      'invoices',
      `select v.invoice_id as id, 'credited ' || ${money('c.total')} || ' for ' || c.quantity as says,
          'invoiced ' || ${money('v.gross')} || ' for ' || v.quantity as explained
        from invoice_lines v join (select invoice_line_id, sum(quantity) as quantity, sum(total) as total, sum(tax) as tax
          from credit_note_lines group by 1) c on c.invoice_line_id = v.id
        where c.quantity > v.quantity or c.total > v.gross or c.tax > v.tax`,
    ),
  },
]
