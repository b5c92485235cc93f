import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { formatAmount, formatPrice } from '#shared/money.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import {
  purchaseActionNames,
  purchaseActions,
  whyPurchaseNotOpen,
  whyReceiptNotReversed,
} from '#shared/purchasing/orders/purchase-transitions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { statement } from '#server/db/flat-sql.ts'
import { utc } from '#server/db/timestamps.ts'
import { isOwn } from './purchase-lock.ts'
import {
  type ItemJson,
  itemJson,
  purchaseColumns,
  purchaseFrom,
  purchaseItem,
  purchaseRow,
  type PurchaseSqlRow,
} from './purchase-list.ts'

type Receipt = PurchaseOrder['receipts'][number]
type Line = { id: string; item: ItemJson; quantity: number; unitCost: number; total: number } & {
  expectedDate: string | null
  received: number
  receivable: number
}

interface FullRow extends PurchaseSqlRow {
  email: string | null
  address: string | null
  country: string | null
  supplier_active: boolean
  goods_total: number
  fees_total: number
  expensed_fees: number
  notes: string | null
  sent_to: string | null
  mail_state: PurchaseOrder['mailState']
  created_by: string | null
  submitted_by: string | null
  edited_by: string[]
  author: string | null
  order_lines: Line[]
  fees: { kind: 'freight'; label: string | null; amount: number }[] | null
  receipts:
    | (Omit<Receipt, 'value' | 'fees' | 'landed' | 'whyNotReversed' | 'lines'> & {
        lent: string[]
        lines: (Omit<Receipt['lines'][number], 'value' | 'fees'> & { value: number; fees: number })[]
      })[]
    | null
  returns: PurchaseOrder['returns'] | null
  deleted: string[]
  timeline: PurchaseOrder['timeline'] | null
}

const orderLines = sql`(select json_agg(json_build_object('id', l.id, 'item', ${itemJson}, 'quantity', l.quantity,
    'unitCost', l.unit_cost, 'total', l.total, 'expectedDate', l.expected_date, 'received', l.received,
    'receivable', l.receivable) order by l.position)
  from purchase_order_lines l join items i on i.id = l.item_id join item_stock t on t.item_id = i.id where l.order_id = o.id)`

const receiptLines = sql`(select json_agg(json_build_object('id', x.id, 'orderLineId', x.order_line_id,
    'item', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku), 'lotNumber', lot.lot_number,
    'expiryDate', lot.expiry_date, 'quantity', x.quantity,
    'packs', ceil(x.quantity::numeric / i.pcs_per_case)::int, 'label', case
      when x.lot_id <> x.item_id then json_build_object('type', 'lot', 'id', x.lot_id)
      when i.kind <> 'raw_material' then json_build_object('type', 'product', 'id', i.id) end, 'damaged', x.damaged, 'value', x.value,
    'fees', x.fees + coalesce((select sum(f.amount) from purchase_fee_entries f where f.receipt_line_id = x.id), 0)::bigint,
    'returned', x.returned, 'returnable', case when g.reversed_at is null and w.consignee_id is null
      then greatest(0, least(x.quantity - x.returned, b.on_hand - b.committed)) else 0 end) order by x.position)
  from goods_receipt_lines x join items i on i.id = x.item_id join lots lot on lot.id = x.lot_id
  join locations w on w.id = x.location_id
  join stock_balance b on (b.item_id, b.location_id, b.lot_id) = (x.item_id, x.location_id, x.lot_id)
  where x.receipt_id = g.id)`

const receipts = sql`(select json_agg(json_build_object('id', g.id, 'number', g.number, 'receivedDate', g.received_date,
    'deliveryNote', g.delivery_note, 'notes', g.notes, 'at', ${utc(sql`g.at`)}, 'actor', u.name,
    'reversed', case when g.reversed_at is not null then json_build_object('at', ${utc(sql`g.reversed_at`)},
      'actor', r.name, 'reason', g.reversal_reason) end, 'lent', array(select w.name from locations w where w.consignee_id is not null
      and w.id in (select x.location_id from goods_receipt_lines x where x.receipt_id = g.id) order by w.id), 'lines', ${receiptLines}) order by g.at, g.number)
  from goods_receipts g left join users u on u.id = g.created_by left join users r on r.id = g.reversed_by
  where g.order_id = o.id)`

const returns = sql`(select json_agg(json_build_object('id', v.id, 'number', v.number, 'reason', v.reason,
    'at', ${utc(sql`v.at`)}, 'actor', u.name, 'lines', (
      select json_agg(json_build_object('item', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku),
        'lotNumber', lot.lot_number, 'quantity', y.quantity, 'receipt', g.number) order by y.position)
      from supplier_return_lines y join goods_receipt_lines x on x.id = y.receipt_line_id
      join goods_receipts g on g.id = x.receipt_id join items i on i.id = x.item_id join lots lot on lot.id = x.lot_id
      where y.return_id = v.id)) order by v.at, v.number)
  from supplier_returns v left join users u on u.id = v.created_by where v.order_id = o.id)`

