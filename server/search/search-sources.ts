import { type RawBuilder, sql } from 'kysely'
import type { SearchKindName } from '#shared/search/kinds.ts'
import type { Searched } from '#server/db/search.ts'

type Part = (row: RawBuilder<unknown>) => RawBuilder<unknown>

/** How the records of one kind are searched and displayed. */
export interface SearchSource extends Searched {
  label: Part
  secondary: Part
  /** The record whose page shows it, if it has no page of its own. */
  at?: Part
  /** Texts that identify a record: an exact match ranks first. */
  names: (row: RawBuilder<unknown>) => readonly RawBuilder<unknown>[]
  /** Texts searched by their beginning, where an index on lower(…) or a small table makes that fast. */
  starts: (row: RawBuilder<unknown>) => readonly RawBuilder<unknown>[]
  /** For a table with several kinds: the condition of this one. They are searched together. */
  part?: { table: string; of: Part; is: string }
  /** The text for the search by similar spelling, if there is no match. It has a trigram index. */
  spelled?: Part
}

const notDeleted = (row: RawBuilder<unknown>) => [sql`${row}.deleted_at is null`]
const name: Part = (row) => sql`${row}.name`
const lowerName: Part = (row) => sql`lower(${row}.name)`
const number: Part = (row) => sql`${row}.number`
const nothing: Part = () => sql`null`
const numbered = {
  text: number,
  codes: null,
  label: number,
  names: (row: RawBuilder<unknown>) => [number(row)],
  starts: () => [],
}
const named = {
  codes: null,
  label: name,
  names: (row: RawBuilder<unknown>) => [name(row)],
  starts: (row: RawBuilder<unknown>) => [name(row)],
}
const nameOf = (table: string, column: string): Part => {
  const from = sql.ref(table)
  return (row) => sql`(select x.name from ${from} x where x.id = ${row}.${sql.ref(column)})`
}
const withReference: Part = (row) => sql`(${row}.number || ' ' || coalesce(${row}.reference, ''))`

const itemText: Part = (row) => sql`(${row}.name || ' ' || ${row}.sku || ' ' || coalesce(${row}.barcode, ''))`
const items = (kind: string): SearchSource => ({
  table: sql`items`,
  where: notDeleted,
  part: { table: 'items', of: (row) => sql`${row}.kind`, is: kind },
  text: itemText,
  codes: (row) => sql`(plain_codes(${row}.sku) || ' ' || coalesce(plain_codes(${row}.barcode), ''))`,
  label: name,
  secondary: (row) => sql`${row}.sku`,
  names: (row) => [name(row), sql`${row}.sku`, sql`${row}.barcode`],
  starts: (row) => [name(row), sql`${row}.sku`, sql`${row}.barcode`],
  spelled: itemText,
})

