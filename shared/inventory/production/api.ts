import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Quantity, QuantityOrNone } from '#shared/quantity.ts'
import { locationTypes } from '#shared/inventory/stock/product.ts'
import type { RefusalCode } from '#shared/http/refusal.ts'
import { whyLent } from '#shared/inventory/stock/why-lent.ts'

const count = z.number().int()
const named = z.object({ id: Id, name: z.string() })
const place = named.extend({ type: z.enum(locationTypes) })

export const runStatuses = ['made', 'taken_back', 'reversal'] as const
export type RunStatus = (typeof runStatuses)[number]
export const runStatusNames: Record<RunStatus, string> = {
  made: 'Completed',
  taken_back: 'Reversed',
  reversal: 'Reversal',
}

/** A production run, or the reversal of one. */
export const ProductionRow = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(runStatuses),
  product: named.extend({ sku: z.string() }),
  location: place,
  /** Pieces that went into stock. */
  quantity: count,
  /** Additional pieces that were rejected. */
  rejected: count,
  /** Of all materials, beyond the bill of materials. */
  wasted: count,
  scrapReason: z.string().nullable(),
  /** Null for products that aren't lot-tracked. */
  lotNumber: z.string().nullable(),
  expiryDate: z.string().nullable(),
  totalCost: Money,
  unitCost: Money,
  note: z.string().nullable(),
  /** The run that this one reverses, and why. */
  reverses: z.object({ id: Id, number: z.string() }).nullable(),
  reverseReason: z.string().nullable(),
  /** The run that reversed this one. */
  reversedBy: z.object({ id: Id, number: z.string() }).nullable(),
  /** Why it can't be reversed, in words for the user; null if it can. */
  whyNotReversed: z.string().nullable(),
  actor: z.string().nullable(),
  at: Timestamp,
})
export type ProductionRow = z.infer<typeof ProductionRow>

/** The pieces that a run added to stock, and their cost: negative for a reversal. */
export const addedBy = ({ status, quantity, totalCost }: Pick<ProductionRow, 'status' | 'quantity' | 'totalCost'>) =>
  status === 'reversal'
    ? { quantity: -quantity, cost: Number(totalCost) === 0 ? totalCost : `-${totalCost}` }
    : { quantity, cost: totalCost }

/** The action that is not possible while the factory is lent to a customer: materials don't go back there. */
export const reversing = 'Reverse the run'

/**
 * Why a run can't be reversed: an error code, and a text for the user; null if it can. `lent` is its factory, if it has been
 * lent to a customer since.
 */
export function whyRunNotReversed(
  { number, status }: Pick<ProductionRow, 'number' | 'status'>,
  lent: readonly string[],
): { code: RefusalCode; reason: string } | null {
  if (status === 'reversal')
    return {
      code: 'INVALID_TRANSITION',
      reason: `${number} is a reversal and can’t be reversed. Make the goods again instead.`,
    }
  if (status === 'taken_back') return { code: 'ALREADY_DONE', reason: `${number} was already reversed.` }
  const reason = whyLent(lent, reversing)
  return reason === null ? null : { code: 'NOT_READY', reason }
}

export const ProductionRun = ProductionRow.extend({
  lotId: Id.nullable(),
  /** The average cost of the product before and after. */
  costBefore: Money,
  costAfter: Money,
  /** The materials used, by lot; `quantity` includes waste. */
  materials: z.array(
    named.extend({
      sku: z.string(),
      perPiece: count,
      quantity: count,
      wasted: count,
      cost: Money,
      lots: z.array(
        z.object({
          lotId: Id,
          /** Null for materials that aren't lot-tracked. */
          lotNumber: z.string().nullable(),
          expiryDate: z.string().nullable(),
          quantity: count,
          wasted: count,
        }),
      ),
    }),
  ),
})
export type ProductionRun = z.infer<typeof ProductionRun>

export const Production = z.object({
  product: named.extend({ sku: z.string(), lotControlled: z.boolean() }),
  materials: z.array(named.extend({ perPiece: count })),
  /** How many can be made in each factory now, and the materials that limit it. */
  factories: z.array(
    z.object({
      location: place,
      canMake: count,
      limits: z.array(named.extend({ quantity: count, available: count })),
    }),
  ),
  /** The latest 5. */
  runs: z.array(ProductionRow),
})
export type Production = z.infer<typeof Production>

export const ProductionInput = z
  .strictObject({
    locationId: Id,
    /** Good pieces, which go into stock. */
    quantity: Quantity,
    /** For lot-tracked products; if undefined, the earliest expiry of its materials. */
    expiryDate: DateOnly.nullish(),
    /** Additional rejected pieces: they use materials and don't go into stock. */
    rejected: QuantityOrNone.default(0),
    /** Materials used beyond the bill of materials. */
    wasted: z
      .array(z.strictObject({ itemId: Id, quantity: Quantity }))
      .max(200, 'may have at most 200 materials')
      .default([]),
    /** Why pieces were rejected or materials wasted. */
    scrapReason: optionalText(500),
    note: optionalText(1000),
  })
  .superRefine(({ rejected, wasted, scrapReason }, context) => {
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['scrapReason'], message })
    const isScrap = rejected > 0 || wasted.length > 0
    if (isScrap && !scrapReason) issue('is required')
    if (!isScrap && scrapReason) issue('is only allowed with rejected or wasted quantities')
  })

/** Producing products from raw materials. */
export const productionApi = {
  listRuns: route('GET /api/production-runs', {
    access: 'inventory.view',
    summary: 'Production runs and reversals, newest first; filter by status, factory, product or material.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(runStatuses).optional(),
      location: Id.optional(),
      product: Id.optional(),
      material: Id.optional(),
      sort: sortBy('at', 'number', 'quantity').default('-at'),
    }),
    reply: pageOf(ProductionRow),
  }),
  getRun: route('GET /api/production-runs/:id', {
    access: 'inventory.view',
    summary: 'One run: the lots that went in, what was scrapped, and what it cost.',
    params: byId,
    reply: ProductionRun,
  }),
  getProduction: route('GET /api/products/:id/production', {
    access: 'inventory.view',
    summary: 'How many of a product can be made in each factory, and what was made.',
    params: byId,
    reply: Production,
  }),
  produce: route('POST /api/products/:id/production', {
    access: 'inventory.edit',
    summary:
      'Produces a product at a factory from its raw materials, first expiring first. Scrap cost is absorbed by good units.',
    params: byId,
    body: ProductionInput,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: ProductionRun,
    status: 201,
    idempotency: 'required',
  }),
  reverseProduction: route('POST /api/production-runs/:id/reversal', {
    access: 'inventory.edit',
    summary: 'Reverses a run: the products are deducted and the materials return to their lots.',
    params: byId,
    body: z.strictObject({ reason: text(500) }),
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: ProductionRun,
    idempotency: 'required',
  }),
} as const
