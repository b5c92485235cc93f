import { sql } from 'kysely'
import { assertUnused } from '#server/kernel/assert-unused.ts'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Vehicle, vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { lockVersion, softDelete } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'

type Query = RequestOf<(typeof vehiclesApi.listVehicles)['spec']>['query']
type Input = RequestOf<(typeof vehiclesApi.createVehicle)['spec']>['body']

const columns = selection<Vehicle, { v: 'vehicles' }>({
  id: 'v.id',
  name: 'v.name',
  plate: 'v.plate',
  maxKg: 'v.max_kg',
  maxPackages: 'v.max_packages',
  hasColdBox: 'v.has_cold_box',
  notes: 'v.notes',
  createdAt: 'v.created_at',
  version: 'v.version',
})

export async function listVehicles(db: Db, query: Query) {
  const where = [sql`v.deleted_at is null`]
  if (query.q) where.push(sql`(v.name || ' ' || coalesce(v.plate, '')) ilike ${containing(query.q)}`)
  const sort = { by: sql`lower(v.name)`, type: 'text', descending: sortOf(query.sort).descending } as const
  const plan = { columns, from: sql`vehicles v`, where, sort, id: sql`v.id` }
  return pageOfRows(await listPage(db, plan, query), (row): Vehicle => row)
}

export async function getVehicle(db: Db | Tx, id: string): Promise<Vehicle> {
  const { rows } =
    await sql<Vehicle>`select ${columns} from vehicles v where v.id = ${id} and v.deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

const columnsOf = (input: Input) => ({
  name: input.name,
  plate: input.plate,
  max_kg: input.maxKg ?? null,
  max_packages: input.maxPackages ?? null,
  has_cold_box: input.hasColdBox,
  notes: input.notes,
})

async function assertUnique(work: Work, id: string, name: string): Promise<void> {
  const { rows } = await sql`select 1 from vehicles where lower(name) = lower(${name}) and id <> ${id}
    and deleted_at is null`.execute(work.tx)
  if (rows.length > 0) throw new Refusal('ALREADY_EXISTS', `There is a vehicle ${name} already.`)
}

export async function createVehicle(work: Work, input: Input): Promise<Vehicle> {
  const id = newId()
  await assertUnique(work, id, input.name)
  await work.tx
    .insertInto('vehicles')
    .values({ id, ...columnsOf(input), created_at: work.now })
    .execute()
  work.audit('vehicle.created', 'vehicle', id, { name: input.name })
  return getVehicle(work.tx, id)
}

export async function updateVehicle(work: Work, id: string, version: number, input: Input): Promise<Vehicle> {
  await lockVersion(work.tx, 'vehicles', id, version)
  await assertUnique(work, id, input.name)
  const change = { ...columnsOf(input), version: version + 1, updated_at: work.now }
  await work.tx.updateTable('vehicles').set(change).where('id', '=', id).execute()
  work.audit('vehicle.changed', 'vehicle', id, { name: input.name })
  return getVehicle(work.tx, id)
}

export async function deleteVehicle(work: Work, id: string): Promise<void> {
  const { name } = await getVehicle(work.tx, id)
  await softDelete(work.tx, 'vehicles', id, work.caller.userId)
  await assertUnused(work.tx, 'vehicles', id)
  work.audit('vehicle.deleted', 'vehicle', id, { name })
}
