import { z } from 'zod'
import type { Module } from '#shared/access/roles.ts'
import { byId, Id, text, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { PriceInput } from '#shared/money.ts'
import { maxQuantity, Quantity } from '#shared/quantity.ts'
import { customReason, needsCustomReason } from './custom-reason.ts'
import { arrivingLot } from './product.ts'
import { addReasons, reduceReasons } from './stock-reasons.ts'

export const AddStock = z
  .strictObject({
    quantity: Quantity,
    reason: z.enum(addReasons),
    ...customReason,
    /** The location of arrival; the item's default location if undefined. */
    locationId: Id.optional(),
    ...arrivingLot,
  })
  .superRefine(needsCustomReason)

const addedLot = z.strictObject({
  quantity: Quantity,
  /** The location of arrival; the item's default location if undefined. */
  locationId: Id.optional(),
  ...arrivingLot,
  /** The cost of one piece, which goes into the average cost. If undefined, the item's current cost. */
  unitCost: PriceInput.optional(),
})
const addLotsOf = <Lot extends z.ZodType<{ quantity: number }>>(lot: Lot) =>
  z
    .strictObject({
      reason: z.enum(addReasons),
      ...customReason,
      lots: z
        .array(lot)
        .min(1, 'needs at least one row')
        .max(200, 'may have at most 200 rows')
        .refine(
          (lots) => lots.reduce((sum, { quantity }) => sum + quantity, 0) <= maxQuantity,
          `may be at most ${maxQuantity.toLocaleString('en')} pieces in all`,
        ),
    })
    .superRefine(needsCustomReason)

/** Several lots that arrive together, or one item at several locations. */
export const AddStockLots = addLotsOf(addedLot)
/** The same for a lot-tracked item, for a form: the server knows the item. */
export const AddTrackedLots = addLotsOf(addedLot.extend({ lotNumber: text(60) }))

export const ReduceStock = z
  .strictObject({
    quantity: Quantity,
    reason: z.enum(reduceReasons),
    ...customReason,
    /** The source location; the item's default location if undefined. */
    locationId: Id.optional(),
    /** The lot to take from; by FEFO if undefined. */
    lotId: Id.optional(),
  })
  .superRefine(needsCustomReason)

/** A stock movement: who, when, why, and by which document. */
export const StockMovement = z.object({
  id: z.number().int(),
  at: Timestamp,
  effect: z.string(),
  onHandChange: z.number().int(),
  committedChange: z.number().int(),
  /** On hand and reserved at all locations after this movement. */
  onHandAfter: z.number().int(),
  committedAfter: z.number().int(),
  reason: z.string(),
  customReason: z.string().nullable(),
  actor: z.string().nullable(),
  location: z.string(),
  lotNumber: z.string(),
  document: z.object({ type: z.string(), id: Id, number: z.string().nullable() }),
})
export type StockMovement = z.infer<typeof StockMovement>

/** Manual stock changes of products or raw materials, and their movements. */
export const stockRoutes = <M extends Module, Reply extends z.ZodType>(
  path: `/${string}`,
  item: string,
  module: M,
  reply: Reply,
) => {
  const changed = {
    access: `${module}.edit`,
    params: byId,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply,
    idempotency: 'required',
  } as const
  return {
    addStock: route(`POST ${path}/:id/stock-additions`, {
      ...changed,
      summary: 'Adds stock manually.',
      body: AddStock,
    }),
    addStockLots: route(`POST ${path}/:id/stock-lots`, {
      ...changed,
      summary: 'Adds stock manually in several lots or places: all of it, or nothing.',
      body: AddStockLots,
    }),
    reduceStock: route(`POST ${path}/:id/stock-reductions`, {
      ...changed,
      summary: 'Reduces stock manually, never below the committed quantity.',
      body: ReduceStock,
    }),
    listStockHistory: route(`GET ${path}/:id/stock-history`, {
      access: `${module}.view` as const,
      summary: `Every movement of ${item}, newest first.`,
      params: byId,
      query: z.strictObject({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
      reply: pageOf(StockMovement),
    }),
  }
}
