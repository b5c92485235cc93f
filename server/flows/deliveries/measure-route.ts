import { sql } from 'kysely'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import type { JobHandler } from '#server/kernel/job-contract.ts'
import { systemCaller } from '#server/kernel/work.ts'
import type { MeasureRoads } from '#server/logistics/routes/road-legs.ts'
import { lockRoute, noteRoute } from '#server/logistics/routes/route-lock.ts'
import { readDrive, reschedule, spotsOf } from '#server/logistics/routes/route-schedule.ts'

/** After stops were added to a route by hand: fetches their distances from the routing service and reschedules the route. */
export const measureRouteJob = (deps: CommandDeps, measure: MeasureRoads): JobHandler<'measure-route'> => ({
  async run({ data: { routeId } }) {
    const { db } = deps.database
    const isOpen = sql`select 1 from routes where id = ${routeId} and deleted_at is null and ended_at is null`
    if ((await isOpen.execute(db)).rows.length === 0) return
    if (!(await measure(db, spotsOf(await readDrive(db, routeId, deps.clock()))))) return
    await command(
      deps,
      { caller: systemCaller, route: 'measure a route', status: 204 },
      async (work) => {
        const route = await lockRoute(work, routeId)
        await reschedule(work, routeId)
        await noteRoute(work, route, 'measured')
      },
      () => '',
    )
  },
})