/** Also for reopened orders: negative if goods that carried landed fees had left by then. */
const expensedFees = sql`(select coalesce(sum(f.amount - f.landed), 0)::bigint from goods_receipts g
  join goods_receipt_lines x on x.receipt_id = g.id join purchase_fee_entries f on f.receipt_line_id = x.id where g.order_id = o.id)`

/** The deleted records that a reopened order would refer to, as `assertLiving` finds them. */
const deletedNames = sql`case when o.status in ${oneOf(purchaseActions.reopen.from)} then array(
  (select s.name where s.deleted_at is not null)
  union all (select w.name from locations w where w.id = o.location_id and w.deleted_at is not null)
  union all (select i.name from items i where i.deleted_at is not null
    and i.id in (select l.item_id from purchase_order_lines l where l.order_id = o.id) order by i.id)) else '{}' end`

const readPurchase = statement<FullRow, [id: string]>(
  (id) => sql`select ${purchaseColumns}, s.email, s.address, s.country,
      s.status = 'active' and s.deleted_at is null as supplier_active, o.goods_total, o.fees_total, ${expensedFees} as expensed_fees, o.notes, o.sent_to,
      (select k.state from mail_outbox k where k.id = o.sent_mail_id) as mail_state,
      o.created_by, o.submitted_by, o.edited_by, w.name as author, ${orderLines} as order_lines,
      (select json_agg(json_build_object('kind', f.kind, 'label', f.label, 'amount', f.amount) order by f.position)
        from purchase_order_fees f where f.order_id = o.id) as fees,
      ${receipts} as receipts, ${returns} as returns,
      (select json_agg(json_build_object('at', ${utc(sql`m.at`)}, 'actor', u.name, 'move', m.move, 'from', m.from_status,
          'to', m.to_status, 'reason', m.reason) order by m.id desc)
        from purchase_order_moves m left join users u on u.id = m.actor_id where m.order_id = o.id) as timeline,
      ${deletedNames} as deleted
    from ${purchaseFrom} left join users w on w.id = o.created_by where o.id = ${id} and o.deleted_at is null`,
)

/** One purchase order with everything its page shows, in one statement; the open actions depend on the user. Throws NOT_FOUND. */
export async function getPurchaseOrder(db: Db | Tx, id: string, userId: string): Promise<PurchaseOrder> {
  const [row] = await readPurchase(db, id)
  if (!row) throw new Refusal('NOT_FOUND')
  const shownReceipts = (row.receipts ?? []).map((receipt) => shapeReceipt(row, receipt))
  const facts = {
    status: row.status,
    supplierActive: row.supplier_active,
    isOwn: isOwn({ createdBy: row.created_by, submittedBy: row.submitted_by, editedBy: row.edited_by }, userId),
    hasReturnable: shownReceipts.some((receipt) => receipt.lines.some((line) => line.returnable > 0)),
    deleted: row.deleted,
  }
  const basic = purchaseRow(row)
  return {
    ...basic,
    supplier: { ...basic.supplier, email: row.email, address: row.address, country: row.country },
    orderLines: row.order_lines.map((line) => ({
      ...line,
      item: purchaseItem(line.item),
      unitCost: formatPrice(line.unitCost),
      total: formatAmount(line.total),
      open: Math.max(0, line.quantity - line.received),
      receivable: line.receivable - line.received,
    })),
    fees: (row.fees ?? []).map((fee) => ({ ...fee, amount: formatAmount(fee.amount) })),
    goodsTotal: formatAmount(row.goods_total),
    feesTotal: formatAmount(row.fees_total),
    expensedFees: row.expensed_fees === 0 ? null : formatAmount(row.expensed_fees),
    notes: row.notes,
    sentTo: row.sent_to,
    mailState: row.mail_state,
    author: row.author,
    receipts: shownReceipts,
    returns: row.returns ?? [],
    timeline: row.timeline ?? [],
    transitions: purchaseActionNames.map((action) => {
      const reason = whyPurchaseNotOpen(action, facts)
      return { action, open: reason === null, reason }
    }),
  }
}

function shapeReceipt(
  order: Pick<FullRow, 'status'>,
  { lent, ...receipt }: NonNullable<FullRow['receipts']>[number],
): Receipt {
  const value = receipt.lines.reduce((sum, line) => sum + line.value, 0)
  const fees = receipt.lines.reduce((sum, line) => sum + line.fees, 0)
  return {
    ...receipt,
    value: formatAmount(value),
    fees: formatAmount(fees),
    landed: formatAmount(value + fees),
    whyNotReversed: receipt.reversed ? null : whyReceiptNotReversed(order, receipt, lent),
    lines: receipt.lines.map((line) => ({
      ...line,
      value: formatAmount(line.value),
      fees: formatAmount(line.fees),
    })),
  }
}
