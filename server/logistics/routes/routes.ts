import { businessDate } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { deliveryStatusApi } from '#shared/logistics/routes/delivery-status-api.ts'
import { routeDocumentsApi } from '#shared/logistics/routes/documents-api.ts'
import { drivingTimesApi } from '#shared/logistics/routes/driving-times-api.ts'
import { plansApi } from '#shared/logistics/routes/plans-api.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { neighbours } from '#server/db/keyset.ts'
import { completeRoute, lockJourney, postponeStop, startRoute } from '#server/flows/deliveries/drive-route.ts'
import {
  addStops,
  cancelRoute,
  changeServiceTime,
  createRoute,
  createRoutes,
  deleteRoute,
  removeStop,
  updateRoute,
} from '#server/flows/deliveries/plan-route.ts'
import { applyOrder, costStops, findOrder, reorderStops } from '#server/flows/deliveries/reorder-route.ts'
import { drawRoute } from '#server/flows/deliveries/print-route.ts'
import { proposeDay } from '#server/flows/deliveries/plan-day.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { command } from '#server/kernel/command.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import type { Work } from '#server/kernel/work.ts'
import type { MeasureRoads } from './road-legs.ts'
import { getDeliveryStatus } from './delivery-status.ts'
import { listDrivers, updateDriver } from './drivers.ts'
import { listDrivingTimes } from './driving-times.ts'
import { countRoutes, listRoutes, routePlan } from './route-list.ts'
import { whyNotReorderable } from '#shared/logistics/routes/route-transitions.ts'
import { mapRoutes } from './route-map.ts'
import { assertCrewsFree, holdDay } from './crew-times.ts'
import { listWaiting } from './planning.ts'
import { getRoute } from './route-view.ts'
import { createVehicle, deleteVehicle, getVehicle, listVehicles, updateVehicle } from './vehicles.ts'

const shown = (work: Work, id: string) => getRoute(work.tx, id)

interface RouteDeps extends ServeDeps {
  /** Measures legs by road; `hasRoads`: there is a service for it. */
  measure: MeasureRoads
  hasRoads: boolean
}

