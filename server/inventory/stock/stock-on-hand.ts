import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { LocationDetail, LocationMap, placesApi, LotOnHand, Zone } from '#shared/inventory/locations/api.ts'
import { divideHalfEven, formatAmount } from '#shared/money.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { all, containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { availableOf } from '#server/kernel/usable-lots.ts'
import { locations } from '#server/inventory/locations/locations.ts'

type OnHandQuery = RequestOf<(typeof placesApi.listStanding)['spec']>['query']
type MapQuery = RequestOf<(typeof placesApi.mapLocations)['spec']>['query']

/** The zone of a balance `b`: its lot's, or else its item's. Null if it has none. */
export const zoneOfBalance = sql`coalesce(
  (select g.zone_id from zone_goods g where g.location_id = b.location_id and g.item_id = b.item_id and g.lot_id = b.lot_id),
  (select g.zone_id from zone_goods g where g.location_id = b.location_id and g.item_id = b.item_id and g.lot_id is null))`

/** The balances of a location with their zones, as rows `s`. */
const balancesAt = (
  locationId: RawBuilder<unknown>,
) => sql`select b.item_id, b.lot_id, b.location_id, b.on_hand, b.committed,
    coalesce(l.zone_id, w.zone_id) as zone_id
  from stock_balance b
  left join zone_goods l on l.location_id = b.location_id and l.item_id = b.item_id and l.lot_id = b.lot_id
  left join zone_goods w on w.location_id = b.location_id and w.item_id = b.item_id and w.lot_id is null
  where b.location_id = ${locationId} and b.on_hand > 0`

const zoneRow = sql`json_build_object('id', z.id, 'name', z.name, 'purpose', z.purpose, 'description', z.description,
  'items', coalesce(n.items, 0), 'onHand', coalesce(n.on_hand, 0), 'kept', (select count(distinct g.item_id)
    from zone_goods g join items i on i.id = g.item_id and i.deleted_at is null where g.zone_id = z.id),
  'version', z.version)`

interface DetailSqlRow extends Omit<LocationDetail, 'value'> {
  value: string
}

/** Throws NOT_FOUND. */
export async function getLocation(db: Db | Tx, id: string): Promise<LocationDetail> {
  const { rows } = await sql<DetailSqlRow>`with s as materialized (${balancesAt(sql`${id}`)})
    select ${locations.columns}, t.items, t.on_hand as "onHand", t.committed, t.unzoned, t.value::text as value,
      coalesce((select json_agg(${zoneRow} order by lower(z.name)) from zones z
        left join (select zone_id, count(distinct item_id) as items, sum(on_hand) as on_hand from s group by zone_id) n
          on n.zone_id = z.id
        where z.location_id = c.id and z.deleted_at is null), '[]') as zones
    from locations c cross join (select count(distinct s.item_id) as items, coalesce(sum(s.on_hand), 0) as on_hand,
        coalesce(sum(s.committed), 0) as committed, count(distinct s.item_id) filter (where s.zone_id is null) as unzoned,
        coalesce(sum(s.on_hand * i.cost), 0) as value
      from s join items i on i.id = s.item_id) t
    where c.id = ${id} and c.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  return {
    ...row,
    onHand: Number(row.onHand),
    committed: Number(row.committed),
    value: formatAmount(divideHalfEven(BigInt(row.value), 100n)),
  }
}

/** Throws NOT_FOUND. */
export async function getZone(db: Db, id: string): Promise<Zone> {
  const { rows } = await sql<{ zone: Zone }>`select ${zoneRow} as zone from zones z
    left join lateral (select count(distinct s.item_id) as items, sum(s.on_hand) as on_hand
      from (${balancesAt(sql`z.location_id`)}) s where s.zone_id = z.id) n on true
    where z.id = ${id} and z.deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0].zone
}

