import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { canMake } from '#shared/inventory/made-costs.ts'
import type { Production, ProductionRun } from '#shared/inventory/production-api.ts'
import { formatPrice } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { freeAt } from './kit-view.ts'

interface RunRow extends Omit<ProductionRun, 'totalCost' | 'unitCost' | 'materials'> {
  totalCost: number
  unitCost: number
  materials: { id: string; name: string; quantity: number; cost: number }[]
}

const runs = sql`select r.id, r.number, json_build_object('id', w.id, 'name', w.name, 'type', w.type) as location, r.quantity,
    case when r.lot_id <> r.product_id then lot.lot_number end as "lotNumber", lot.expiry_date as "expiryDate",
    r.total_cost as "totalCost", r.unit_cost as "unitCost", r.note, back.number as reverses,
    r.reverse_reason as "reverseReason",
    exists (select 1 from production_runs x where x.reverses_id = r.id) as "isReversed", u.name as actor, r.at,
    coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name, 'quantity', l.quantity, 'cost', l.cost)
        order by l.position)
      from production_run_lines l join items m on m.id = l.item_id where l.run_id = coalesce(r.reverses_id, r.id)), '[]') as materials
  from production_runs r join locations w on w.id = r.location_id join lots lot on lot.id = r.lot_id
  left join production_runs back on back.id = r.reverses_id left join users u on u.id = r.actor_id`

const shape = ({ materials, totalCost, unitCost, ...run }: RunRow): ProductionRun => ({
  ...run,
  totalCost: formatPrice(totalCost),
  unitCost: formatPrice(unitCost),
  materials: materials.map((one) => ({ ...one, cost: formatPrice(one.cost) })),
})

/** One run. Throws NOT_FOUND. */
export async function getRun(db: Db, id: string): Promise<ProductionRun> {
  const { rows } = await sql<RunRow>`${runs} where r.id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return shape(rows[0])
}

interface FactoryRow {
  location: Production['factories'][number]['location']
  parts: { id: string; name: string; per: number; available: number }[] | null
}

/** How many of a product can be made where, and what was made. Throws NOT_FOUND. */
export async function getProduction(db: Db, productId: string): Promise<Production> {
  const { rows: products } = await sql`select 1 from items
    where id = ${productId} and kind = 'product' and deleted_at is null`.execute(db)
  if (products.length === 0) throw new Refusal('NOT_FOUND')
  const { rows: factories } = await sql<FactoryRow>`
    select json_build_object('id', w.id, 'name', w.name, 'type', w.type) as location,
      (select json_agg(json_build_object('id', m.id, 'name', m.name, 'per', part.quantity,
          'available', ${freeAt('part.raw_material_id', 'w.id')}) order by m.name, m.id)
        from bill_of_materials part join items m on m.id = part.raw_material_id where part.product_id = ${productId}) as parts
    from locations w where w.type = 'Factory' and w.deleted_at is null order by lower(w.name), w.id limit 100`.execute(
    db,
  )
  const { rows } =
    await sql<RunRow>`${runs} where r.product_id = ${productId} order by r.at desc, r.id desc limit 50`.execute(db)
  return {
    factories: factories.flatMap(({ location, parts }) => {
      if (!parts) return []
      const { count, limits } = canMake(parts)
      return { location, canMake: count, limits: limits.map(({ per, ...limit }) => ({ ...limit, quantity: per })) }
    }),
    runs: rows.map(shape),
  }
}
