import pg from 'pg'
import type { Connection } from '#server/db/database.ts'

/** The number of records of each kind; a product has one lot, and every second order an invoice. */
export const paletteCounts = { accounts: 16_000, contacts: 20_000, prospects: 5_000, suppliers: 1_000, orders: 100_000 }

const towns =
  'Aberdeen Bristol Carlow Drogheda Ennis Fermoy Galway Hereford Inverness Jersey Kilkenny Limerick Mullingar Newry Omagh Preston Quorn Roscommon Sligo Tralee Ullapool Villach Wexford York Zurich'
const places = 'Hospital Clinic Pharmacy Hospice Practice Laboratory Infirmary Sanatorium Dispensary Surgery'
const saints =
  'Agnes Bernard Catherine Dominic Elizabeth Francis Gabriel Helena Ignatius Joseph Kevin Luke Margaret Nicholas Oswald Patrick'
const first =
  'Aoife Brendan Ciara Declan Eimear Fergal Grainne Hugh Imelda Joan Killian Laura Martin Niamh Oisin Pauline Rory Sinead Thomas Una'
const last =
  'Ahern Brennan Callaghan Donnelly Egan Fitzgerald Gallagher Hennessy Irwin Joyce Kavanagh Lynch McCarthy Nolan Phelan Quigley Reilly Sheridan Tierney Walsh'

const array = (words: string) => `string_to_array('${words}', ' ')`
const pick = (list: string, n: string) => `${list}[1 + (${n}) % cardinality(${list})]`

/** Adds all other records that the palette finds to a company with products, with set-based SQL. */
export async function fillPartners(connection: Connection): Promise<void> {
  const { accounts, contacts, prospects, suppliers, orders } = paletteCounts
  const client = new pg.Client(connection)
  await client.connect()
  const words = `${array(towns)} t, ${array(places)} p, ${array(saints)} s, ${array(first)} f, ${array(last)} l`
  const place = (n: string) =>
    `${pick('t', `${n} * 7`)} || ' ' || ${pick('s', `${n} / 3`)} || ' ' || ${pick('p', `${n} / 11`)} || ' ' || ${n}`
  const person = (n: string) =>
    `${pick('f', n)} || ' ' || ${pick('l', `${n} / 20`)} || ' ' || ${pick('l', `${n} / 400`)}`
  const mail = (n: string) =>
    `lower(${pick('f', n)}) || '.' || ${n} || '@' || lower(${pick('t', `${n} * 3`)}) || '.example'`
  const phone = (n: string) =>
    `'+353 ' || (10 + ${n} % 80) || ' ' || lpad(((${n}::bigint * 7919) % 10000000)::text, 7, '0')`
  const steps = [
    `set session_replication_role = replica; set synchronous_commit = off`,
    `insert into accounts (id, name, code, email, phone)
      select uuidv7(), ${place('n')}, 'C-' || n, ${mail('n')}, ${phone('n')} from generate_series(1, ${accounts}) n, ${words}`,
    `insert into suppliers (id, name, email, phone)
      select uuidv7(), ${pick('l', 'n')} || ' & ' || ${pick('l', 'n / 20')} || ' ' || ${pick('t', 'n')} || ' ' || n, ${mail('n')}, ${phone('n')}
      from generate_series(1, ${suppliers}) n, ${words}`,
    `insert into contacts (id, name, email, phone, affiliation)
      select uuidv7(), ${person('n')}, ${mail('n')}, ${phone('n')}, ${pick('t', 'n')} from generate_series(1, ${contacts}) n, ${words}`,
    `insert into prospects (id, name, contact, email, phone, status)
      select uuidv7(), ${place('(n + 20000)')}, ${person('n')}, ${mail('n')}, ${phone('n')}, 'New'
      from generate_series(1, ${prospects}) n, ${words}`,
    `create table bench_order as select n, uuidv7() as id, a.id as account_id from generate_series(1, ${orders}) n
      join (select id, row_number() over () as k from accounts) a on a.k = 1 + n % ${accounts}`,
    `insert into sales_orders (id, number, account_id, status, order_date, total, line_count, reference)
      select id, 'SO-2026-' || lpad(n::text, 6, '0'), account_id, 'PENDING', current_date, 1000, 1,
        case when n % 3 = 0 then 'REF-' || n * 13 end from bench_order;
      insert into invoices (id, number, order_id, cycle, account_id, issued_date, due_date, total)
      select uuidv7(), 'INV-2026-' || lpad(n::text, 6, '0'), id, 1, account_id, current_date, current_date, 1000
      from bench_order where n % 2 = 0`,
    `insert into lots (id, item_id, lot_number, expiry_date) select uuidv7(), id, 'LOT' || right(sku, 6), current_date + 300
      from items where kind = 'product'`,
    `drop table bench_order`,
    `vacuum analyze`,
  ]
  for (const step of steps) await client.query(step)
  await client.end()
}
