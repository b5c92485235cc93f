import { sql } from 'kysely'
import { oneOf } from '#server/db/one-of.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { formatAmount, formatPrice } from '#shared/money.ts'
import type { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseItem, PurchaseOrderRow } from '#shared/purchasing/orders/purchase-order.ts'
import {
  awaitedPurchases,
  type PurchaseStatus,
  purchaseStatuses,
  unplacedPurchases,
} from '#shared/purchasing/orders/purchase-transitions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { availableSql } from '#server/kernel/usable-lots.ts'
import { all, containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { countByStatus } from '#server/db/status-counts.ts'
import { companyToday } from '#server/kernel/company-day.ts'
import { lineExpectedOn } from '#server/kernel/expected-goods.ts'

type Query = RequestOf<(typeof purchasingApi.listPurchaseOrders)['spec']>['query']
type ItemQuery = RequestOf<(typeof purchasingApi.listPurchaseItems)['spec']>['query']

const open = sql`o.status in ${oneOf(awaitedPurchases)}`
const overdueLines = sql`purchase_order_lines l where l.order_id = o.id and l.received < l.quantity
  and ${lineExpectedOn('l', 'o')} < ${companyToday}`
/** An order is late if a line was expected before today and has not been received completely. */
const isLate = sql`(${open} and exists (select 1 from ${overdueLines}))`
const lateSince = sql`case when ${open} then (select min(${lineExpectedOn('l', 'o')}) from ${overdueLines}) end`

export const purchaseFrom = sql`purchase_orders o join suppliers s on s.id = o.supplier_id join locations p on p.id = o.location_id`

export const purchaseColumns = selection<PurchaseSqlRow, { s: 'suppliers'; p: 'locations'; o: 'purchase_orders' }>({
  id: 'o.id',
  number: 'o.number',
  supplier_id: 's.id',
  supplier_name: 's.name',
  location_id: 'p.id',
  location_name: 'p.name',
  location_type: 'p.type',
  status: 'o.status',
  order_date: 'o.order_date',
  expected_date: 'o.expected_date',
  late_since: lateSince,
  line_count: 'o.line_count',
  ordered: sql`(select sum(l.quantity) from purchase_order_lines l where l.order_id = o.id)`,
  received: sql`(select sum(l.received) from purchase_order_lines l where l.order_id = o.id)`,
  total: 'o.total',
  reference: 'o.reference',
  sent_at: 'o.sent_at',
  created_at: 'o.created_at',
  version: 'o.version',
})

export interface PurchaseSqlRow {
  id: string
  number: string
  supplier_id: string
  supplier_name: string
  location_id: string
  location_name: string
  location_type: 'Warehouse' | 'Factory'
  status: PurchaseStatus
  order_date: string
  expected_date: string | null
  late_since: string | null
  line_count: number
  ordered: number
  received: number
  total: number
  reference: string | null
  sent_at: string | null
  created_at: string
  version: number
}

export const purchaseRow = (row: PurchaseSqlRow): PurchaseOrderRow => ({
  id: row.id,
  number: row.number,
  supplier: { id: row.supplier_id, name: row.supplier_name },
  location: { id: row.location_id, name: row.location_name, type: row.location_type },
  status: row.status,
  orderDate: row.order_date,
  expectedDate: row.expected_date,
  late: row.late_since !== null,
  lateSince: row.late_since,
  lines: row.line_count,
  ordered: Number(row.ordered),
  received: Number(row.received),
  total: formatAmount(row.total),
  reference: row.reference,
  sentAt: row.sent_at,
  createdAt: row.created_at,
  version: row.version,
})

const sorts = {
  createdAt: { by: sql`o.created_at`, type: 'timestamptz' },
  orderDate: { by: sql`o.order_date`, type: 'date' },
  number: { by: sql`o.number`, type: 'text' },
  supplier: { by: sql`lower(s.name)`, type: 'text', isJoined: true },
  total: { by: sql`o.total`, type: 'bigint' },
  // Orders without an expected date come last.
  expectedDate: { by: sql`coalesce(o.expected_date, 'infinity'::date)`, type: 'date' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

export async function listPurchaseOrders(db: Db, query: Query) {
  const { name, descending } = sortOf(query.sort)
  const where = [sql`o.deleted_at is null`]
  if (query.status) where.push(sql`o.status = ${query.status}`)
  if (query.placed) where.push(sql`o.status not in ${oneOf(unplacedPurchases)}`)
  if (query.awaited) where.push(open)
  if (query.late) where.push(isLate)
  if (query.supplier) where.push(sql`o.supplier_id = ${query.supplier}`)
  if (query.from) where.push(sql`o.order_date >= ${query.from}`)
  if (query.to) where.push(sql`o.order_date <= ${query.to}`)
  if (query.item) {
    where.push(sql`o.id in (select l.order_id from purchase_order_lines l where l.item_id = ${query.item})`)
  }
  if (query.q) {
    const like = containing(query.q)
    where.push(sql`(o.id in (with hit as materialized (select h.id from purchase_orders h where h.deleted_at is null
        and (h.number || ' ' || coalesce(h.reference, '')) ilike ${like}) select id from hit)
      or o.supplier_id in (select h.id from suppliers h where h.name ilike ${like}))`)
  }
  const listed = await listPage(
    db,
    {
      columns: purchaseColumns,
      from: purchaseFrom,
      narrow:
        name === 'supplier' ? sql`purchase_orders o join suppliers s on s.id = o.supplier_id` : sql`purchase_orders o`,
      where,
      sort: { ...sorts[name], descending },
      id: sql`o.id`,
      planEachTime: Boolean(query.q),
    },
    query,
  )
  return pageOfRows(listed, purchaseRow)
}

export const countPurchaseOrders = (db: Db) =>
  countByStatus(db, sql`purchase_orders where deleted_at is null`, purchaseStatuses)

/** The orders of these ids as list rows. */
export async function readPurchaseRows(db: Db | Tx, ids: readonly string[]): Promise<PurchaseOrderRow[]> {
  const { rows } = await sql<PurchaseSqlRow>`select ${purchaseColumns} from ${purchaseFrom}
    where o.id = any(${ids}::uuid[]) order by o.number`.execute(db)
  return rows.map(purchaseRow)
}

/** One purchasable item as JSON, with its cost still in ten-thousandths; `i` and `t` are the item and its totals. */
export const itemJson = sql`json_build_object('id', i.id, 'kind', i.kind, 'sku', i.sku, 'name', i.name, 'cost', i.cost,
  'moq', i.moq, 'pcsPerCase', i.pcs_per_case, 'available', ${availableSql}, 'lotControlled', i.lot_controlled,
  'supplierId', i.supplier_id, 'supplierCode', i.supplier_code)`

export type ItemJson = Omit<PurchaseItem, 'cost'> & { cost: number }
export const purchaseItem = (item: ItemJson): PurchaseItem => ({ ...item, cost: formatPrice(item.cost) })

/** Items to buy, for the form's picker: found by name, SKU or barcode; the supplier's own items come first. */
export async function listPurchaseItems(db: Db, query: ItemQuery): Promise<PurchaseItem[]> {
  const where = [sql`i.kind in ('product', 'raw_material')`, sql`i.deleted_at is null`]
  if (query.q) where.push(sql`(i.name || ' ' || i.sku || ' ' || coalesce(i.barcode, '')) ilike ${containing(query.q)}`)
  const codes = query.codes?.map((code) => code.toLowerCase())
  if (codes) where.push(sql`(lower(i.sku) = any(${codes}::text[]) or lower(i.supplier_code) = any(${codes}::text[]))`)
  const { rows } = await sql<{ item: ItemJson }>`select ${itemJson} as item
    from items i join item_stock t on t.item_id = i.id where ${all(where)}
    order by lower(i.sku) = any(${codes ?? []}::text[]) desc, i.supplier_id is distinct from ${query.supplier ?? null}::uuid, lower(i.name), i.id
    limit ${query.limit}`.execute(db)
  return rows.map((row) => purchaseItem(row.item))
}
