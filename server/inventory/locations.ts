import { sql } from 'kysely'
import type { z } from 'zod'
import type { inventoryApi, Location, LocationInput } from '#shared/inventory/api.ts'
import type { Asked } from '#shared/http/route.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/db/work.ts'
import { createRecord, deleteRecord, listRecords, type RecordKind, updateRecord, usedBy } from './named-records.ts'

type Input = z.output<typeof LocationInput>
type Query = Asked<(typeof inventoryApi.listLocations)['spec']>['query']

export const locations: RecordKind = {
  table: 'locations',
  entity: 'location',
  columns: sql`c.id, c.name, c.type, c.address, c.latitude, c.longitude, c.description, c.version,
    (select count(*) from items i where i.location_id = c.id and i.deleted_at is null) as products`,
  searched: sql`(c.name || ' ' || coalesce(c.address, ''))`,
}

const columnsOf = ({ latitude, longitude, ...rest }: Input) => ({
  ...rest,
  latitude: latitude ?? null,
  longitude: longitude ?? null,
})

export const listLocations = (db: Db, query: Query) =>
  listRecords<Location>(db, locations, query, query.type ? [sql`c.type = ${query.type}`] : [])
export const createLocation = (work: Work, input: Input) => createRecord<Location>(work, locations, columnsOf(input))
export const updateLocation = (work: Work, id: string, version: number, input: Input) =>
  updateRecord<Location>(work, locations, id, version, columnsOf(input))

/** Refused while products call it their warehouse or goods stand there. */
export async function deleteLocation(work: Work, id: string): Promise<void> {
  await deleteRecord(
    work,
    locations,
    id,
    (tx) =>
      usedBy(
        tx,
        sql`select 'product' as kind, i.id, i.name from items i where i.location_id = ${id} and i.deleted_at is null`,
        (count) =>
          count === 1
            ? '1 product calls this location its warehouse.'
            : `${count} products call this location their warehouse.`,
      ),
    (tx) =>
      usedBy(
        tx,
        sql`select 'product' as kind, i.id, i.name || ': ' || sum(b.on_hand) as name
          from stock_balance b join items i on i.id = b.item_id
          where b.location_id = ${id} and b.on_hand > 0 group by i.id, i.name`,
        (count) => `Goods stand in this location: ${count} ${count === 1 ? 'item' : 'items'}.`,
      ),
  )
}
