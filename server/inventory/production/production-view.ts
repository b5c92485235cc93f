import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { canMake } from '#server/inventory/stock/production-costs.ts'
import {
  type Production,
  type productionApi,
  type ProductionRow,
  type ProductionRun,
  whyRunNotReversed,
} from '#shared/inventory/production/api.ts'
import { formatPrice } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { availableAt } from '#server/inventory/kits/kit-view.ts'

type Query = RequestOf<(typeof productionApi.listRuns)['spec']>['query']
type Row = Omit<ProductionRow, 'totalCost' | 'unitCost' | 'whyNotReversed'> & {
  totalCost: number
  unitCost: number
  isLent: boolean
}

const status = sql`case when r.reverses_id is not null then 'reversal' when x.id is not null then 'taken_back' else 'made' end`
const columns = selection<Row, { lot: 'lots'; u: 'users'; r: 'production_runs' }>({
  id: 'r.id',
  number: 'r.number',
  status,
  product: sql`json_build_object('id', i.id, 'name', i.name, 'sku', i.sku)`,
  location: sql`json_build_object('id', w.id, 'name', w.name, 'type', w.type)`,
  quantity: 'r.quantity',
  rejected: 'r.scrapped',
  wasted: sql`coalesce((select sum(l.wasted) from production_run_lines l where l.run_id = r.id), 0)::bigint`,
  scrapReason: 'r.scrap_reason',
  lotNumber: sql`case when r.lot_id <> r.product_id then lot.lot_number end`,
  expiryDate: 'lot.expiry_date',
  totalCost: 'r.total_cost',
  unitCost: 'r.unit_cost',
  note: 'r.note',
  reverses: sql`case when back.id is not null then json_build_object('id', back.id, 'number', back.number) end`,
  reverseReason: 'r.reverse_reason',
  reversedBy: sql`case when x.id is not null then json_build_object('id', x.id, 'number', x.number) end`,
  isLent: sql`w.consignee_id is not null`,
  actor: 'u.name',
  at: 'r.at',
})
const from = sql`production_runs r join items i on i.id = r.product_id join locations w on w.id = r.location_id
  join lots lot on lot.id = r.lot_id left join production_runs back on back.id = r.reverses_id
  left join production_runs x on x.reverses_id = r.id left join users u on u.id = r.actor_id`

const shape = <R extends Row>({ isLent, ...row }: R) => ({
  ...row,
  whyNotReversed: whyRunNotReversed(row, isLent ? [row.location.name] : [])?.reason ?? null,
  totalCost: formatPrice(row.totalCost),
  unitCost: formatPrice(row.unitCost),
})

