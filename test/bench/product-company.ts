import pg from 'pg'
import type { Connection } from '#server/db/database.ts'

export interface ProductSize {
  products: number
  entries: number
}

/**
 * In every company the same number of products has these three words together; each word alone is in a twentieth of all
 * names.
 */
export const sharedWords = 'Tracheal Speculum Forceps'
export const sharedHits = 20

const kinds =
  'Nitrile Latex Sterile Surgical Infusion Syringe Gauze Catheter Gloves Examination Mask Bandage Needle Cannula Suture Thermometer Monitor Drape Gown Swab'
const makes = `${sharedWords} Small Large Adult Child Blue White Clear Single Double Soft Rigid Long Short Fine Coarse Wide Narrow`

/**
 * Fills an empty, migrated database with products and their ledger. A name is three of twenty words, one of twenty
 * others and a number, so that in a large company each word is in thousands of names.
 */
export async function fillProducts(connection: Connection, { products, entries }: ProductSize): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const steps = [
    `set session_replication_role = replica; set synchronous_commit = off`,
    `insert into suppliers (id, name) values (uuidv7(), 'Supplier');
      insert into categories (id, name) values (uuidv7(), 'Category');
      insert into locations (id, name, type) values (uuidv7(), 'Warehouse', 'Warehouse')`,
    `create table bench_item as select n, uuidv7() as id from generate_series(0, ${products - 1}) n;
      create unique index on bench_item (n)`,
    `insert into items (id, kind, sku, name, description, category_id, supplier_id, location_id, price, cost, barcode)
      select b.id, 'product', 'SKU-' || n || '-' || chr(65 + n % 7), k[1 + n % 20] || ' ' || k[1 + n / 20 % 20] || ' ' ||
          k[1 + n / 400 % 20] || ' ' ||
          case when n < 1000 and n % ${1000 / sharedHits} = 0 then '${sharedWords}' else m[1 + n % 20] end || ' ' || n,
        'Seeded', c.id, s.id, l.id, 10000, 5000, (4000000000000 + n::bigint * 7919)::text
      from bench_item b, categories c, suppliers s, locations l, string_to_array('${kinds}', ' ') k, string_to_array('${makes}', ' ') m`,
    `insert into lots (id, item_id, lot_number) select id, id, 'none' from bench_item;
      insert into item_stock (item_id, on_hand) select id, ${entries / products} from bench_item;
      insert into stock_balance (item_id, location_id, lot_id, on_hand, committed)
        select b.id, l.id, b.id, ${entries / products}, 0 from bench_item b, locations l`,
    `insert into stock_entry (op_id, effect, item_id, location_id, lot_id, d_on_hand, d_committed, source_type, source_id,
        source_line_id, cycle, reason)
      select b.id, 'ADD', b.id, l.id, b.id, 1, 0, 'adjustment', b.id, uuidv7(), 1, 'return'
      from generate_series(0, ${entries - 1}) e cross join locations l join bench_item b on b.n = e % ${products}`,
    `drop table bench_item`,
    ...['items', 'item_stock', 'stock_entry', 'stock_balance', 'lots'].map((table) => `vacuum analyze ${table}`),
  ]
  for (const step of steps) await client.query(step)
  await client.end()
}
