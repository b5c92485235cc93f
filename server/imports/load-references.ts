import { missingName } from '#shared/imports/missing-name.ts'
import { sql } from 'kysely'
import type { ProductColumn } from '#shared/imports/product-columns.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { RecordRow } from './record-file.ts'
import { isConsignment } from '#server/kernel/own-location.ts'
import { productsWhere } from '#server/inventory/stock/product-rows.ts'
import type { ReportProblem } from './record-plan.ts'

type ProductRow = RecordRow<ProductColumn>
/** Name → the ids of the records with that name. */
export type Ids = ReadonlyMap<string, string[]>

export interface References {
  products: ReadonlyMap<string, Product>
  /** SKUs of items that aren't products. */
  others: ReadonlySet<string>
  categories: Ids
  suppliers: Ids
  locations: Ids
}

/** Finds the records that the rows refer to, with one statement for each kind. */
export async function loadReferences(db: Db | Tx, rows: readonly ProductRow[], hold: boolean): Promise<References> {
  const { ids, others } = await itemsBySku(db, rows, 'product', hold)
  const products = await productsWhere(db, sql`i.id = any(${[...ids.values()]}::uuid[])`)
  const named = (table: NamedTable, column: ProductColumn) =>
    idsByName(
      db,
      table,
      rows.map(({ values }) => values[column]),
      hold,
    )
  return {
    products: new Map(products.map((product) => [product.sku.toLowerCase(), product])),
    others,
    categories: await named('categories', 'category'),
    suppliers: await named('suppliers', 'supplier'),
    locations: await named('locations', 'warehouse'),
  }
}

/**
 * The ids of one kind of items by the SKUs of the rows, and the SKUs that items of other kinds have. `hold`: locks the items
 * until the transaction ends.
 */
export async function itemsBySku(
  db: Db | Tx,
  rows: readonly { code: string }[],
  kind: 'product' | 'raw_material',
  hold: boolean,
): Promise<{ ids: ReadonlyMap<string, string>; others: ReadonlySet<string> }> {
  const skus = rows.map(({ code }) => code.toLowerCase())
  const { rows: items } = await sql<{ id: string; sku: string; kind: string }>`select id, lower(sku) as sku, kind
    from items where lower(sku) = any(${skus}) and deleted_at is null
    order by id ${sql.raw(hold ? 'for no key update' : '')}`.execute(db)
  const [wanted, others] = [items.filter((item) => item.kind === kind), items.filter((item) => item.kind !== kind)]
  return { ids: new Map(wanted.map(({ id, sku }) => [sku, id])), others: new Set(others.map(({ sku }) => sku)) }
}

type NamedTable = 'categories' | 'suppliers' | 'locations'

/** The ids by name; a location also by its name followed by its type. `hold`: locks the records until the transaction ends. */
export async function idsByName(
  db: Db | Tx,
  table: NamedTable,
  cells: readonly unknown[],
  hold: boolean,
): Promise<Ids> {
  const label = table === 'locations' ? sql`name || ' (' || type || ')'` : sql`name`
  const theirs = table === 'locations' ? sql`consignee_id is not null` : sql`false`
  const names = [...new Set(cells.flatMap((cell) => (cell ? [String(cell).toLowerCase()] : [])))]
  const found = await sql<{
    id: string
    name: string
    label: string
    isConsignment: boolean
  }>`select id, lower(name) as name, lower(${label}) as label, ${theirs} as "isConsignment"
    from ${sql.table(table)} where deleted_at is null and (lower(name) = any(${names}) or lower(${label}) = any(${names}))
    order by id ${sql.raw(hold ? 'for share' : '')}`.execute(db)
  const ids = new Map<string, string[]>()
  for (const row of found.rows)
    for (const one of new Set([row.name, row.label]))
      ids.set(one, [...(ids.get(one) ?? []), row.isConsignment ? consigned : row.id])
  return ids
}

/** Marks a customer's location. */
const consigned = 'consigned'

/** A placeholder for a refused id, so that the rest of the row is checked, too. */
const nobody = '00000000-0000-4000-8000-000000000000'

/** The id of a name; reports a name of no record, or of several. */
export function idNamed(name: unknown, ids: Ids, what: string, report: (message: string) => void): string | undefined {
  if (name === undefined) return undefined
  const [id, ...others] = ids.get(String(name).toLowerCase()) ?? []
  const isOnly = id !== undefined && others.length === 0
  if (isOnly && id !== consigned) return id
  const more = what === 'location' ? ', so write its type behind it: Depot (Warehouse)' : ''
  if (isOnly) report(isConsignment)
  else report(id === undefined ? missingName(what) : `names more than one ${what}${more}`)
  return nobody
}

/** The ids of the names in a row. */
export function namedBy(values: ProductRow['values'], here: References, refuse: ReportProblem<ProductColumn>) {
  const idOf = (column: ProductColumn, ids: Ids, what: string) =>
    idNamed(values[column], ids, what, (message) => refuse(column, message))
  const supplier = idOf('supplier', here.suppliers, 'supplier')
  const warehouse = idOf('warehouse', here.locations, 'location')
  return {
    categoryId: idOf('category', here.categories, 'category') ?? '',
    ...(supplier && { supplier }),
    ...(warehouse && { warehouse }),
  }
}
