import { z } from 'zod'
import { byId, Id, optionalText, text, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Location } from '#shared/inventory/stock/api.ts'
import { locationTypes } from '#shared/inventory/stock/product.ts'
import { itemKinds } from '#shared/inventory/transfers/api.ts'

export const zonePurposes = ['storage', 'picking', 'receiving', 'shipping', 'cold', 'quarantine', 'returns'] as const
export const zonePurposeNames: Record<(typeof zonePurposes)[number], string> = {
  storage: 'Storage',
  picking: 'Picking',
  receiving: 'Receiving',
  shipping: 'Shipping',
  cold: 'Cold storage',
  quarantine: 'Quarantine',
  returns: 'Returns',
}

const whole = z.number().int()

export const Zone = z.object({
  id: Id,
  name: z.string(),
  purpose: z.enum(zonePurposes),
  description: z.string().nullable(),
  /** The stock there: items, and their pieces on hand. */
  items: whole,
  onHand: whole,
  /** Items with this location or zone, whether in stock or not. */
  kept: whole,
  version: Version,
})
export type Zone = z.infer<typeof Zone>

export const ZoneInput = z.strictObject({
  name: text(80),
  purpose: z.enum(zonePurposes).default('storage'),
  description: optionalText(500),
})

/** A location with its stock. */
export const LocationDetail = Location.extend({
  zones: z.array(Zone),
  items: whole,
  onHand: whole,
  committed: whole,
  /** On hand at cost. */
  value: Money,
  /** Items without a zone. */
  unzoned: whole,
})
export type LocationDetail = z.infer<typeof LocationDetail>

/** Pieces of one lot in a location. */
export const LotOnHand = z.object({
  /** The lot's id, unique in this list. */
  id: Id,
  item: z.object({ id: Id, name: z.string(), sku: z.string(), kind: z.enum(itemKinds) }),
  lotNumber: z.string(),
  lotStatus: z.string(),
  expiryDate: z.string().nullable(),
  zone: z.object({ id: Id, name: z.string() }).nullable(),
  onHand: whole,
  committed: whole,
  available: whole,
})
export type LotOnHand = z.infer<typeof LotOnHand>

const degrees = z.number()
/** Locations on a map, and the transfers between them. */
export const LocationMap = z.object({
  places: z.array(
    z.object({
      id: Id,
      name: z.string(),
      type: z.enum(locationTypes),
      address: z.string().nullable(),
      latitude: degrees,
      longitude: degrees,
      items: whole,
      onHand: whole,
    }),
  ),
  /** Filtered locations without coordinates. */
  unplaced: whole,
  /** Transfers of the last 90 days between two of the locations, and those in transit now. */
  ways: z.array(z.object({ from: Id, to: Id, transfers: whole, pieces: whole, underway: whole })),
})
export type LocationMap = z.infer<typeof LocationMap>

const byZone = z.strictObject({ id: Id, zoneId: Id })

/** Locations, their zones, and their stock. */
export const placesApi = {
  mapLocations: route('GET /api/location-map', {
    access: 'inventory.view',
    summary: 'Locations with coordinates, at most 500, and the transfers between them.',
    query: z.strictObject({ q: pageQuery.q, type: z.enum(locationTypes).optional() }),
    reply: LocationMap,
  }),
  getLocation: route('GET /api/locations/:id', {
    access: 'inventory.view',
    summary: 'One location with its zones and stock totals.',
    params: byId,
    reply: LocationDetail,
  }),
  listStanding: route('GET /api/locations/:id/stock', {
    access: 'inventory.view',
    summary: 'Stock at a location by lot.',
    params: byId,
    query: z.strictObject({
      ...pageQuery,
      /** A zone's id, or `none` for goods without a zone. */
      zone: z.union([Id, z.literal('none')]).optional(),
      kind: z.enum(itemKinds).optional(),
      sort: sortBy('name', 'zone', 'onHand').default('name'),
    }),
    reply: pageOf(LotOnHand),
  }),
  setConsignee: route('PUT /api/locations/:id/consignee', {
    access: 'inventory.edit',
    summary: 'Makes a location a customer’s consignment location, or no longer; refused while stock is there.',
    params: byId,
    body: z.strictObject({ accountId: Id.nullable() }),
    emits: ['inventory_updated', 'account_updated'],
    reply: LocationDetail,
    ifMatch: true,
  }),
  createZone: route('POST /api/locations/:id/zones', {
    access: 'inventory.edit',
    summary: 'Adds a zone to a location.',
    params: byId,
    body: ZoneInput,
    emits: ['inventory_updated'],
    reply: Zone,
    status: 201,
  }),
  updateZone: route('PUT /api/locations/:id/zones/:zoneId', {
    access: 'inventory.edit',
    summary: 'Changes a zone.',
    params: byZone,
    body: ZoneInput,
    emits: ['inventory_updated'],
    reply: Zone,
    ifMatch: true,
  }),
  deleteZone: route('DELETE /api/locations/:id/zones/:zoneId', {
    access: 'inventory.delete',
    summary:
      'Deletes a zone; refused while goods are assigned to it, unless they are reassigned, or while it is counted.',
    params: byZone,
    query: z.strictObject({
      /** The zone that its goods are moved to in the same step, or `none`. */
      moveTo: z.union([Id, z.literal('none')]).optional(),
    }),
    emits: ['inventory_updated'],
    reply: null,
  }),
  keepGoods: route('PUT /api/locations/:id/goods', {
    access: 'inventory.edit',
    summary: 'Assigns goods to a zone. No stock is moved to another location.',
    params: byId,
    body: z.strictObject({
      /** Null: without a zone. */
      zoneId: Id.nullable(),
      goods: z
        .array(
          z.strictObject({
            itemId: Id,
            /** Only this lot gets the zone; if undefined, the item with all its lots. */
            lotId: Id.optional(),
          }),
        )
        .min(1, 'is required')
        .max(200, 'may have at most 200 lines'),
    }),
    emits: ['inventory_updated'],
    reply: null,
  }),
} as const
