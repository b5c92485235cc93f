import { type RawBuilder, sql } from 'kysely'
import { can, mayCall } from '#shared/access/can.ts'
import { readable } from '#shared/access/field-access.ts'
import { formatBracketed } from '#shared/codes/gs1.ts'
import { printedGtin } from '#shared/codes/gtin.ts'
import { type Code, parseCode } from '#shared/codes/read-code.ts'
import { invalid } from '#shared/http/refusal.ts'
import type { Found, Scanned } from '#shared/inventory/lots/scan-api.ts'
import { type PackageCode, readPackageCode } from '#shared/logistics/shipments/packages.ts'
import { productFields } from '#shared/inventory/stock/product.ts'
import type { WrittenRow } from '#server/db/written-page.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import { productColumns, productFrom, productRow } from '#server/inventory/stock/product-rows.ts'

/** The records that a code refers to and the caller may see. Throws INVALID with the problem for an unreadable code. */
export async function resolveCode(db: Db, caller: Caller, sent: string, today: string): Promise<Scanned> {
  const reading = parseCode(sent, today)
  if (!reading.ok) throw invalid('code', reading.problem)
  const { code } = reading
  return {
    content: contentOf(code),
    found: await findCode(db, caller, code, readPackageCode(sent)),
    doubt: code.kind === 'text' ? code.doubt : null,
  }
}

function contentOf(code: Code): Scanned['content'] {
  const blank = { gtin: null, lotNumber: null, manufacturedOn: null, expiryDate: null, serial: null, quantity: null }
  if (code.kind === 'gs1') {
    const { pieces, contained, ...values } = code.values
    return {
      ...blank,
      kind: 'gs1',
      text: formatBracketed(code.values),
      ...values,
      quantity: pieces ?? contained ?? null,
    }
  }
  if (code.kind === 'gtin') return { ...blank, kind: 'gtin', text: printedGtin(code.gtin, code.form), gtin: code.gtin }
  if (code.kind === 'document') return { ...blank, kind: 'document', text: code.number }
  if (code.kind === 'own') return { ...blank, kind: 'own', text: code.what }
  return { ...blank, kind: 'text', text: code.text }
}

async function findCode(db: Db, caller: Caller, code: Code, label: PackageCode | null): Promise<Found[]> {
  const packed = label ? await findPackages(db, caller, label) : []
  if (packed.length > 0) return packed
  if (code.kind === 'document') {
    // Goods made here are in a lot with their document's number.
    const documents = [
      ...(await findDocuments(db, caller, code.number)),
      ...(await findLotsNamed(db, caller, code.number)),
    ]
    return documents.length > 0 ? documents : findNamedItems(db, caller, code.number)
  }
  if (code.kind === 'own') {
    if (code.what === 'location') return findLocation(db, caller, code.id)
    return code.what === 'lot'
      ? findLots(db, caller, sql`lot.id = ${code.id}`)
      : findProducts(db, caller, sql`i.id = ${code.id}`)
  }
  if (code.kind === 'text') {
    const items = await findNamedItems(db, caller, code.text)
    return items.length > 0 ? items : findLotsNamed(db, caller, code.text)
  }
  const gtins = code.kind === 'gtin' ? [code.gtin, ...(code.also ? [code.also] : [])] : [code.values.gtin ?? '']
  const items = await findItems(db, caller, hasGtin(gtins))
  const number = code.kind === 'gs1' ? code.values.lotNumber?.toLowerCase() : undefined
  if (number === undefined || (items.length === 0 && code.kind === 'gs1' && code.values.gtin)) return items
  const ofThese = items.length > 0 ? sql`lot.item_id = any(${items.map((one) => one.id)}::uuid[])` : sql`true`
  const lots = await findLots(db, caller, sql`lower(lot.lot_number) = ${number} and ${ofThese}`)
  return lots.length > 0 ? lots : items
}

const hasGtin = (gtins: readonly string[]) =>
  sql`(i.barcode ~ '^[0-9]{8,14}$' and lpad(i.barcode, 14, '0') = any(${gtins}::text[]))`

const isSold = sql`i.kind in ('product', 'kit') and i.deleted_at is null`

const findItems = async (db: Db, caller: Caller, where: RawBuilder<unknown>): Promise<Found[]> => [
  ...(await findProducts(db, caller, where)),
  ...(await findRawMaterials(db, caller, where)),
]

/** Items by SKU or barcode. */
const findNamedItems = (db: Db, caller: Caller, text: string) =>
  findItems(db, caller, sql`(lower(i.sku) = ${text.toLowerCase()} or lower(i.barcode) = ${text.toLowerCase()})`)

async function findRawMaterials(db: Db, caller: Caller, where: RawBuilder<unknown>): Promise<Found[]> {
  if (!can(caller, 'rawmaterials.view')) return []
  const { rows } = await sql<Pick<Found, 'id' | 'label' | 'secondary'>>`select i.id, i.name as label, i.sku as secondary
    from items i where ${where} and i.kind = 'raw_material' and i.deleted_at is null order by i.name, i.id limit 20`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, type: 'rawMaterial' as const, product: null, lot: null }))
}

async function findProducts(db: Db, caller: Caller, where: RawBuilder<unknown>): Promise<Found[]> {
  if (!can(caller, 'inventory.view') && !can(caller, 'salesOrders.edit')) return []
  const { rows } = await sql<
    WrittenRow & { type: 'product' | 'kit' }
  >`select ${productColumns}, i.kind as type from ${productFrom}
    where ${where} and ${isSold} order by i.name, i.id limit 20`.execute(db)
  return rows.map((row) => {
    const product = productRow(row)
    return {
      type: row.type,
      id: product.id,
      label: product.name,
      secondary: product.sku,
      product: readable(product, productFields, caller),
      lot: null,
    }
  })
}