/** Every searchable kind of record: each text has a trigram index, or its table stays small. */
export const searchSources: Record<SearchKindName, SearchSource> = {
  product: items('product'),
  rawMaterial: items('raw_material'),
  kit: items('kit'),
  salesOrder: {
    ...numbered,
    table: sql`sales_orders`,
    where: notDeleted,
    text: withReference,
    secondary: nameOf('accounts', 'account_id'),
  },
  invoice: {
    ...numbered,
    table: sql`invoices`,
    where: (row) => [sql`${row}.voided_at is null`, ...notDeleted(row)],
    text: withReference,
    secondary: nameOf('accounts', 'account_id'),
  },
  estimate: {
    ...numbered,
    table: sql`estimates`,
    where: notDeleted,
    text: withReference,
    secondary: nameOf('accounts', 'account_id'),
  },
  return: {
    ...numbered,
    table: sql`sales_returns`,
    where: () => [],
    secondary: nameOf('accounts', 'account_id'),
  },
  payment: {
    ...numbered,
    table: sql`payments`,
    where: () => [],
    text: withReference,
    secondary: nameOf('accounts', 'account_id'),
    at: (row) => sql`${row}.account_id`,
  },
  creditNote: {
    ...numbered,
    table: sql`credit_notes`,
    where: () => [],
    secondary: (row) => sql`(select a.name from invoices v join accounts a on a.id = v.account_id
      where v.id = ${row}.invoice_id)`,
    at: (row) => sql`${row}.return_id`,
  },
  shipment: {
    ...numbered,
    table: sql`shipments`,
    where: notDeleted,
    text: (row) =>
      sql`(${row}.number || ' ' || coalesce(${row}.order_number, '') || ' ' || coalesce(${row}.tracking_number, ''))`,
    names: (row) => [number(row), sql`${row}.tracking_number`],
    secondary: (row) => sql`(select a.name from sales_orders o join accounts a on a.id = o.account_id
      where o.id = ${row}.order_id)`,
  },
  purchaseOrder: {
    ...numbered,
    table: sql`purchase_orders`,
    where: notDeleted,
    text: withReference,
    secondary: nameOf('suppliers', 'supplier_id'),
  },
  account: {
    ...named,
    table: sql`accounts`,
    where: notDeleted,
    text: (row) => sql`(${row}.name || ' ' || coalesce(${row}.code, '') || ' ' || coalesce(${row}.email, '') || ' ' ||
      coalesce(${row}.phone, '') || ' ' || coalesce(translate(${row}.phone, ' +-()/.', ''), ''))`,
    secondary: (row) => sql`coalesce(${row}.code, ${row}.email, ${row}.phone)`,
    names: (row) => [name(row), sql`${row}.code`, sql`${row}.email`],
    spelled: lowerName,
  },
  supplier: {
    ...named,
    table: sql`suppliers`,
    where: notDeleted,
    text: (row) => sql`(${row}.name || ' ' || coalesce(${row}.email, '') || ' ' || coalesce(${row}.phone, '') || ' ' ||
      coalesce(translate(${row}.phone, ' +-()/.', ''), ''))`,
    secondary: (row) => sql`coalesce(${row}.email, ${row}.phone)`,
    names: (row) => [name(row), sql`${row}.email`],
    spelled: lowerName,
  },
  contact: {
    ...named,
    table: sql`contacts`,
    where: notDeleted,
    text: (row) => sql`(${row}.name || ' ' || coalesce(${row}.email, '') || ' ' || coalesce(${row}.phone, ''))`,
    secondary: (row) => sql`coalesce((select x.name from accounts x where x.id = ${row}.account_id),
      (select x.name from suppliers x where x.id = ${row}.supplier_id), ${row}.affiliation, ${row}.email)`,
    names: (row) => [name(row), sql`${row}.email`],
    spelled: lowerName,
  },
  prospect: {
    ...named,
    table: sql`prospects`,
    where: notDeleted,
    text: (
      row,
    ) => sql`(${row}.name || ' ' || coalesce(${row}.contact, '') || ' ' || coalesce(${row}.email, '') || ' ' ||
      coalesce(${row}.phone, '') || ' ' || coalesce(translate(${row}.phone, ' +-()/.', ''), ''))`,
    secondary: (row) => sql`coalesce(${row}.contact, ${row}.email, ${row}.status)`,
    names: (row) => [name(row), sql`${row}.email`],
    spelled: (row) => sql`lower(${row}.name || ' ' || coalesce(${row}.contact, ''))`,
  },
  opportunity: {
    table: sql`opportunities`,
    where: notDeleted,
    text: (row) => sql`${row}.title`,
    codes: null,
    label: (row) => sql`${row}.title`,
    secondary: (row) => sql`coalesce((select x.name from accounts x where x.id = ${row}.account_id),
      (select x.name from prospects x where x.id = ${row}.prospect_id))`,
    names: (row) => [sql`${row}.title`],
    starts: (row) => [sql`${row}.title`],
  },
  lot: {
    table: sql`lots`,
    where: (row) => [sql`${row}.id <> ${row}.item_id`],
    text: (row) => sql`${row}.lot_number`,
    codes: null,
    label: (row) => sql`${row}.lot_number`,
    secondary: nameOf('items', 'item_id'),
    names: (row) => [sql`${row}.lot_number`],
    starts: (row) => [sql`${row}.lot_number`],
  },
  stockTransfer: {
    ...numbered,
    table: sql`stock_transfers`,
    where: notDeleted,
    secondary: (row) => sql`(select a.name || ' → ' || b.name from locations a, locations b
      where a.id = ${row}.source_id and b.id = ${row}.destination_id)`,
  },
  route: {
    ...numbered,
    table: sql`routes`,
    where: notDeleted,
    secondary: (row) => sql`(select x.name from users x where x.id = ${row}.driver_id)`,
  },
  kitOrder: { ...numbered, table: sql`kit_orders`, where: notDeleted, secondary: nameOf('items', 'kit_id') },
  productionRun: {
    ...numbered,
    table: sql`production_runs`,
    where: () => [],
    secondary: nameOf('items', 'product_id'),
  },
  stockCount: {
    ...numbered,
    table: sql`stock_counts`,
    where: () => [],
    secondary: (row) => sql`coalesce((select x.name from locations x where x.id = ${row}.location_id),
      (select x.name from categories x where x.id = ${row}.category_id), 'Class ' || ${row}.abc_class)`,
  },
  recall: { ...numbered, table: sql`recalls`, where: () => [], secondary: (row) => sql`${row}.reason` },
  location: {
    ...named,
    table: sql`locations`,
    where: notDeleted,
    text: name,
    secondary: (row) => sql`${row}.type`,
  },
  category: { ...named, table: sql`categories`, where: notDeleted, text: name, secondary: nothing },
  serviceType: { ...named, table: sql`service_types`, where: notDeleted, text: name, secondary: nothing },
  user: {
    ...named,
    table: sql`users`,
    where: notDeleted,
    text: (row) => sql`(${row}.name || ' ' || ${row}.email || ' ' || coalesce(${row}.phone, ''))`,
    secondary: (row) => sql`${row}.email`,
    names: (row) => [name(row), sql`${row}.email`],
  },
}
