import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Kit, KitRow, kitsApi } from '#shared/inventory/kits/api.ts'
import { canMake } from '#server/inventory/stock/production-costs.ts'
import { formatPrice } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { stockPlacesSql } from '#server/inventory/stock/product-rows.ts'
import { availableSql, mayUse } from '#server/kernel/usable-lots.ts'
import { companyToday } from '#server/kernel/company-day.ts'

type Query = RequestOf<(typeof kitsApi.listKits)['spec']>['query']

/** The available quantity of an item at a location, given as the names of their columns. */
export const availableAt = (
  item: string,
  location: string,
) => sql`coalesce((select sum(b.on_hand - b.committed) from stock_balance b
  join lots lot on lot.id = b.lot_id where b.item_id = ${sql.ref(item)} and b.location_id = ${sql.ref(location)}
    and ${mayUse('lot', companyToday)}), 0)`

const partsCost = sql`(select coalesce(sum(c.quantity * p.cost), 0) from kit_components c join items p on p.id = c.item_id
  where c.kit_id = i.id)::bigint`

const columns = selection<Row, { t: 'item_stock'; i: 'items' }>({
  id: 'i.id',
  sku: 'i.sku',
  name: 'i.name',
  warehouse: sql`json_build_object('id', l.id, 'name', l.name, 'type', l.type)`,
  price: 'i.price',
  cost: sql`case when t.on_hand > 0 then i.cost else ${partsCost} end`,
  items: sql`(select count(*) from kit_components c where c.kit_id = i.id)::int`,
  onHand: 't.on_hand',
  committed: 't.committed',
  available: availableSql,
  canBuild: sql`coalesce((select floor(min(greatest(${availableAt('c.item_id', 'i.location_id')}, 0)::numeric / c.quantity)) from kit_components c
    where c.kit_id = i.id), 0)::bigint`,
  updatedAt: 'i.updated_at',
})
const from = sql`items i join item_stock t on t.item_id = i.id join locations l on l.id = i.location_id`

type Row = Omit<KitRow, 'price' | 'cost'> & { price: number; cost: number }
const shape = <R extends { price: number; cost: number }>(row: R) => ({
  ...row,
  price: formatPrice(row.price),
  cost: formatPrice(row.cost),
})

const sorts = {
  name: { by: sql`lower(i.name)`, type: 'text' },
  sku: { by: sql`lower(i.sku)`, type: 'text' },
  updatedAt: { by: sql`i.updated_at`, type: 'timestamptz' },
  price: { by: sql`i.price`, type: 'bigint' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

export async function listKits(db: Db, query: Query) {
  const where = [sql`i.kind = 'kit'`, sql`i.deleted_at is null`]
  if (query.q) where.push(sql`(i.name || ' ' || i.sku || ' ' || coalesce(i.barcode, '')) ilike ${containing(query.q)}`)
  const { name, descending } = sortOf(query.sort)
  const listed = await listPage(
    db,
    { columns, from, where, sort: { ...sorts[name], descending }, id: sql`i.id`, planEachTime: Boolean(query.q) },
    query,
  )
  return pageOfRows(listed, shape)
}

interface Part {
  id: string
  name: string
  per: number
  available: number
}
type FullRow = Row &
  Omit<Kit, keyof KitRow | 'buildable' | 'components'> & {
    components: (Omit<Kit['components'][number], 'cost'> & { cost: number })[]
    places: { location: Kit['warehouse']; parts: Part[] }[]
  }

/** One kit with everything its page shows, in one statement. Throws NOT_FOUND. */
export async function getKit(db: Db, id: string): Promise<Kit> {
  const { rows } = await sql<FullRow>`select ${columns}, i.description, ${stockPlacesSql} as stock,
      i.created_at as "createdAt", i.version,
      (select json_agg(json_build_object('quantity', c.quantity, 'cost', p.cost,
          'available', ${availableAt('c.item_id', 'i.location_id')},
          'item', json_build_object('id', p.id, 'name', p.name, 'sku', p.sku, 'kind', p.kind)) order by c.position)
        from kit_components c join items p on p.id = c.item_id where c.kit_id = i.id) as components,
      coalesce((select json_agg(json_build_object(
          'location', json_build_object('id', w.id, 'name', w.name, 'type', w.type),
          'parts', (select json_agg(json_build_object('id', p.id, 'name', p.name, 'per', c.quantity,
              'available', ${availableAt('c.item_id', 'w.id')}) order by c.position)
            from kit_components c join items p on p.id = c.item_id where c.kit_id = i.id))
          order by w.id = i.location_id desc, lower(w.name))
        from locations w where w.deleted_at is null and w.consignee_id is null and (w.id = i.location_id or exists (
          select 1 from kit_components c join stock_balance b on b.item_id = c.item_id and b.on_hand > b.committed
          where c.kit_id = i.id and b.location_id = w.id))), '[]') as places
    from ${from} where i.id = ${id} and i.kind = 'kit' and i.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  const { places, components, ...rest } = row
  return {
    ...shape(rest),
    components: components.map((one) => ({ ...one, cost: formatPrice(one.cost) })),
    buildable: places.map(({ location, parts }) => {
      const { count, limits } = canMake(parts)
      return {
        location,
        canBuild: count,
        limits: limits.map(({ per, ...limit }) => ({ ...limit, quantity: per })),
      }
    }),
  }
}
