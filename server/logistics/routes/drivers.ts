import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Driver, vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

type Input = RequestOf<(typeof vehiclesApi.updateDriver)['spec']>['body']

const columns = sql`u.id, u.name, u.phone, coalesce(d.hours, '[]'::jsonb) as hours,
  case when v.id is not null then json_build_object('id', v.id, 'name', v.name) end as vehicle, coalesce(d.version, 1) as version`
const from = sql`users u left join drivers d on d.user_id = u.id
  left join vehicles v on v.id = d.vehicle_id and v.deleted_at is null`
const isDriver = sql`u.role = 'driver' and u.deleted_at is null and u.suspended_at is null`

/** All users that routes can be assigned to. */
export async function listDrivers(db: Db | Tx): Promise<Driver[]> {
  const { rows } =
    await sql<Driver>`select ${columns} from ${from} where ${isDriver} order by u.name, u.id limit 500`.execute(db)
  return rows
}

/** Locks these drivers, so that nobody deletes, suspends or changes them until the commit. Lock them before their routes. */
export async function holdDrivers(work: Work, ids: readonly string[]): Promise<void> {
  const sorted = [...new Set(ids)].toSorted()
  if (sorted.length === 0) return
  work.locks.take('users', ...sorted)
  await sql`select 1 from users where id = any(${listOf(sorted)}) order by id for share`.execute(work.tx)
}

/** Throws NOT_FOUND if the user is not a driver. */
async function getDriver(db: Db | Tx, id: string): Promise<Driver> {
  const { rows } = await sql<Driver>`select ${columns} from ${from} where ${isDriver} and u.id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

export async function updateDriver(work: Work, id: string, version: number, input: Input): Promise<Driver> {
  const { name } = await getDriver(work.tx, id)
  if (input.vehicleId) {
    const { rows } = await sql`select 1 from vehicles where id = ${input.vehicleId} and deleted_at is null`.execute(
      work.tx,
    )
    if (rows.length === 0) throw invalid('vehicleId', 'is not a vehicle')
  }
  await work.tx
    .insertInto('drivers')
    .values({ user_id: id })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const done = await work.tx
    .updateTable('drivers')
    .set({
      hours: JSON.stringify(input.hours),
      vehicle_id: input.vehicleId ?? null,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('user_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (done.numUpdatedRows !== 1n) throw new Refusal('VERSION_CONFLICT')
  work.audit('driver.changed', 'driver', id, { name })
  return getDriver(work.tx, id)
}
