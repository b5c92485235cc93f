import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { splitLine } from './split-line.ts'
import { numbered } from '#server/kernel/numbers.ts'
import { statusEntry } from '#server/kernel/status-history.ts'
import type { Work } from '#server/kernel/work.ts'
import { orderHistory, type LockedOrder, transitionOrder } from './order-lock.ts'

/** Pieces of each line that ship now, for every line of the order. */
export type Picked = ReadonlyMap<string, number>

interface Line {
  id: string
  item_id: string
  quantity: number
  price_tier: string | null
  unit_price: number
  total: number
  discount: number
  tax_name: string
  tax_kind: string
  tax_rate: number
  tax: number
}

/** A line of the back-order to be created, with the line that it comes from. */
export type LaterLine = Line & { ofLineId: string }

/** Reduces a locked order to what ships now, with services and fees. Returns the rest and the new total. */
export async function keepPickedQuantities(
  work: Work,
  order: LockedOrder,
  picked: Picked,
): Promise<{ later: LaterLine[]; total: number }> {
  const { rows } =
    await sql<Line>`select id, item_id, quantity, price_tier, unit_price, total, discount, tax_name, tax_kind,
      tax_rate, tax from sales_order_lines where order_id = ${order.id} order by position`.execute(work.tx)
  const halves = rows.map((line) => ({ line, ...splitLine(line, picked.get(line.id) ?? line.quantity) }))
  const changed = halves.filter(({ now, later }) => now.quantity > 0 && later.quantity > 0)
  const gone = halves.filter(({ now }) => now.quantity === 0)
  await sql`delete from sales_order_lines where id = any(${gone.map(({ line }) => line.id)}::uuid[])`.execute(work.tx)
  await work.tx
    .updateTable('sales_order_lines as l')
    .from(
      sql<{
        id: string
        quantity: number
        total: number
        discount: number
        tax: number
      }>`json_to_recordset(${JSON.stringify(changed.map(({ line, now }) => ({ ...now, id: line.id })))}::json)`.as<'h'>(
        sql`h(id uuid, quantity int, total bigint, discount bigint, tax bigint)`,
      ),
    )
    .set((eb) => ({
      quantity: eb.ref('h.quantity'),
      total: eb.ref('h.total'),
      discount: eb.ref('h.discount'),
      tax: eb.ref('h.tax'),
    }))
    .whereRef('l.id', '=', 'h.id')
    .execute()
  const later = halves.flatMap(({ line, later: half }) =>
    half.quantity > 0 ? [{ ...line, ...half, id: newId(), ofLineId: line.id }] : [],
  )
  return { later, total: await sumOrder(work, order.id) }
}

/** Creates a backordered order of the same customer with the rest. Its number is drawn last. */
export async function writeBackOrder(
  work: Work,
  order: LockedOrder,
  id: string,
  later: readonly LaterLine[],
): Promise<string> {
  const lines = JSON.stringify(later.map((line, at) => ({ ...line, position: at + 1 })))
  const { rows } = await sql<{ number: string }>`with ${numbered(work, 'SO')},
    o as (
      insert into sales_orders (id, number, account_id, status, order_date, requested_date, reference, notes, discount_kind,
        discount_value, total, line_count, ship_to_id, bill_to_id, ship_to, bill_to, new_ship_to, new_ship_to_dismissed, parent_id, created_by, created_at, updated_at)
      select ${id}::uuid, numbered.number, o.account_id, 'PENDING', o.order_date, o.requested_date, o.reference, o.notes, o.discount_kind,
        case when o.discount_kind = 'percent' then o.discount_value when o.discount_kind is not null then 0 end,
        0, ${later.length}::int, o.ship_to_id, o.bill_to_id, o.ship_to, o.bill_to,
        o.new_ship_to, o.new_ship_to is not null, o.id, ${work.caller.userId}::uuid, ${work.now}::timestamptz, ${work.now}::timestamptz
      from numbered, sales_orders o where o.id = ${order.id}),
    m as (${statusEntry(work, orderHistory, { id, status: null }, { move: 'create', to: 'PENDING', reason: `What was not picked of ${order.number}` })}),
    l as (
      insert into sales_order_lines (id, order_id, position, item_id, quantity, price_tier, unit_price, total, discount, tax_name,
        tax_kind, tax_rate, tax)
      select id, ${id}::uuid, position, item_id, quantity, price_tier, unit_price, total, discount, tax_name, tax_kind, tax_rate, tax
      from json_to_recordset(${lines}::json) as t(id uuid, position int, item_id uuid, quantity int, price_tier text,
        unit_price bigint, total bigint, discount bigint, tax_name text, tax_kind text, tax_rate int, tax bigint))
    select number from numbered`.execute(work.tx)
  const number = rows[0]?.number ?? ''
  const total = await sumOrder(work, id)
  work.audit('order.created', 'salesOrder', id, { number, parentId: order.id })
  const reason = `Unpicked quantities of ${order.number}`
  await transitionOrder(
    work,
    { ...order, id, number, status: 'PENDING', cycle: 1, version: 1, total, lines: [] },
    'backOrder',
    {
      reason,
    },
  )
  return number
}

/** Updates the totals of an order from its lines; a discount by amount becomes the sum of its lines' discounts. */
async function sumOrder(work: Work, id: string): Promise<number> {
  const sums = sql<{ gross: number; discount: number; tax: number; lines: number }>`(
    select coalesce(sum(gross), 0) as gross, coalesce(sum(discount), 0) as discount, coalesce(sum(tax), 0) as tax,
      count(*) filter (where isline) as lines
    from (select gross, discount, tax, true as isline from sales_order_lines where order_id = ${id}
      union all select gross, discount, tax, false from sales_order_charges where order_id = ${id}) x)`
  const { total } = await work.tx
    .updateTable('sales_orders as o')
    .from(sums.as('s'))
    .set((eb) => ({
      total: eb.ref('s.gross'),
      discount: eb.ref('s.discount'),
      tax: eb.ref('s.tax'),
      line_count: eb.ref('s.lines'),
      discount_value: sql<number>`case when o.discount_kind = 'amount' then s.discount else o.discount_value end`,
    }))
    .where('o.id', '=', id)
    .returning('o.total')
    .executeTakeFirstOrThrow()
  return total
}
