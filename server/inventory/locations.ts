import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { Refusal } from '#shared/http/refusal.ts'
import type { Location, LocationInput, inventoryApi } from '#shared/inventory/api.ts'
import type { Asked } from '#shared/http/route.ts'
import { lockVersion, softDelete } from '#server/db/changes.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import type { Work } from '#server/db/work.ts'

type Input = z.output<typeof LocationInput>
type Query = Asked<(typeof inventoryApi.listLocations)['spec']>['query']

const columns = sql`c.id, c.name, c.type, c.address, c.latitude, c.longitude, c.description, c.version,
  (select count(*) from items i where i.location_id = c.id and i.deleted_at is null) as products`

export async function listLocations(db: Db, query: Query) {
  const { descending } = sortOf(query.sort)
  const where = [sql`c.deleted_at is null`]
  if (query.type) where.push(sql`c.type = ${query.type}`)
  if (query.q) where.push(sql`c.name ilike ${containing(query.q)}`)
  const listed = await listPage<Location>(
    db,
    {
      columns,
      from: sql`locations c`,
      where,
      sort: { by: sql`lower(c.name)`, type: 'text', descending },
      id: sql`c.id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

async function getLocation(tx: Tx, id: string): Promise<Location> {
  const { rows } =
    await sql<Location>`select ${columns} from locations c where c.id = ${id} and c.deleted_at is null`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

export async function createLocation(work: Work, input: Input): Promise<Location> {
  const id = newId()
  await refuseTwin(work.tx, input.name, id)
  await work.tx
    .insertInto('locations')
    .values({ id, ...columnsOf(input) })
    .execute()
  work.audit('location.created', 'location', id, input)
  return getLocation(work.tx, id)
}

export async function updateLocation(work: Work, id: string, version: number, input: Input): Promise<Location> {
  await lockVersion(work.tx, 'locations', id, version)
  await refuseTwin(work.tx, input.name, id)
  await work.tx
    .updateTable('locations')
    .set({ ...columnsOf(input), version: version + 1, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  work.audit('location.updated', 'location', id, input)
  return getLocation(work.tx, id)
}

/** Refused while products call it their warehouse or goods stand there. */
export async function deleteLocation(work: Work, id: string): Promise<void> {
  const { products } = await getLocation(work.tx, id)
  if (products > 0) throw new Refusal('IN_USE', `${products} products call this location their warehouse.`)
  const { rows } = await sql`select 1 from stock_balance where location_id = ${id} and on_hand > 0 limit 1`.execute(
    work.tx,
  )
  if (rows.length > 0) throw new Refusal('IN_USE', 'Goods stand in this location.')
  await softDelete(work.tx, 'locations', id, work.caller.userId)
  work.audit('location.deleted', 'location', id)
}

const columnsOf = ({ latitude, longitude, ...rest }: Input) => ({
  ...rest,
  latitude: latitude ?? null,
  longitude: longitude ?? null,
})

async function refuseTwin(tx: Tx, name: string, id: string): Promise<void> {
  const { rows } = await sql`select 1 from locations
    where lower(name) = lower(${name}) and id <> ${id} and deleted_at is null`.execute(tx)
  if (rows.length > 0) {
    throw new Refusal('ALREADY_EXISTS', `There is a location ${name} already.`, { fields: { name: 'is taken' } })
  }
}
