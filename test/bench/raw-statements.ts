import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Connection } from '#server/db/database.ts'
import type { DB } from '#server/db/tables.ts'
import { listOrders } from '#server/sales/orders/order-list.ts'
import { getOrder } from '#server/sales/orders/order-view.ts'

export interface Statement {
  text: string
  values: unknown[]
}

/**
 * The SQL that the app sends for a list, with and without its count, for a page far down the list, and for one order,
 * whose ID is `$id`; recorded while the app's own functions run.
 */
export async function noteStatements(connection: Connection, orderId: string, cursor: string | null) {
  const pool = new pg.Pool({ ...connection, max: 2, options: '-c timezone=UTC' })
  let noted: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      noted.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  const take = async (run: () => Promise<unknown>) => {
    noted = []
    await run()
    // The app caches the count of a list for two seconds, so the comparison is with the rows alone.
    const rows = noted.find(({ text }) => !/^\s*(\/\*.*\*\/)?\s*select count\(/.test(text))
    if (!rows) throw new Error('no statement was noted')
    return { rows, count: noted.find((one) => one !== rows) }
  }
  /** Replaces the ID of this order, so that the statement can be run for any order. */
  const ofAny = ({ text, values }: Statement): Statement => ({
    text,
    values: values.map((value) => (value === orderId ? '$id' : value)),
  })
  const query = salesApi.listOrders.spec.query.parse(cursor ? { cursor } : {})
  try {
    const list = await take(() => listOrders(db, salesApi.listOrders.spec.query.parse({}), true))
    return {
      list: list.rows,
      counted: withCount(list.rows, list.count),
      deep: (await take(() => listOrders(db, query, true))).rows,
      read: ofAny((await take(() => getOrder(db, orderId, true))).rows),
    }
  } finally {
    await db.destroy()
  }
}

/** Rows and count in one statement, for one round trip: what a list costs if its count is never cached. */
function withCount(rows: Statement, count: Statement | undefined): Statement {
  if (!count) throw new Error('no count was noted')
  const moved = count.text.replaceAll(/\$(\d+)/g, (_, at: string) => `$${Number(at) + rows.values.length}`)
  return {
    text: `select (${moved}) as all_of_them, p.* from (${rows.text}) p`,
    values: [...rows.values, ...count.values],
  }
}

/**
 * The rows that creating and confirming an order write, each as one database function: one call, one transaction, no
 * further round trips. No program that writes the same can be faster.
 */
export const rawActions = `
create function bench_create(p_account uuid, p_items uuid[], p_actor uuid) returns void language plpgsql as $$
declare
  v_id uuid := uuidv7();
  v_number bigint;
begin
  insert into idempotency (actor_id, key, route, request_hash, status, body)
    values (p_actor, gen_random_uuid(), 'POST /api/sales-orders', sha256('x'), 201, repeat('x', 2500));
  perform 1 from accounts where id = p_account for key share;
  perform 1 from items where id = any(p_items) for key share;
  insert into counters (name, year, value) values ('RAW-SO', 2026, 1)
    on conflict (name, year) do update set value = counters.value + 1 returning value into v_number;
  insert into sales_orders (id, number, account_id, status, order_date, total, line_count, created_by)
    values (v_id, 'RAW-SO-' || v_number, p_account, 'PENDING', current_date, 3000, cardinality(p_items), p_actor);
  insert into sales_order_moves (order_id, move, to_status, actor_id) values (v_id, 'create', 'PENDING', p_actor);
  insert into sales_order_lines (id, order_id, position, item_id, quantity, price_tier, unit_price, total)
    select uuidv7(), v_id, t.at, i.id, 2, 'retail', i.price, i.price * 2 / 100
    from unnest(p_items) with ordinality t(id, at) join items i on i.id = t.id;
  insert into audit_log (actor_id, act, entity, entity_id, details)
    values (p_actor, 'order.created', 'salesOrder', v_id, jsonb_build_object('number', v_number, 'total', '3000'));
end $$;
create function bench_confirm(p_order uuid, p_actor uuid) returns void language plpgsql as $$
declare
  v_invoice uuid := uuidv7();
  v_number bigint;
  v_total bigint;
  v_account uuid;
begin
  insert into idempotency (actor_id, key, route, request_hash, status, body)
    values (p_actor, gen_random_uuid(), 'POST /api/sales-orders/:id/confirmation', sha256('x'), 200, repeat('x', 3500));
  select total, account_id into v_total, v_account from sales_orders where id = p_order for no key update;
  perform 1 from stock_balance b where b.item_id in (select item_id from sales_order_lines where order_id = p_order)
    order by b.item_id, b.location_id, b.lot_id for no key update of b;
  update stock_balance b set committed = b.committed + l.quantity
    from sales_order_lines l where l.order_id = p_order and b.item_id = l.item_id;
  perform 1 from item_stock where item_id in (select item_id from sales_order_lines where order_id = p_order)
    order by item_id for no key update;
  update item_stock t set committed = t.committed + l.quantity
    from sales_order_lines l where l.order_id = p_order and t.item_id = l.item_id;
  insert into stock_entry (op_id, effect, item_id, location_id, lot_id, d_on_hand, d_committed, source_type, source_id,
      source_line_id, cycle, reason, actor_id)
    select gen_random_uuid(), 'COMMIT', b.item_id, b.location_id, b.lot_id, 0, l.quantity, 'sales_order', p_order, l.id, 1,
      'sales_order', p_actor
    from sales_order_lines l join stock_balance b on b.item_id = l.item_id where l.order_id = p_order;
  insert into commitment (id, source_type, source_id, source_line_id, cycle, item_id, location_id, lot_id, quantity)
    select uuidv7(), 'sales_order', p_order, l.id, 1, b.item_id, b.location_id, b.lot_id, l.quantity
    from sales_order_lines l join stock_balance b on b.item_id = l.item_id where l.order_id = p_order;
  update sales_orders set status = 'CONFIRMED', cycle = cycle + 1, version = version + 1, payment_status = 'Unpaid',
    updated_at = now() where id = p_order;
  insert into sales_order_moves (order_id, move, from_status, to_status, actor_id)
    values (p_order, 'confirm', 'PENDING', 'CONFIRMED', p_actor);
  insert into audit_log (actor_id, act, entity, entity_id, details)
    values (p_actor, 'invoice.issued', 'invoice', v_invoice, jsonb_build_object('orderId', p_order, 'total', v_total)),
      (p_actor, 'order.confirm', 'salesOrder', p_order, '{"from": "PENDING", "to": "CONFIRMED"}');
  insert into counters (name, year, value) values ('RAW-INV', 2026, 1)
    on conflict (name, year) do update set value = counters.value + 1 returning value into v_number;
  insert into invoices (id, number, order_id, cycle, account_id, issued_date, due_date, total)
    values (v_invoice, 'RAW-INV-' || v_number, p_order, 1, v_account, current_date, current_date + 30, v_total);
  insert into invoice_lines (id, invoice_id, position, item_id, name, quantity, unit_price, total)
    select uuidv7(), v_invoice, l.position, l.item_id, i.name, l.quantity, l.unit_price, l.total
    from sales_order_lines l join items i on i.id = l.item_id where l.order_id = p_order;
end $$`
