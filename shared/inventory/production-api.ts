import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Quantity } from '#shared/quantity.ts'
import { locationTypes } from './product.ts'

const count = z.number().int()
const named = z.object({ id: Id, name: z.string() })
const place = named.extend({ type: z.enum(locationTypes) })

/** One making of a product, or the taking back of one. */
export const ProductionRun = z.object({
  id: Id,
  number: z.string(),
  location: place,
  quantity: count,
  /** Null where the product is kept without lots. */
  lotNumber: z.string().nullable(),
  expiryDate: z.string().nullable(),
  totalCost: Money,
  unitCost: Money,
  note: z.string().nullable(),
  /** The number of the run that this one takes back, and why. */
  reverses: z.string().nullable(),
  reverseReason: z.string().nullable(),
  isReversed: z.boolean(),
  actor: z.string().nullable(),
  at: Timestamp,
  /** What went in, by material. */
  materials: z.array(named.extend({ quantity: count, cost: Money })),
})
export type ProductionRun = z.infer<typeof ProductionRun>

export const Production = z.object({
  /** How many can be made in each factory now, and which materials allow no more. */
  factories: z.array(
    z.object({
      location: place,
      canMake: count,
      limits: z.array(named.extend({ quantity: count, available: count })),
    }),
  ),
  /** The latest 50. */
  runs: z.array(ProductionRun),
})
export type Production = z.infer<typeof Production>

export const ProductionInput = z.strictObject({
  locationId: Id,
  quantity: Quantity,
  /** Of a product kept by lots; left out: when the first of its materials expires. */
  expiryDate: DateOnly.nullish(),
  note: optionalText(1000),
})

/** Making products of their raw materials. */
export const productionApi = {
  getProduction: route('GET /api/products/:id/production', {
    access: 'inventory.view',
    summary: 'How many of a product can be made in each factory, and what was made.',
    params: byId,
    reply: Production,
  }),
  produce: route('POST /api/products/:id/production', {
    access: 'inventory.edit',
    summary:
      'Makes a product at a factory: its raw materials leave the stock there, first expiring first, and it enters it.',
    params: byId,
    body: ProductionInput,
    reply: ProductionRun,
    status: 201,
    idempotency: 'required',
  }),
  reverseProduction: route('POST /api/production-runs/:id/reversal', {
    access: 'inventory.edit',
    summary: 'Takes a run back: what was made leaves the stock, and the materials are back in their lots.',
    params: byId,
    body: z.strictObject({ reason: text(500) }),
    reply: ProductionRun,
    idempotency: 'required',
  }),
} as const
