import { sql } from 'kysely'
import type { RequestOf } from '#shared/http/route.ts'
import { addDays } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Lot, LotRow, lotsApi } from '#shared/inventory/lots/api.ts'
import { formatAmount } from '#shared/money.ts'
import { expiryWindows } from '#shared/inventory/stock/lot-status.ts'
import { afterDeduction } from '#shared/sales/orders/order-transitions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { utc } from '#server/db/timestamps.ts'
import { companyToday } from '#server/kernel/company-day.ts'
import { expiresWithin, hasExpired, isBlocked, lastDay } from '#server/kernel/usable-lots.ts'

type Query = RequestOf<(typeof lotsApi.listLots)['spec']>['query']

/** Pieces × cost in ten-thousandths, as minor units. */
const valueOf = (pieces: ReturnType<typeof sql>) => sql`round(${pieces}::numeric * i.cost / 100)::bigint`

/** Stock of lot `l`: at one location, or at all. */
const stockOf = (
  location?: string,
) => sql`(select coalesce(sum(b.on_hand), 0)::bigint as on_hand, coalesce(sum(b.committed), 0)::bigint as committed,
    count(*) filter (where b.on_hand > 0) as places
  from stock_balance b where b.item_id = l.item_id and b.lot_id = l.id${location ? sql` and b.location_id = ${location}` : sql``})`

const columns = selection<Row, { l: 'lots'; i: 'items' }>({
  id: 'l.id',
  lot_number: 'l.lot_number',
  status: 'l.status',
  expiry_date: 'l.expiry_date',
  is_expired: sql`coalesce(${hasExpired('l', companyToday)}, false)`,
  product_id: 'i.id',
  product_name: 'i.name',
  sku: 'i.sku',
  on_hand: sql`s.on_hand`,
  committed: sql`s.committed`,
  places: sql`s.places`,
  value: valueOf(sql`s.on_hand`),
})
const fromAt = (location?: string) =>
  sql`lots l join items i on i.id = l.item_id cross join lateral ${stockOf(location)} s`

interface Row {
  id: string
  lot_number: string
  status: LotRow['status']
  expiry_date: string | null
  is_expired: boolean
  product_id: string
  product_name: string
  sku: string
  on_hand: number
  committed: number
  places: number
  value: number
}

const lotRow = (row: Row): LotRow => ({
  id: row.id,
  lotNumber: row.lot_number,
  product: { id: row.product_id, name: row.product_name, sku: row.sku },
  status: row.status,
  expiryDate: row.expiry_date,
  isExpired: row.is_expired,
  onHand: row.on_hand,
  committed: row.committed,
  value: formatAmount(row.value),
  locations: row.places,
})