const sorts = {
  at: { by: sql`r.at`, type: 'timestamptz' },
  number: { by: sql`r.number`, type: 'text' },
  quantity: { by: sql`r.quantity::bigint`, type: 'bigint' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

/** Production runs and their reversals. */
export async function listRuns(db: Db, query: Query) {
  const where = [sql`true`]
  if (query.status) where.push(sql`${status} = ${query.status}`)
  if (query.location) where.push(sql`r.location_id = ${query.location}`)
  if (query.product) where.push(sql`r.product_id = ${query.product}`)
  if (query.material)
    where.push(sql`exists (select 1 from production_run_lines l where l.run_id = coalesce(r.reverses_id, r.id)
      and l.item_id = ${query.material})`)
  if (query.q) {
    const like = containing(query.q)
    where.push(sql`(r.number ilike ${like} or r.note ilike ${like} or lot.lot_number ilike ${like}
      or (i.name || ' ' || i.sku) ilike ${like})`)
  }
  const { name, descending } = sortOf(query.sort)
  const listed = await listPage(
    db,
    { columns, from, where, sort: { ...sorts[name], descending }, id: sql`r.id`, planEachTime: Boolean(query.q) },
    query,
  )
  return pageOfRows(listed, shape)
}

/** The pieces used of each lot, from the ledger: the entries of the run itself, not of its reversal. */
const lotsSql = sql`coalesce((select json_agg(json_build_object('lotId', lot.id,
    'lotNumber', case when lot.id <> lot.item_id then lot.lot_number end, 'expiryDate', lot.expiry_date,
    'quantity', e.quantity, 'wasted', e.wasted) order by lot.expiry_date nulls last, lot.lot_number)
  from (select e.lot_id, -sum(e.d_on_hand)::int as quantity,
      coalesce(-sum(e.d_on_hand) filter (where e.effect = 'SCRAP'), 0)::int as wasted
    from stock_entry e where e.source_type = 'production' and e.source_line_id = l.id and e.effect in ('MAKE_OUT', 'SCRAP')
    group by e.lot_id) e join lots lot on lot.id = e.lot_id), '[]')`

type FullRow = Row &
  Pick<ProductionRun, 'lotId'> & {
    costBefore: number
    costAfter: number
    materials: (Omit<ProductionRun['materials'][number], 'cost'> & { cost: number })[]
  }

/** One run with everything its page shows. Throws NOT_FOUND. */
export async function getRun(db: Db, id: string): Promise<ProductionRun> {
  const { rows } =
    await sql<FullRow>`select ${columns}, case when r.lot_id <> r.product_id then r.lot_id end as "lotId",
      r.cost_before as "costBefore", r.cost_after as "costAfter",
      coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name, 'sku', m.sku, 'perPiece', l.per_piece,
          'quantity', l.quantity, 'wasted', l.wasted, 'cost', l.cost, 'lots', ${lotsSql}) order by l.position)
        from production_run_lines l join items m on m.id = l.item_id
        where l.run_id = coalesce(r.reverses_id, r.id)), '[]') as materials
    from ${from} where r.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  return {
    ...shape(row),
    costBefore: formatPrice(row.costBefore),
    costAfter: formatPrice(row.costAfter),
    materials: row.materials.map((one) => ({ ...one, cost: formatPrice(one.cost) })),
  }
}

interface ProductRow {
  product: Production['product']
  materials: Production['materials']
  factories: {
    location: Production['factories'][number]['location']
    parts: { id: string; name: string; per: number; available: number }[] | null
  }[]
}

/** How many of a product can be made at which factory, and the runs so far. Throws NOT_FOUND. */
export async function getProduction(db: Db, productId: string): Promise<Production> {
  const { rows: products } = await sql<ProductRow>`
    select json_build_object('id', i.id, 'name', i.name, 'sku', i.sku, 'lotControlled', i.lot_controlled) as product,
      coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name, 'perPiece', b.quantity) order by m.name, m.id)
        from bill_of_materials b join items m on m.id = b.raw_material_id where b.product_id = i.id), '[]') as materials,
      coalesce((select json_agg(f) from (
        select json_build_object('id', w.id, 'name', w.name, 'type', w.type) as location,
          (select json_agg(json_build_object('id', m.id, 'name', m.name, 'per', part.quantity,
              'available', ${availableAt('part.raw_material_id', 'w.id')}) order by m.name, m.id)
            from bill_of_materials part join items m on m.id = part.raw_material_id where part.product_id = i.id) as parts
        from locations w where w.type = 'Factory' and w.deleted_at is null and w.consignee_id is null order by lower(w.name), w.id limit 100) f), '[]')
        as factories
    from items i where i.id = ${productId} and i.kind = 'product' and i.deleted_at is null`.execute(db)
  const [found] = products
  if (!found) throw new Refusal('NOT_FOUND')
  const { rows } = await sql<Row>`select ${columns} from ${from} where r.product_id = ${productId}
    order by r.at desc, r.id desc limit 5`.execute(db)
  const { product, materials, factories } = found
  return {
    product,
    materials,
    factories: factories.flatMap(({ location, parts }) => {
      if (!parts) return []
      const { count, limits } = canMake(parts)
      return { location, canMake: count, limits: limits.map(({ per, ...limit }) => ({ ...limit, quantity: per })) }
    }),
    runs: rows.map(shape),
  }
}