const sorts = {
  name: { by: sql`lower(i.name)`, type: 'text' },
  // goods without a zone come last
  zone: {
    by: sql`(case when z.id is null then '2' else '1' || lower(z.name) end || ' / ' || lower(i.name))`,
    type: 'text',
  },
  onHand: { by: sql`s.on_hand::bigint`, type: 'bigint' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

/** The stock at a location, by lot. Throws NOT_FOUND. */
export async function listStockOnHand(db: Db, id: string, query: OnHandQuery) {
  const { rows: found } = await sql`select 1 from locations where id = ${id} and deleted_at is null`.execute(db)
  if (found.length === 0) throw new Refusal('NOT_FOUND')
  const where: RawBuilder<unknown>[] = [sql`true`]
  if (query.zone === 'none') where.push(sql`s.zone_id is null`)
  else if (query.zone) where.push(sql`s.zone_id = ${query.zone}`)
  if (query.kind) where.push(sql`i.kind = ${query.kind}`)
  if (query.q)
    where.push(
      sql`(i.name || ' ' || i.sku || ' ' || lot.lot_number || ' ' || coalesce(i.barcode, '')) ilike ${containing(query.q)}`,
    )
  const { name, descending } = sortOf(query.sort)
  const listed = await listPage(
    db,
    {
      columns: selection<LotOnHand, { lot: 'lots' }>({
        id: sql`s.lot_id`,
        item: sql`json_build_object('id', i.id, 'name', i.name, 'sku', i.sku, 'kind', i.kind)`,
        lotNumber: 'lot.lot_number',
        lotStatus: 'lot.status',
        expiryDate: 'lot.expiry_date',
        onHand: sql`s.on_hand`,
        committed: sql`s.committed`,
        available: availableOf('s', 'lot'),
        zone: sql`case when z.id is not null then json_build_object('id', z.id, 'name', z.name) end`,
      }),
      from: sql`(${balancesAt(sql`${id}`)}) s join items i on i.id = s.item_id join lots lot on lot.id = s.lot_id
        left join zones z on z.id = s.zone_id`,
      where,
      sort: { ...sorts[name], descending },
      id: sql`s.lot_id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

const maxMapLocations = 500
const shownDays = 90

/** The coordinates of locations, and the transfers between them. */
export async function mapLocations(db: Db, query: MapQuery): Promise<LocationMap> {
  const where = [sql`c.deleted_at is null`]
  if (query.type) where.push(sql`c.type = ${query.type}`)
  if (query.q) where.push(sql`${locations.searched} ilike ${containing(query.q)}`)
  const { rows } = await sql<LocationMap>`with found as materialized (select c.* from locations c where ${all(where)}),
      placed as materialized (select * from found where latitude is not null order by lower(name), id limit ${maxMapLocations}),
      moved as (select source_id, destination_id, count(*) filter (where status = 'completed') as transfers,
          coalesce(sum(pieces) filter (where status = 'completed'), 0)::bigint as pieces,
          count(*) filter (where status = 'pending' and dispatched_at is not null) as underway
        from stock_transfers where deleted_at is null
          and (status = 'completed' and completed_at > moment() - make_interval(days => ${shownDays}) or status = 'pending')
        group by source_id, destination_id)
    select (select count(*) from found where latitude is null) as unplaced,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'type', p.type, 'address', p.address,
          'latitude', p.latitude, 'longitude', p.longitude, 'items', n.items, 'onHand', n.on_hand) order by lower(p.name))
        from placed p cross join lateral (select count(distinct b.item_id) as items, coalesce(sum(b.on_hand), 0) as on_hand
          from stock_balance b where b.location_id = p.id and b.on_hand > 0) n), '[]') as places,
      coalesce((select json_agg(json_build_object('from', m.source_id, 'to', m.destination_id, 'transfers', m.transfers,
          'pieces', m.pieces, 'underway', m.underway))
        from moved m where m.transfers + m.underway > 0
          and m.source_id in (select id from placed) and m.destination_id in (select id from placed)), '[]') as ways`.execute(
    db,
  )
  return rows[0] ?? { places: [], unplaced: 0, ways: [] }
}
