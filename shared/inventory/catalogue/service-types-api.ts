import { z } from 'zod'
import { byId, Id, optionalText, text, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money, PriceInput } from '#shared/money.ts'

/** A service for customers, with its list price. */
export const ServiceType = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  /** The unit of the price: "hour", "visit". */
  unit: z.string(),
  price: Money,
  version: Version,
})
export type ServiceType = z.infer<typeof ServiceType>

export const ServiceTypeInput = z.strictObject({
  name: text(120),
  description: optionalText(1000),
  unit: text(30),
  price: PriceInput,
})

/** Services that the company sells besides goods. */
export const serviceTypesApi = {
  listServiceTypes: route('GET /api/service-types', {
    access: ['inventory.view', 'salesOrders.view'],
    summary: 'Service types, by name.',
    query: z.strictObject({ ...pageQuery, sort: sortBy('name').default('name') }),
    reply: pageOf(ServiceType),
  }),
  createServiceType: route('POST /api/service-types', {
    access: 'inventory.edit',
    summary: 'Adds a service type.',
    body: ServiceTypeInput,
    emits: ['inventory_updated'],
    reply: ServiceType,
    status: 201,
  }),
  updateServiceType: route('PUT /api/service-types/:id', {
    access: 'inventory.edit',
    summary: 'Changes a service type.',
    params: byId,
    body: ServiceTypeInput,
    emits: ['inventory_updated'],
    reply: ServiceType,
    ifMatch: true,
  }),
  deleteServiceType: route('DELETE /api/service-types/:id', {
    access: 'inventory.delete',
    summary: 'Deletes a service type.',
    params: byId,
    emits: ['inventory_updated'],
    reply: null,
  }),
} as const
