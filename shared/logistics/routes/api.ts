import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text } from '#shared/fields.ts'
import type { Emitted } from '#shared/http/event-names.ts'
import { Beside, pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { ClockTime, MappedRoute, Route, RouteCost, RouteRow } from './route.ts'
import { routeStatuses } from '#shared/logistics/shipments/route-status.ts'

const nothing = z.strictObject({})
const ofStops = ['route_updated', 'shipping_updated', 'sales_order_updated'] as const
const underWay = [...ofStops, 'tracking_updated'] as const
const shipmentIds = z.array(Id).min(1, 'needs at least one shipment').max(200, 'may have at most 200 shipments')

export const RouteInput = z.strictObject({
  date: DateOnly,
  driverId: Id,
  vehicleId: Id.nullish(),
  /** The location where it starts and ends. */
  startId: Id,
  startsAt: ClockTime.default('08:00'),
  notes: optionalText(1000),
})

export const routeFilters = {
  status: z.enum(routeStatuses).optional(),
  driver: Id.optional(),
  vehicle: Id.optional(),
  /** Days of the routes, both included. */
  from: DateOnly.optional(),
  to: DateOnly.optional(),
  sort: sortBy('date', 'number').default('-date'),
} as const

const stopParams = z.strictObject({ id: Id, stopId: Id })

function act<const B extends z.ZodType>(path: string, summary: string, body: B, emits: readonly Emitted[]) {
  return route(`POST /api/routes/:id/${path}`, {
    access: 'routes.edit',
    summary,
    params: byId,
    body,
    emits,
    reply: Route,
    idempotency: 'required',
  })
}

/** Routes of the company's own drivers, for the office; driver/api.ts has the drivers' endpoints. */
export const routesApi = {
  listRoutes: route('GET /api/routes', {
    access: 'routes.view',
    summary: 'Routes, the latest day first.',
    query: z.strictObject({ ...pageQuery, ...routeFilters }),
    reply: pageOf(RouteRow),
  }),
  countRoutes: route('GET /api/routes/status-counts', {
    access: 'routes.view',
    summary: 'How many routes there are in each status.',
    reply: z.object({ data: z.array(z.object({ status: z.enum(routeStatuses), count: z.number().int() })) }),
  }),
  mapRoutes: route('GET /api/routes/map', {
    access: 'routes.view',
    summary: 'Where the routes of a filtered list lead: at most 60 of them, with their stops.',
    query: z.strictObject({ q: pageQuery.q, ...routeFilters }),
    reply: z.object({ data: z.array(MappedRoute), isCut: z.boolean() }),
  }),
  getRoute: route('GET /api/routes/:id', {
    access: 'routes.view',
    summary: 'One route with its stops, load, costs and transitions.',
    params: byId,
    reply: Route,
  }),
  getNeighbours: route('GET /api/routes/:id/neighbours', {
    access: 'routes.view',
    summary: 'The routes before and after it in a filtered list.',
    params: byId,
    query: z.strictObject(routeFilters),
    reply: Beside,
  }),
  createRoute: route('POST /api/routes', {
    access: 'routes.edit',
    summary: 'Creates a PLANNED route, with these shipments as its stops.',
    body: RouteInput.extend({ shipmentIds: shipmentIds.optional() }),
    emits: ofStops,
    reply: Route,
    status: 201,
    idempotency: 'required',
  }),
  updateRoute: route('PATCH /api/routes/:id', {
    access: 'routes.edit',
    summary: 'Changes a PLANNED route: day, driver, vehicle, start, notes.',
    params: byId,
    body: RouteInput.partial(),
    emits: ['route_updated'],
    reply: Route,
    ifMatch: true,
  }),
  deleteRoute: route('DELETE /api/routes/:id', {
    access: 'routes.delete',
    summary: 'Deletes a route that is not under way; its shipments wait to be planned again.',
    params: byId,
    emits: ofStops,
    reply: null,
  }),
  addStops: act(
    'stops',
    'Puts shipments on a PLANNED route; each may be on one route only.',
    z.strictObject({ shipmentIds }),
    ofStops,
  ),
  removeStop: route('DELETE /api/routes/:id/stops/:stopId', {
    access: 'routes.edit',
    summary: 'Takes a stop off a PLANNED route.',
    params: stopParams,
    emits: ofStops,
    reply: Route,
  }),
  changeStop: route('PATCH /api/routes/:id/stops/:stopId', {
    access: 'routes.edit',
    summary: 'Says how many minutes the driver stays at a stop of a PLANNED route.',
    params: stopParams,
    body: z.strictObject({
      serviceMinutes: z
        .number('must be a whole number')
        .int('must be a whole number')
        .min(0, 'must be at least 0')
        .max(480, 'must be at most 480'),
    }),
    emits: ['route_updated'],
    reply: Route,
    ifMatch: 'optional',
  }),
  reorderStops: route('PUT /api/routes/:id/stop-order', {
    access: 'routes.edit',
    summary: 'Puts the stops of a PLANNED route in this order; 409 once it has started.',
    params: byId,
    body: z.strictObject({ stopIds: z.array(Id).max(200) }),
    emits: ['route_updated'],
    reply: Route,
    ifMatch: 'optional',
  }),
  costStops: route('POST /api/routes/:id/stop-costs', {
    access: 'routes.view',
    summary: 'What the stops in this order would cost in metres, seconds and lateness; changes nothing.',
    params: byId,
    body: z.strictObject({ stopIds: z.array(Id).max(200) }),
    emits: [],
    reply: z.object({ data: z.object({ before: RouteCost, after: RouteCost }) }),
    idempotency: 'none',
  }),
  optimiseRoute: route('POST /api/routes/:id/optimisation', {
    access: 'routes.edit',
    summary: 'The best order found: no lateness, then least travel. Saved unless `apply=false`.',
    params: byId,
    query: z.strictObject({ apply: z.enum(['true', 'false']).default('true') }),
    body: z.strictObject({
      /** Stops with a fixed place in the order. */
      lockedStopIds: z.array(Id).max(200).default([]),
      budgetMs: z.number().int().min(50).max(5000).default(1000),
    }),
    emits: ['route_updated'],
    reply: z.object({ data: z.object({ before: RouteCost, after: RouteCost }) }),
    idempotency: 'none',
  }),
  startRoute: act(
    'start',
    'The driver sets off: the first stop is ON_THE_WAY, the others are in transit.',
    nothing,
    underWay,
  ),
  cancelRoute: act(
    'cancellation',
    'Cancels a PLANNED route; its shipments wait to be planned again.',
    z.strictObject({ reason: text(500) }),
    ofStops,
  ),
  completeRoute: act(
    'completion',
    'Completes a route whose stops all have an end.',
    z.strictObject({ drivenKm: z.number().min(0).max(5000).nullish() }),
    underWay,
  ),
  postponeStop: route('POST /api/routes/:id/stops/:stopId/postponement', {
    access: 'routes.edit',
    summary: 'Moves an open stop of a route IN_PROGRESS behind the others, or behind one of them.',
    params: stopParams,
    body: z.strictObject({ reason: text(500), afterStopId: Id.nullish() }),
    emits: underWay,
    reply: Route,
    idempotency: 'required',
  }),
} as const
