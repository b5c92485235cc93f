import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Work } from '#server/kernel/work.ts'

/** An order that was delivered before the company used Wardstock. */
export interface HistoricalOrder {
  id: string
  number: string
  /** Its number in the old system, shown as the reference. */
  ref: string
  accountId: string
  /** YYYY-MM-DD. */
  orderDate: string
  requestedDate: string
  deliveredDate: string
  lines: HistoricalOrderLine[]
}

export interface HistoricalOrderLine {
  id: string
  ref: string
  itemId: string
  quantity: number
  /** Ten-thousandths. */
  unitPrice: number
  /** Minor units; the amount that was paid, which need not be quantity × price. */
  total: number
}

/** An order of an earlier import that gets lines which were refused at that time. */
export interface KnownOrder {
  id: string
  ref: string
  /** The position of its last line. */
  position: number
}

/**
 * Locks orders that an earlier import created. Throws NOT_EDITABLE if one has been changed since; the check of the file reports
 * this before.
 */
export async function lockHistoricalOrders(work: Work, refs: readonly string[]): Promise<Map<string, KnownOrder>> {
  const { rows } = await sql<{
    id: string
    ref: string
    number: string
    open: boolean
  }>`select id, external_ref as ref, number,
      status = 'DELIVERED' and deleted_at is null as open
    from sales_orders where external_ref = any(${refs}) order by id for no key update`.execute(work.tx)
  const closed = rows.find((row) => !row.open)
  if (closed) throw new Refusal('NOT_EDITABLE', `Order ${closed.number} was changed since it was imported.`)
  work.locks.take('salesOrder', ...rows.map((row) => row.id))
  if (rows.length === 0) return new Map()
  const found = await sql<KnownOrder>`select o.id, o.external_ref as ref, coalesce(max(l.position), 0) as position
    from sales_orders o left join sales_order_lines l on l.order_id = o.id
    where o.id = any(${rows.map((row) => row.id)}) group by o.id`.execute(work.tx)
  return new Map(found.rows.map((row) => [row.ref, row]))
}

/** Creates DELIVERED orders with their lines; their timeline says that they were imported, and from where. */
export async function addHistoricalOrders(
  work: Work,
  orders: readonly HistoricalOrder[],
  source: string,
): Promise<void> {
  const [first] = orders
  if (!first) return
  const rows = orders.map(({ lines, ...order }) => ({
    ...order,
    total: lines.reduce((sum, line) => sum + line.total, 0),
    lineCount: lines.length,
  }))
  // Created on the order date, so that lists by creation show imported orders after newer ones.
  await sql`with o as (
      select * from json_to_recordset(${JSON.stringify(rows)}) as o(id uuid, number text, ref text, "accountId" uuid,
        "orderDate" date, "requestedDate" date, "deliveredDate" date, total bigint, "lineCount" int)),
    m as (insert into sales_order_moves (order_id, move, from_status, to_status, reason, actor_id, at)
      select id, 'import', null, 'DELIVERED', ${`Imported from ${source}`}, ${work.caller.userId}, ${work.now} from o)
    insert into sales_orders (id, number, account_id, status, order_date, requested_date, delivered_date, reference, total,
      line_count, origin, external_ref, created_by, created_at, updated_at)
    select id, number, "accountId", 'DELIVERED', "orderDate", "requestedDate", "deliveredDate", ref, total, "lineCount",
      'import', ref, ${work.caller.userId}, "orderDate"::timestamp at time zone 'UTC', ${work.now} from o`.execute(
    work.tx,
  )
  const lines = orders.flatMap((order) =>
    order.lines.map((line, at) => ({ ...line, orderId: order.id, position: at + 1 })),
  )
  await insertLines(work, lines)
  work.announce('sales_order_updated', { salesOrderId: first.id })
}

/** Adds lines to orders that `lockHistoricalOrders` returned. `delivered` is the latest delivery date of the new lines. */
export async function extendHistoricalOrders(
  work: Work,
  additions: readonly { order: KnownOrder; delivered: string; lines: readonly HistoricalOrderLine[] }[],
): Promise<void> {
  if (additions.length === 0) return
  const rows = additions.map(({ order, delivered, lines }) => ({
    id: order.id,
    delivered,
    total: lines.reduce((sum, line) => sum + line.total, 0),
    count: lines.length,
  }))
  await work.tx
    .updateTable('sales_orders as o')
    .from(
      sql<{
        id: string
        delivered: string
        total: number
        count: number
      }>`json_to_recordset(${JSON.stringify(rows)})`.as<'a'>(sql`a(id uuid, delivered date, total bigint, count int)`),
    )
    .set({
      total: sql<number>`o.total + a.total`,
      line_count: sql<number>`o.line_count + a.count`,
      delivered_date: sql<string>`greatest(o.delivered_date, a.delivered)`,
      version: sql<number>`o.version + 1`,
      updated_at: work.now,
    })
    .whereRef('o.id', '=', 'a.id')
    .execute()
  await insertLines(
    work,
    additions.flatMap(({ order, lines }) =>
      lines.map((line, at) => ({ ...line, orderId: order.id, position: order.position + at + 1 })),
    ),
  )
  for (const { order } of additions) work.announce('sales_order_updated', { salesOrderId: order.id })
}

async function insertLines(
  work: Work,
  lines: readonly (HistoricalOrderLine & { orderId: string; position: number })[],
) {
  await work.tx
    .insertInto('sales_order_lines')
    .columns(['id', 'order_id', 'position', 'item_id', 'quantity', 'unit_price', 'total', 'external_ref'])
    .expression(sql`select id, "orderId", position, "itemId", quantity, "unitPrice", total, ref
    from json_to_recordset(${JSON.stringify(lines)}) as l(id uuid, "orderId" uuid, position int, "itemId" uuid,
      quantity int, "unitPrice" bigint, total bigint, ref text)`)
    .execute()
}