async function findLots(db: Db, caller: Caller, where: RawBuilder<unknown>): Promise<Found[]> {
  if (!can(caller, 'inventory.view')) return []
  type Row = WrittenRow & {
    is_sold: boolean
    lot_id: string
    lot_number: string
    expiry_date: string | null
    lot_status: string
  }
  const { rows } =
    await sql<Row>`select ${productColumns}, ${isSold} as is_sold, lot.id as lot_id, lot.lot_number, lot.expiry_date,
      lot.status as lot_status
    from ${productFrom} join lots lot on lot.item_id = i.id
    where ${where} and i.deleted_at is null order by i.name, lot.lot_number, lot.id limit 20`.execute(db)
  return rows.map((row) => {
    const product = productRow(row)
    return {
      type: 'lot' as const,
      id: row.lot_id,
      label: `${product.name}, lot ${row.lot_number}`,
      secondary: product.sku,
      product: row.is_sold ? readable(product, productFields, caller) : null,
      lot: { id: row.lot_id, lotNumber: row.lot_number, expiryDate: row.expiry_date, status: row.lot_status },
    }
  })
}

const findLotsNamed = (db: Db, caller: Caller, number: string) =>
  findLots(db, caller, sql`lower(lot.lot_number) = ${number.toLowerCase()} and lot.id <> lot.item_id`)

/** The shipment of a labelled package. */
export async function findPackages(db: Db, caller: Caller, label: PackageCode): Promise<Found[]> {
  if (!mayCall(caller, 'shipping.view')) return []
  const is =
    'sscc' in label ? sql`k.sscc = ${label.sscc}` : sql`s.number = ${label.shipment} and k.number = ${label.number}`
  const { rows } = await sql<{
    id: string
    label: string
    name: string
  }>`select s.id, s.number || ', package ' || k.number as label,
      a.name
    from shipment_packages k join shipments s on s.id = k.shipment_id join sales_orders o on o.id = s.order_id
    join accounts a on a.id = o.account_id where ${is} and s.deleted_at is null`.execute(db)
  return rows.map((row) => ({
    type: 'shipment' as const,
    id: row.id,
    label: row.label,
    secondary: row.name,
    product: null,
    lot: null,
  }))
}

async function findLocation(db: Db, caller: Caller, id: string): Promise<Found[]> {
  if (!can(caller, 'inventory.view') && !can(caller, 'salesOrders.view')) return []
  const { rows } = await sql<{ id: string; name: string; type: string }>`select id, name, type from locations
    where id = ${id} and deleted_at is null`.execute(db)
  return rows.map(({ name, type, ...row }) => ({
    ...row,
    type: 'location' as const,
    label: name,
    secondary: type,
    product: null,
    lot: null,
  }))
}

async function findDocuments(db: Db, caller: Caller, number: string): Promise<Found[]> {
  const kinds: RawBuilder<unknown>[] = []
  if (can(caller, 'salesOrders.view')) {
    kinds.push(sql`select 'salesOrder' as type, o.id, o.number, a.name from sales_orders o join accounts a on a.id = o.account_id
      where o.number = ${number} and o.deleted_at is null`)
  }
  if (mayCall(caller, 'shipping.view')) {
    kinds.push(sql`select 'shipment' as type, s.id, s.number, a.name from shipments s join sales_orders o on o.id = s.order_id
      join accounts a on a.id = o.account_id where s.number = ${number} and s.deleted_at is null and o.deleted_at is null`)
  } else if (can(caller, 'salesOrders.view')) {
    // Users without access to shipments find the order by the shipment's number.
    kinds.push(sql`select 'salesOrder' as type, o.id, s.number, a.name from shipments s join sales_orders o on o.id = s.order_id
      join accounts a on a.id = o.account_id where s.number = ${number} and s.deleted_at is null and o.deleted_at is null`)
  }
  if (can(caller, 'invoices.view')) {
    kinds.push(sql`select 'invoice', v.id, v.number, a.name from invoices v join accounts a on a.id = v.account_id
      where v.number = ${number} and v.voided_at is null`)
  }
  if (can(caller, 'inventory.view')) {
    kinds.push(sql`select 'stockCount', c.id, c.number, coalesce(l.name, g.name, 'Class ' || c.abc_class) from stock_counts c
      left join locations l on l.id = c.location_id left join categories g on g.id = c.category_id
      where c.number = ${number}`)
    kinds.push(sql`select 'transfer', t.id, t.number, f.name || ' to ' || d.name from stock_transfers t
      join locations f on f.id = t.source_id join locations d on d.id = t.destination_id
      where t.number = ${number} and t.deleted_at is null`)
    kinds.push(sql`select 'kitOrder', k.id, k.number, i.name from kit_orders k join items i on i.id = k.kit_id
      where k.number = ${number} and k.deleted_at is null`)
  }
  if (can(caller, 'purchaseOrders.view')) {
    kinds.push(sql`select 'purchaseOrder', o.id, o.number, s.name from purchase_orders o join suppliers s on s.id = o.supplier_id
      where o.number = ${number}`)
  }
  if (kinds.length === 0) return []
  const { rows } = await sql<{
    type: Found['type']
    id: string
    number: string
    name: string
  }>`select * from (${sql.join(kinds, sql` union all `)}) found(type, id, number, name)`.execute(db)
  return rows.map((row) => ({
    type: row.type,
    id: row.id,
    label: row.number,
    secondary: row.name,
    product: null,
    lot: null,
  }))
}
