import { sql } from 'kysely'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import type { JobHandler } from '#server/kernel/job-contract.ts'
import { systemCaller, type Work } from '#server/kernel/work.ts'
import type { MeasureRoads } from '#server/logistics/routes/road-legs.ts'
import { lockRoute, noteRoute } from '#server/logistics/routes/route-lock.ts'
import { isPlaceable, placeStops } from '#server/logistics/routes/stops.ts'
import { readDrive, reschedule, spotsOf } from '#server/logistics/routes/route-schedule.ts'

/**
 * After stops were added to a route by hand, or an address was put on the map: gives stops the coordinates that they lack,
 * fetches distances from the routing service and reschedules the route.
 */
export const measureRouteJob = (deps: CommandDeps, measure: MeasureRoads): JobHandler<'measure-route'> => ({
  async run({ data: { routeId } }) {
    const { db } = deps.database
    const isOpen = sql`select 1 from routes where id = ${routeId} and deleted_at is null and ended_at is null`
    if ((await isOpen.execute(db)).rows.length === 0) return
    const change = (route: string, act: string, place?: (work: Work) => Promise<void>) =>
      command(
        deps,
        { caller: systemCaller, route, status: 204 },
        async (work) => {
          const locked = await lockRoute(work, routeId)
          await place?.(work)
          await reschedule(work, routeId)
          await noteRoute(work, locked, act)
        },
        () => '',
      )
    if (await isPlaceable(db, routeId)) await change('place stops', 'placed', (work) => placeStops(work, routeId))
    if (await measure(db, spotsOf(await readDrive(db, routeId, deps.clock()))))
      await change('measure a route', 'measured')
  },
})
