import { z } from 'zod'
import { DeliveryWindows } from '#shared/crm/partners/delivery-windows.ts'
import { byId, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'

const named = z.object({ id: Id, name: z.string() })

export const Vehicle = z.object({
  id: Id,
  name: z.string(),
  plate: z.string().nullable(),
  /** The capacity; null is no limit. */
  maxKg: z.number().int().nullable(),
  maxPackages: z.number().int().nullable(),
  hasColdBox: z.boolean(),
  notes: z.string().nullable(),
  createdAt: Timestamp,
  version: Version,
})
export type Vehicle = z.infer<typeof Vehicle>

const limit = z.number().int('must be a whole number').min(1, 'must be at least 1').max(1_000_000).nullish()

export const VehicleInput = z.strictObject({
  name: text(120),
  plate: optionalText(20),
  maxKg: limit,
  maxPackages: limit,
  hasColdBox: z.boolean().default(false),
  notes: optionalText(1000),
})

/** A driver for planning: working hours and usual vehicle. */
export const Driver = z.object({
  id: Id,
  name: z.string(),
  phone: z.string().nullable(),
  /** Days from Monday, 1, to Sunday, 7, with the hours; empty: 08:00 to 17:00 on weekdays. */
  hours: DeliveryWindows,
  vehicle: named.nullable(),
  version: Version,
})
export type Driver = z.infer<typeof Driver>

export const vehiclesApi = {
  listVehicles: route('GET /api/vehicles', {
    access: 'routes.view',
    summary: 'Vehicles by name.',
    query: z.strictObject({ ...pageQuery, sort: sortBy('name').default('name') }),
    reply: pageOf(Vehicle),
  }),
  getVehicle: route('GET /api/vehicles/:id', {
    access: 'routes.view',
    summary: 'One vehicle.',
    params: byId,
    reply: Vehicle,
  }),
  createVehicle: route('POST /api/vehicles', {
    access: 'routes.edit',
    summary: 'Adds a vehicle.',
    body: VehicleInput,
    emits: ['route_updated'],
    reply: Vehicle,
    status: 201,
  }),
  updateVehicle: route('PUT /api/vehicles/:id', {
    access: 'routes.edit',
    summary: 'Changes a vehicle.',
    params: byId,
    body: VehicleInput,
    emits: ['route_updated'],
    reply: Vehicle,
    ifMatch: true,
  }),
  deleteVehicle: route('DELETE /api/vehicles/:id', {
    access: 'routes.delete',
    summary: 'Deletes a vehicle that no planned or running route uses.',
    params: byId,
    emits: ['route_updated'],
    reply: null,
  }),
  listDrivers: route('GET /api/drivers', {
    access: 'routes.view',
    summary: 'Everybody with the role driver who may sign in, with hours and default vehicle.',
    reply: z.object({ data: z.array(Driver) }),
  }),
  updateDriver: route('PUT /api/drivers/:id', {
    access: 'routes.edit',
    summary: 'Sets the working hours and the default vehicle of a driver.',
    params: byId,
    body: z.strictObject({ hours: DeliveryWindows, vehicleId: Id.nullish() }),
    emits: ['route_updated'],
    reply: Driver,
    ifMatch: true,
  }),
} as const
