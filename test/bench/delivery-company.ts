import pg from 'pg'
import type { Connection } from '#server/db/database.ts'

export const deliveryCounts = { shipments: 100_000, accounts: 2_000, waiting: 300, perRoute: 15 }

/**
 * Fills an empty, migrated database with set-based SQL: shipments over four years, nearly all DELIVERED on routes of
 * their days; 300 wait for today, and twelve routes of today are in progress. Foreign keys are not checked during this.
 */
export async function fillDeliveries(connection: Connection): Promise<void> {
  const { shipments, accounts, waiting, perRoute } = deliveryCounts
  const client = new pg.Client(connection)
  await client.connect()
  const today = shipments - waiting - 12 * perRoute
  const steps = [
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB'`,
    `insert into suppliers (id, name) values (uuidv7(), 'Supplier');
      insert into categories (id, name) values (uuidv7(), 'Category');
      insert into locations (id, name, type, latitude, longitude) values (uuidv7(), 'Warehouse', 'Warehouse', 51.5, 0)`,
    `insert into accounts (id, name, code, latitude, longitude, delivery_windows)
      select uuidv7(), 'Hospital ' || n, 'H-' || n, 51 + (n % 97) / 100.0, (n % 89) / 100.0,
        case when n % 3 = 0 then '[{"days":[1,2,3,4,5,6,7],"from":"08:00","to":"12:00"}]'::jsonb else '[]'::jsonb end
      from generate_series(1, ${accounts}) n`,
    `insert into items (id, kind, sku, name, category_id, supplier_id, location_id, price, cost, weight_grams)
      select uuidv7(), 'product', 'SKU-' || n, 'Product ' || n, c.id, s.id, l.id, 100, 50, 200
      from generate_series(1, 500) n, categories c, suppliers s, locations l;
      insert into lots (id, item_id, lot_number, expiry_date) select uuidv7(), id, 'LOT-' || sku, current_date + 300 from items`,
    `insert into users (id, email, email_key, name, role, permissions) select uuidv7(), 'd' || n || '@example.com', 'd' || n || '@example.com', 'Driver ' || n, 'driver', '{}'
      from generate_series(1, 20) n`,
    `create table b as select n, uuidv7() as id, uuidv7() as order_id, uuidv7() as stop_id, a.id as account_id,
        a.latitude, a.longitude,
        case when n > ${today} then 0 else (${today} - n) / 70 + 1 end as age,
        case when n > ${shipments - waiting} then 'W' when n > ${today} then 'T' else 'D' end as kind,
        (n - 1) / ${perRoute} as route
      from generate_series(1, ${shipments}) n join (select *, row_number() over () as k from accounts) a on a.k = 1 + (n * 7) % ${accounts};
      create table r as select route, uuidv7() as id, min(age) as age, bool_or(kind = 'T') as is_today from b where kind <> 'W' group by 1`,
    `insert into sales_orders (id, number, account_id, status, order_date, total, line_count, created_at, updated_at)
      select order_id, 'SO-2026-' || lpad(n::text, 6, '0'), account_id,
        case kind when 'W' then 'READY_FOR_SHIPPING' when 'T' then 'IN_TRANSIT' else 'DELIVERED' end,
        current_date - age, 1000, 2, now() - age * interval '1 day', now() from b`,
    `insert into shipments (id, number, order_id, order_number, status, method, expected_date, delivered_at, received_by, created_at,
        updated_at, packages)
      select id, 'SH-2026-' || lpad(n::text, 6, '0'), order_id, 'SO-2026-' || lpad(n::text, 6, '0'),
        case kind when 'W' then 'READY_FOR_SHIPPING' when 'T' then 'ON_THE_WAY' else 'DELIVERED' end,
        case when kind <> 'W' then 'own_driver' end, current_date - age, case when kind = 'D' then now() - age * interval '1 day' end,
        case when kind = 'D' then 'Reception' end, now() - age * interval '1 day' - n % 1000 * interval '1 second', now(), 1 from b`,
    `insert into shipment_lines (id, shipment_id, order_line_id, item_id, location_id, lot_id, quantity)
      select uuidv7(), b.id, uuidv7(), t.item_id, l.id, t.id, 5 from b cross join generate_series(0, 1) p, locations l,
        (select *, row_number() over () as k from lots) t where t.k = 1 + (b.n * 13 + p * 101) % 500;
      insert into delivered_lines (shipment_line_id, stop_id, delivered)
      select x.id, b.stop_id, 5 from shipment_lines x join b on b.id = x.shipment_id where b.kind = 'D';
      insert into shipment_packages (id, shipment_id, number, kind, weight_grams) select uuidv7(), id, 1, 'carton', 2500 from b`,
    `insert into routes (id, number, date, status, driver_id, start_location_id, starts_at, started_at, ended_at, distance)
      select r.id, 'RT-2026-' || lpad(route::text, 6, '0'), current_date - r.age, case when is_today then 'IN_PROGRESS' else 'COMPLETED' end,
        u.id, l.id, '08:00', now() - r.age * interval '1 day', case when not is_today then now() - r.age * interval '1 day' end, 10000
      from r join (select id, row_number() over () as k from users where role = 'driver') u on u.k = 1 + r.route % 20, locations l`,
    `insert into route_stops (id, route_id, shipment_id, order_id, sequence, status, latitude, longitude, eta, finished_at, created_at)
      select b.stop_id, r.id, b.id, b.order_id, 1 + (b.n - 1) % ${perRoute},
        case when b.kind = 'D' then 'DELIVERED' else 'READY_FOR_SHIPPING' end, b.latitude, b.longitude, now(),
        case when b.kind = 'D' then now() - b.age * interval '1 day' end, now() - b.age * interval '1 day'
      from b join r on r.route = b.route where b.kind <> 'W';
      insert into driver_positions (route_id, at, latitude, longitude) select r.id, now() - n * interval '15 seconds', 51.5, 0
      from r, generate_series(1, 1000) n where r.is_today`,
    `insert into driving_observations (stop_id, hour, region, straight_metres, seconds, observed_at)
      select stop_id, 8 + n % 8, (51 + (n % 2) / 2.0) || ',' || (n % 2) / 2.0, 3000, 400, now() - age * interval '1 day' from b where kind = 'D'`,
    `insert into audit_log (actor_id, act, entity, entity_id, details, at)
      select null, a, 'shipment', id, '{}', now() - age * interval '1 day' from b, unnest(array['shipment.created', 'shipment.packed', 'shipment.changed']) a`,
    `drop table b, r`,
    `reset session_replication_role`,
    `vacuum analyze`,
  ]
  try {
    for (const step of steps) for (const one of step.split(';\n')) await client.query(one)
  } finally {
    await client.end()
  }
}
