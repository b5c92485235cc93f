import { selection } from '#server/db/selection.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { invalid } from '#shared/http/refusal.ts'
import type { inventoryApi, Location, LocationInput } from '#shared/inventory/stock/api.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { isConsignment, whyNotOwnLocation } from '#server/kernel/own-location.ts'
import {
  createRecord,
  deleteRecord,
  getRecord,
  listRecords,
  type RecordKind,
  updateRecord,
} from '#server/inventory/stock/named-records.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { momentSql } from '#server/db/moment.ts'

type Input = z.output<typeof LocationInput>
type Query = RequestOf<(typeof inventoryApi.listLocations)['spec']>['query']

export const locations: RecordKind<Location> = {
  table: 'locations',
  entity: 'location',
  columns: selection<Location, { c: 'locations' }>({
    id: 'c.id',
    name: 'c.name',
    type: 'c.type',
    address: 'c.address',
    latitude: 'c.latitude',
    longitude: 'c.longitude',
    description: 'c.description',
    version: 'c.version',
    consignee: sql`(select json_build_object('id', a.id, 'name', a.name) from accounts a where a.id = c.consignee_id)`,
    products: sql`(select count(*) from items i where i.location_id = c.id and i.kind = 'product' and i.deleted_at is null)`,
  }),
  searched: sql`(c.name || ' ' || coalesce(c.address, ''))`,
}

const columnsOf = ({ latitude, longitude, ...rest }: Input) => ({
  ...rest,
  latitude: latitude ?? null,
  longitude: longitude ?? null,
})

export const listLocations = (db: Db, query: Query) =>
  listRecords<Location>(db, locations, query, [
    ...(query.type ? [sql`c.type = ${query.type}`] : []),
    ...(query.own ? [sql`c.consignee_id is null`] : []),
  ])
export const createLocation = (work: Work, input: Input) => createRecord<Location>(work, locations, columnsOf(input))
export const updateLocation = (work: Work, id: string, version: number, input: Input) =>
  updateRecord<Location>(work, locations, id, version, columnsOf(input))

/**
 * Deletes a location with its zones. Refused while it is used, unless `moveTo` is the new default location of its items, set in
 * the same transaction.
 */
export async function deleteLocation(work: Work, id: string, moveTo?: string): Promise<void> {
  if (moveTo) await moveHomes(work, id, moveTo)
  await deleteRecord(work, locations, id)
  await deleteZonesOf(work, id)
}

/** Deletes a location's zones with it; each can be restored from the deleted items. */
async function deleteZonesOf(work: Work, locationId: string): Promise<void> {
  const rows = await work.tx
    .updateTable('zones')
    .set({ deleted_at: momentSql, deleted_by: work.caller.userId, version: nextVersion })
    .where('location_id', '=', locationId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  await sql`delete from zone_goods where location_id = ${locationId}`.execute(work.tx)
  for (const { id } of rows) work.audit('zone.deleted', 'zone', id, { locationId, with: 'location' })
}

/** At most so many items are announced one by one. */
const maxNotified = 100

async function moveHomes(work: Work, from: string, to: string): Promise<void> {
  await getRecord<Location>(work.tx, locations, from)
  const { rows: held } = await sql`select 1 from locations
    where id = ${to} and id <> ${from} and deleted_at is null and consignee_id is null for share`.execute(work.tx)
  if (held.length === 0) {
    const why = await whyNotOwnLocation(work.tx, to)
    throw invalid('moveTo', why === isConsignment ? why : 'is not another location')
  }
  const rows = await work.tx
    .updateTable('items')
    .set({ location_id: to, version: nextVersion, updated_at: work.now })
    .where('location_id', '=', from)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  work.audit('location.emptied', 'location', from, { to, items: rows.length })
  for (const { id } of rows.slice(0, maxNotified)) work.announce('inventory_updated', { itemId: id, warehouse: to })
}
