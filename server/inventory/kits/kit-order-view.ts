import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { KitOrder, KitOrderRow, kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { formatPrice } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { stepsSql } from '#server/inventory/stock/document-transitions.ts'

type Query = RequestOf<(typeof kitOrdersApi.listKitOrders)['spec']>['query']

const columns = selection<Row, { k: 'items'; o: 'kit_orders' }>({
  id: 'o.id',
  number: 'o.number',
  kit: sql`json_build_object('id', k.id, 'name', k.name, 'sku', k.sku)`,
  warehouse: sql`json_build_object('id', w.id, 'name', w.name, 'type', w.type)`,
  quantity: 'o.quantity',
  price: 'k.price',
  status: 'o.status',
  takenApart: 'o.taken_apart',
  createdAt: 'o.created_at',
  completedAt: 'o.completed_at',
})
const from = sql`kit_orders o join items k on k.id = o.kit_id join locations w on w.id = o.location_id`

type Row = Omit<KitOrderRow, 'price'> & { price: number }
const shape = <R extends { price: number }>(row: R) => ({ ...row, price: formatPrice(row.price) })

const sorts = {
  createdAt: { by: sql`o.created_at`, type: 'timestamptz' },
  number: { by: sql`o.number`, type: 'text' },
  quantity: { by: sql`o.quantity::bigint`, type: 'bigint' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

export async function listKitOrders(db: Db, query: Query) {
  const where = [sql`o.deleted_at is null`]
  if (query.status) where.push(sql`o.status = ${query.status}`)
  if (query.kit) where.push(sql`o.kit_id = ${query.kit}`)
  if (query.warehouse) where.push(sql`o.location_id = ${query.warehouse}`)
  if (query.q) {
    const like = containing(query.q)
    where.push(sql`(o.number ilike ${like} or o.note ilike ${like} or (k.name || ' ' || k.sku) ilike ${like})`)
  }
  const { name, descending } = sortOf(query.sort)
  const listed = await listPage(
    db,
    {
      columns,
      from,
      narrow: query.q ? sql`kit_orders o join items k on k.id = o.kit_id` : sql`kit_orders o`,
      where,
      sort: { ...sorts[name], descending },
      id: sql`o.id`,
      planEachTime: Boolean(query.q),
    },
    query,
  )
  return pageOfRows(listed, shape)
}

/** The committed lots while the order is pending; the used ones after it is completed. */
const lotsSql = sql`coalesce((
  select json_agg(json_build_object('lotId', lot.id, 'lotNumber', lot.lot_number, 'lotStatus', lot.status,
      'expiryDate', lot.expiry_date, 'quantity', x.quantity, 'lotReason', x.reason) order by lot.expiry_date nulls last, lot.lot_number)
  from (select c.lot_id, sum(c.quantity)::int as quantity, max(c.lot_reason) as reason from commitment c
      where c.source_id = o.id and c.source_line_id = l.id and c.state in ('open', 'consumed') group by c.lot_id) x
  join lots lot on lot.id = x.lot_id), '[]')`

type FullRow = Omit<KitOrder, 'price' | 'totalCost' | 'unitCost' | 'lines'> & {
  price: number
  totalCost: number | null
  unitCost: number | null
  lines: (Omit<KitOrder['lines'][number], 'cost'> & { cost: number | null })[]
}
const costOf = (cost: number | null) => (cost === null ? null : formatPrice(cost))

/** One order with everything its page shows, in one statement. Throws NOT_FOUND. */
export async function getKitOrder(db: Db, id: string): Promise<KitOrder> {
  const { rows } = await sql<FullRow>`select ${columns}, o.note, o.cancel_reason as "cancelReason",
      o.total_cost as "totalCost", o.unit_cost as "unitCost",
      (select json_build_object('id', lot.id, 'lotNumber', lot.lot_number, 'expiryDate', lot.expiry_date)
        from lots lot where lot.id = o.lot_id) as lot,
      coalesce((select json_agg(json_build_object('location', json_build_object('id', p.id, 'name', p.name),
          'onHand', b.on_hand, 'free', case when p.consignee_id is null then b.on_hand - b.committed else 0 end) order by p.id <> o.location_id, lower(p.name))
        from stock_balance b join locations p on p.id = b.location_id
        where b.item_id = o.kit_id and b.lot_id = o.lot_id and b.on_hand > 0), '[]') as standing,
      (select json_agg(json_build_object('id', l.id, 'perKit', l.per_kit, 'quantity', l.quantity, 'cost', l.cost,
          'lots', ${lotsSql}, 'item', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku, 'kind', i.kind))
          order by l.position)
        from kit_order_lines l join items i on i.id = l.item_id where l.order_id = o.id) as lines,
      ${stepsSql(sql`o.id`)} as timeline, o.version
    from ${from} where o.id = ${id} and o.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  return {
    ...shape(row),
    totalCost: costOf(row.totalCost),
    unitCost: costOf(row.unitCost),
    lines: row.lines.map((line) => ({ ...line, cost: costOf(line.cost) })),
  }
}