export function serveRoutes({ read, write }: Serve, deps: RouteDeps): void {
  const { clock, timeZone, measure } = deps
  /** Legs of stops that were added by hand are measured after the commit. */
  const measureLater = async (work: Work, routeId: string) => {
    if (deps.hasRoads) await queueJob(work.tx, 'measure-route', { routeId })
  }
  read(routesApi.listRoutes, ({ db, query }) => listRoutes(db, query))
  read(routesApi.countRoutes, async ({ db }) => ({ data: await countRoutes(db) }))
  read(routesApi.mapRoutes, ({ db, query }) => mapRoutes(db, query))
  read(routesApi.getRoute, ({ db, params }) => getRoute(db, params.id))
  read(routesApi.getNeighbours, ({ db, params, query }) => neighbours(db, routePlan(query), params.id))
  write(routesApi.createRoute, async (work, { body }) => {
    const id = await createRoute(work, body)
    if (body.shipmentIds?.length) await measureLater(work, id)
    return shown(work, id)
  })
  write(routesApi.updateRoute, async (work, { params, version, body }) => {
    await updateRoute(work, params.id, version, body)
    await measureLater(work, params.id)
    return shown(work, params.id)
  })
  write(routesApi.deleteRoute, (work, { params }) => deleteRoute(work, params.id))
  write(
    routesApi.addStops,
    acting(async (work, id, body) => {
      await addStops(work, id, body.shipmentIds)
      await measureLater(work, id)
    }),
  )
  write(routesApi.removeStop, async (work, { params }) => {
    await removeStop(work, params.id, params.stopId)
    return shown(work, params.id)
  })
  write(routesApi.changeStop, async (work, { params, version, body }) => {
    await changeServiceTime(work, params.id, params.stopId, version, body.serviceMinutes)
    return shown(work, params.id)
  })
  write(routesApi.reorderStops, async (work, { params, version, body }) => {
    await reorderStops(work, params.id, version, body.stopIds)
    return shown(work, params.id)
  })
  read(routesApi.costStops, async ({ db, params, body }) => {
    await getRoute(db, params.id)
    return { data: await costStops({ db, measure }, params.id, clock(), body.stopIds) }
  })
  read(routeDocumentsApi.printRoute, async ({ db, params, reply }): Promise<never> => {
    const { name, content } = await drawRoute(db, params.id, params.kind)
    reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`)
    return content as never
  })
  read(drivingTimesApi.listDrivingTimes, ({ db }) => listDrivingTimes(db))
  // The search runs outside of a transaction, so it holds no locks; changes made meanwhile are detected.
  read(routesApi.optimiseRoute, async ({ db, caller, params, query, body }) => {
    const route = await getRoute(db, params.id)
    const why = whyNotReorderable(route.status)
    if (why) throw new Refusal('NOT_EDITABLE', why, { details: { status: route.status } })
    const data = await findOrder({ db, measure }, params.id, clock(), body)
    if (query.apply === 'true') {
      const { method, path } = routesApi.optimiseRoute
      const request = { caller, route: `${method} ${path}`, status: 200 }
      await command(
        deps,
        request,
        (work) => applyOrder(work, params.id, data.after.stopIds),
        () => '',
      )
    }
    return { data }
  })
  write(
    routesApi.startRoute,
    acting((work, id) => startRoute(work, id)),
  )
  write(
    routesApi.cancelRoute,
    acting((work, id, body) => cancelRoute(work, id, body.reason)),
  )
  write(
    routesApi.completeRoute,
    acting((work, id, body) => completeRoute(work, id, body.drivenKm)),
  )
  write(routesApi.postponeStop, async (work, { params, body }) => {
    await postponeStop(work, await lockJourney(work, params.id), params.stopId, body)
    return shown(work, params.id)
  })

  read(plansApi.listWaiting, async ({ db, query }) => ({ data: await listWaiting(db, query.date) }))
  read(plansApi.planDay, async ({ db, caller, body }) => {
    const { plan, routes } =
      body.save && body.routes
        ? { plan: { date: body.date, proposals: [], unplanned: [] }, routes: body.routes }
        : await proposeDay({ db, measure }, body, clock())
    if (!body.save) return { data: plan, saved: [] }
    const saved: Route[] = []
    const request = { caller, route: 'POST /api/route-plans', status: 200 }
    const save = async (work: Work) => {
      saved.splice(0)
      await holdDay(work, body.date)
      const ids = await createRoutes(
        work,
        routes.map((one) => ({ ...one, date: body.date, startId: body.startId, notes: null })),
      )
      await assertCrewsFree(work, ids)
      for (const id of ids) saved.push(await shown(work, id))
    }
    if (routes.length > 0) await command(deps, request, save, () => '')
    return { data: plan, saved }
  })
  read(deliveryStatusApi.getDeliveryStatus, async ({ db, query }) => ({
    data: await getDeliveryStatus(db, query.date ?? businessDate(clock(), timeZone())),
  }))

  read(vehiclesApi.listVehicles, ({ db, query }) => listVehicles(db, query))
  read(vehiclesApi.getVehicle, ({ db, params }) => getVehicle(db, params.id))
  write(vehiclesApi.createVehicle, (work, { body }) => createVehicle(work, body))
  write(vehiclesApi.updateVehicle, (work, { params, version, body }) => updateVehicle(work, params.id, version, body))
  write(vehiclesApi.deleteVehicle, (work, { params }) => deleteVehicle(work, params.id))
  read(vehiclesApi.listDrivers, async ({ db }) => ({ data: await listDrivers(db) }))
  write(vehiclesApi.updateDriver, (work, { params, version, body }) => updateDriver(work, params.id, version, body))
}

/** A call on one route: runs `act` and returns the updated route. */
function acting<B>(act: (work: Work, id: string, body: B) => Promise<void>) {
  return async (work: Work, { params, body }: { params: { id: string }; body: B }) => {
    await act(work, params.id, body)
    return shown(work, params.id)
  }
}