const expiry = lastDay('l')
const sorts = {
  expiryDate: { by: expiry, type: 'date' },
  lotNumber: { by: sql`lower(l.lot_number)`, type: 'text' },
  createdAt: { by: sql`l.created_at`, type: 'timestamptz' },
  product: { by: sql`lower(i.name)`, type: 'text', isJoined: true },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

/** Lots by expiry date, with the stock at one location if `location` is given; lots without stock only on request. */
export async function listLots(db: Db, query: Query, today: string) {
  const { name, descending } = sortOf(query.sort)
  const where = [sql`l.id <> l.item_id`, sql`i.deleted_at is null`]
  if (query.status === 'BLOCKED') where.push(isBlocked('l'))
  else if (query.status) where.push(sql`l.status = ${query.status}`)
  if (query.product) where.push(sql`l.item_id = ${query.product}`)
  if (query.expiry === 'expired') where.push(hasExpired('l', today))
  else if (query.expiry) where.push(expiresWithin('l', today, addDays(today, Number(query.expiry))))
  if (query.location) {
    where.push(sql`exists (select 1 from stock_balance b where b.item_id = l.item_id and b.lot_id = l.id
      and b.location_id = ${query.location} and b.on_hand > 0)`)
  } else if (query.stock !== 'all') {
    where.push(
      sql`exists (select 1 from stock_balance b where b.item_id = l.item_id and b.lot_id = l.id and b.on_hand > 0)`,
    )
  }
  if (query.q) {
    const words = containing(query.q)
    where.push(sql`(l.lot_number ilike ${words} or l.item_id in (with hit as materialized (select h.id from items h
      where h.deleted_at is null and (h.name || ' ' || h.sku || ' ' || coalesce(h.barcode, '')) ilike ${words}) select id from hit))`)
  }
  const listed = await listPage(
    db,
    {
      columns,
      from: fromAt(query.location),
      narrow: sql`lots l join items i on i.id = l.item_id`,
      where,
      sort: { ...sorts[name], descending },
      id: sql`l.id`,
      planEachTime: Boolean(query.q),
    },
    query,
  )
  return pageOfRows(listed, lotRow)
}

interface SumRow {
  window: (typeof expiryWindows)[number] | 'blocked'
  lots: number
  pieces: number
  value: number
}

/** Totals of expired, soon expiring and blocked lots: each window includes the smaller ones. One statement. */
export async function sumLots(db: Db, today: string) {
  const { rows } = await sql<SumRow>`
    with stock as (
      select l.id, l.expiry_date, l.status, sum(b.on_hand)::bigint as pieces, ${valueOf(sql`sum(b.on_hand)`)} as value
      from lots l join items i on i.id = l.item_id
      join stock_balance b on b.item_id = l.item_id and b.lot_id = l.id and b.on_hand > 0
      where l.id <> l.item_id and i.deleted_at is null
        and (${expiry} <= ${addDays(today, 180)} or ${isBlocked('l')})
      group by l.id, i.id)
    select w.name as window, count(s.id) as lots, coalesce(sum(s.pieces), 0)::bigint as pieces,
      coalesce(sum(s.value), 0)::bigint as value
    from (values ('expired', '-infinity'::date, ${today}::date - 1), ('30', ${today}::date, ${today}::date + 30),
      ('90', ${today}::date, ${today}::date + 90), ('180', ${today}::date, ${today}::date + 180),
      ('blocked', null, null)) w(name, first, last)
    left join stock s on case when w.name = 'blocked' then ${isBlocked('s')}
      else ${expiresWithin('s', sql`w.first`, sql`w.last`)} end
    group by w.name`.execute(db)
  const sums = (window: SumRow['window']) => {
    const row = rows.find((one) => one.window === window)
    return { lots: row?.lots ?? 0, pieces: row?.pieces ?? 0, value: formatAmount(row?.value ?? 0) }
  }
  return { windows: expiryWindows.map((window) => ({ window, ...sums(window) })), blocked: sums('blocked') }
}

interface FullRow extends Row {
  manufactured_on: string | null
  created_at: string
  version: number
  supplier: Lot['supplier']
  balances: { location: Lot['balances'][number]['location']; onHand: number; committed: number; value: number }[] | null
  promised: Lot['promised'] | null
  shipped: Lot['shipped'] | null
  shipped_orders: number
  held_elsewhere: number
  changes: Lot['changes'] | null
  recalls: Lot['recalls'] | null
}

const orderJson = (quantity: ReturnType<typeof sql>, seesCustomers: boolean) => sql`json_build_object('id', o.id,
  'number', o.number, 'status', o.status, 'quantity', ${quantity},
  'customer', ${seesCustomers ? sql`json_build_object('id', a.id, 'name', a.name)` : sql`null`})`

/** One lot with everything its page shows, in one statement. Throws NOT_FOUND. */
export async function getLot(db: Db | Tx, id: string, seesCustomers: boolean): Promise<Lot> {
  const { rows } = await sql<FullRow>`
    with gone as (
      select e.source_id as order_id, -sum(e.d_on_hand)::int as quantity, max(e.id) as latest from stock_entry e
      where e.lot_id = ${id} and e.d_on_hand <> 0 and e.source_type = 'sales_order'
      group by 1 having sum(e.d_on_hand) < 0)
    select ${columns}, l.manufactured_on, l.created_at, l.version,
      (select json_build_object('id', p.id, 'name', p.name) from suppliers p where p.id = l.supplier_id) as supplier,
      (select json_agg(json_build_object('location', json_build_object('id', p.id, 'name', p.name), 'onHand', b.on_hand,
          'committed', b.committed, 'value', ${valueOf(sql`b.on_hand`)}) order by p.name)
        from stock_balance b join locations p on p.id = b.location_id
        where b.item_id = l.item_id and b.lot_id = l.id and b.on_hand > 0) as balances,
      (select json_agg(${orderJson(sql`k.quantity`, seesCustomers)} order by o.number)
        from (select source_id, sum(quantity)::int as quantity from commitment where item_id = l.item_id and lot_id = l.id
          and state = 'open' and source_type = 'sales_order' group by 1) k
        join sales_orders o on o.id = k.source_id join accounts a on a.id = o.account_id) as promised,
      (select json_agg(${orderJson(sql`g.quantity`, seesCustomers)} order by g.latest desc)
        from (select * from gone order by latest desc limit 50) g
        join sales_orders o on o.id = g.order_id and o.status = any(${afterDeduction}) join accounts a on a.id = o.account_id) as shipped,
      (select count(*) from gone) as shipped_orders,
      (select count(distinct source_id) from commitment where item_id = l.item_id and lot_id = l.id and state = 'open'
        and source_type <> 'sales_order') as held_elsewhere,
      (select json_agg(json_build_object('id', c.id, 'at', ${utc(sql`c.at`)},
          'actor', u.name, 'act', c.act, 'from', c.from_status, 'to', c.to_status, 'oldExpiry', c.old_expiry,
          'newExpiry', c.new_expiry, 'reason', c.reason) order by c.id desc)
        from lot_changes c left join users u on u.id = c.actor_id where c.lot_id = l.id) as changes,
      (select json_agg(json_build_object('id', r.id, 'number', r.number, 'status', r.status) order by r.created_at desc)
        from recall_lots x join recalls r on r.id = x.recall_id where x.lot_id = l.id) as recalls
    from ${fromAt()} where l.id = ${id} and l.id <> l.item_id`.execute(db)
  const row = rows[0]
  if (!row) throw new Refusal('NOT_FOUND')
  return {
    ...lotRow(row),
    manufacturedOn: row.manufactured_on,
    supplier: row.supplier,
    createdAt: row.created_at,
    balances: (row.balances ?? []).map((balance) => ({ ...balance, value: formatAmount(balance.value) })),
    promised: row.promised ?? [],
    shipped: row.shipped ?? [],
    shippedOrders: row.shipped_orders,
    heldElsewhere: row.held_elsewhere,
    changes: row.changes ?? [],
    recalls: row.recalls ?? [],
    version: row.version,
  }
}
