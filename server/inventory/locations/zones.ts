import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Zone, ZoneInput } from '#shared/inventory/locations/api.ts'
import { lockVersion, softDelete } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { assertUnused } from '#server/kernel/assert-unused.ts'
import { getZone } from '#server/inventory/stock/stock-on-hand.ts'
import { nextVersion } from '#server/db/next-version.ts'

type Input = z.output<typeof ZoneInput>

/** Throws NOT_FOUND if there is no such location, ALREADY_EXISTS if it has a zone of that name. */
export async function createZone(work: Work, locationId: string, input: Input): Promise<Zone> {
  await holdLocation(work, locationId)
  const id = newId()
  await assertUnique(work, locationId, id, input.name)
  await work.tx
    .insertInto('zones')
    .values({ id, location_id: locationId, name: input.name, purpose: input.purpose, description: input.description })
    .execute()
  work.audit('zone.created', 'zone', id, { locationId, ...input })
  announceZone(work, id, locationId)
  return getZone(work.tx, id)
}

/** Throws NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS. */
export async function updateZone(
  work: Work,
  locationId: string,
  id: string,
  version: number,
  input: Input,
): Promise<Zone> {
  await holdLocation(work, locationId)
  await assertKnown(work, locationId, id)
  await lockVersion(work.tx, 'zones', id, version)
  await assertUnique(work, locationId, id, input.name)
  await work.tx
    .updateTable('zones')
    .set({
      name: input.name,
      purpose: input.purpose,
      description: input.description,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  work.audit('zone.updated', 'zone', id, input)
  announceZone(work, id, locationId)
  return getZone(work.tx, id)
}

/** Refused while goods are assigned to it, unless `moveTo` gives them another zone or none, and while a count of it is open. */
export async function deleteZone(
  work: Work,
  locationId: string,
  id: string,
  moveTo: string | undefined,
): Promise<void> {
  await holdLocation(work, locationId)
  await assertKnown(work, locationId, id)
  await softDelete(work.tx, 'zones', id, work.caller.userId)
  if (moveTo) await emptyZone(work, locationId, id, moveTo === 'none' ? null : moveTo)
  await assertUnused(work.tx, 'zones', id)
  await sql`delete from zone_goods where zone_id = ${id}`.execute(work.tx)
  work.audit('zone.deleted', 'zone', id, { locationId, moveTo: moveTo ?? null })
  announceZone(work, id, locationId)
}

async function emptyZone(work: Work, locationId: string, id: string, to: string | null): Promise<void> {
  if (to !== null && (to === id || !(await holdZone(work, locationId, to))))
    throw invalid('moveTo', 'is not another zone of this location')
  if (to === null) await sql`delete from zone_goods where zone_id = ${id}`.execute(work.tx)
  else await work.tx.updateTable('zone_goods').set({ zone_id: to }).where('zone_id', '=', id).execute()
}

interface Goods {
  itemId: string
  lotId?: string | undefined
}

/** Assigns goods to a zone; an item without a lot includes all its lots. Throws NOT_FOUND, INVALID. */
export async function assignZoneGoods(
  work: Work,
  locationId: string,
  zoneId: string | null,
  goods: readonly Goods[],
): Promise<void> {
  await holdLocation(work, locationId)
  if (zoneId !== null && !(await holdZone(work, locationId, zoneId)))
    throw invalid('zoneId', 'is not a zone of this location')
  const list = JSON.stringify(goods.map(({ itemId, lotId }) => ({ item: itemId, lot: lotId ?? null })))
  const rows = sql`(select distinct on (item, lot) item, lot from json_to_recordset(${list}::json) as g(item uuid, lot uuid))`
  const { rows: known } = await sql<{ missing: number }>`select count(*) as missing from ${rows} g
    where not exists (select 1 from items i where i.id = g.item and i.deleted_at is null)
      or g.lot is not null and not exists (select 1 from lots l where l.id = g.lot and l.item_id = g.item)`.execute(
    work.tx,
  )
  if ((known[0]?.missing ?? 0) > 0) throw invalid('goods', 'names an item or lot that does not exist')
  await sql`delete from zone_goods z using ${rows} g
    where z.location_id = ${locationId} and z.item_id = g.item and (g.lot is null or z.lot_id = g.lot)`.execute(work.tx)
  if (zoneId !== null)
    await work.tx
      .insertInto('zone_goods')
      .columns(['location_id', 'item_id', 'lot_id', 'zone_id'])
      .expression(sql`select ${locationId}, g.item, g.lot, ${zoneId} from ${rows} g`)
      .onConflict((oc) =>
        oc.columns(['location_id', 'item_id', 'lot_id']).doUpdateSet((eb) => ({ zone_id: eb.ref('excluded.zone_id') })),
      )
      .execute()
  work.audit('zone.goods', 'location', locationId, { zoneId, goods })
  const items = new Set(goods.map(({ itemId }) => itemId))
  for (const itemId of items) work.announce('inventory_updated', { itemId, warehouse: locationId })
}

/** Locks the location, so that it can't be deleted meanwhile, and changes of its zones run one at a time. */
async function holdLocation(work: Work, id: string): Promise<void> {
  const { rows } = await sql`select 1 from locations where id = ${id} and deleted_at is null for no key update`.execute(
    work.tx,
  )
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
}

async function holdZone(work: Work, locationId: string, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from zones
    where id = ${id} and location_id = ${locationId} and deleted_at is null for share`.execute(work.tx)
  return rows.length > 0
}

async function assertKnown(work: Work, locationId: string, id: string): Promise<void> {
  const { rows } = await sql`select 1 from zones where id = ${id} and location_id = ${locationId}`.execute(work.tx)
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
}

async function assertUnique(work: Work, locationId: string, id: string, name: string): Promise<void> {
  const { rows } = await sql`select 1 from zones where location_id = ${locationId} and lower(name) = lower(${name})
    and id <> ${id} and deleted_at is null`.execute(work.tx)
  if (rows.length > 0)
    throw new Refusal('ALREADY_EXISTS', `A zone named ${name} already exists here.`, { fields: { name: 'is taken' } })
}

const announceZone = (work: Work, id: string, locationId: string) =>
  work.announce('inventory_updated', { itemId: id, warehouse: locationId })
