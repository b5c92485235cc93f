import { sql } from 'kysely'
import type { z } from 'zod'
import type { RouteInput } from '#shared/logistics/routes/api.ts'
import type { Work } from '#server/kernel/work.ts'

type Input = z.output<typeof RouteInput>

/** Inserts a PLANNED route; its id serves as its number until it gets one. */
export async function insertRoute(work: Work, id: string, input: Input): Promise<void> {
  await work.tx
    .insertInto('routes')
    .values({
      id,
      number: id,
      date: input.date,
      status: 'PLANNED',
      driver_id: input.driverId,
      vehicle_id: input.vehicleId ?? null,
      start_location_id: input.startId,
      starts_at: input.startsAt,
      notes: input.notes,
      created_by: work.caller.userId,
      created_at: work.now,
      updated_at: work.now,
    })
    .execute()
}

export interface RouteChange {
  number?: string
  date?: string
  status?: 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'
  driver_id?: string
  vehicle_id?: string | null
  start_location_id?: string
  starts_at?: string
  notes?: string | null
  cancel_reason?: string
  load_checked_at?: Date
  started_at?: Date
  ended_at?: Date
  ends_at?: Date
  driven_metres?: number | null
}

/** Updates a locked route. */
export async function changeRoute(work: Work, id: string, change: RouteChange): Promise<void> {
  await work.tx
    .updateTable('routes')
    .set({ ...change, updated_at: work.now })
    .where('id', '=', id)
    .execute()
}

export const columnsOfRoute = (input: { [K in keyof Input]?: Input[K] | undefined }): RouteChange => ({
  ...(input.date !== undefined && { date: input.date }),
  ...(input.driverId !== undefined && { driver_id: input.driverId }),
  ...(input.vehicleId !== undefined && { vehicle_id: input.vehicleId }),
  ...(input.startId !== undefined && { start_location_id: input.startId }),
  ...(input.startsAt !== undefined && { starts_at: input.startsAt }),
  ...(input.notes !== undefined && { notes: input.notes }),
})

export async function countPostponement(work: Work, stopId: string): Promise<void> {
  await work.tx
    .updateTable('route_stops')
    .set({ postponements: sql<number>`postponements + 1`, arrived_at: null })
    .where('id', '=', stopId)
    .execute()
}
