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

/** One making of a product, or the taking back of one. */
export const ProductionRow = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(runStatuses),
  product: named.extend({ sku: z.string() }),
  location: place,
  /** That went into stock. */
  quantity: count,
  /** Made beside them, and not good enough for stock. */
  rejected: count,
  /** Of all materials, beyond what the bill of materials asks for. */
  wasted: count,
  scrapReason: z.string().nullable(),
  /** Null where the product is kept without lots. */
  lotNumber: z.string().nullable(),
  expiryDate: z.string().nullable(),
  totalCost: Money,
  unitCost: Money,
  note: z.string().nullable(),
  /** The run that this one takes back, and why. */
  reverses: z.object({ id: Id, number: z.string() }).nullable(),
  reverseReason: z.string().nullable(),
  /** The run that took this one back. */
  reversedBy: z.object({ id: Id, number: z.string() }).nullable(),
  /** Why it can't be reversed, in words for the user; null where it can. */
  whyNotReversed: z.string().nullable(),
  actor: z.string().nullable(),
  at: Timestamp,
})
export type ProductionRow = z.infer<typeof ProductionRow>

/** What a run added to stock, and what it cost: less than nothing where it reverses another. */
export const addedBy = ({ status, quantity, totalCost }: Pick<ProductionRow, 'status' | 'quantity' | 'totalCost'>) =>
  status === 'reversal'
    ? { quantity: -quantity, cost: Number(totalCost) === 0 ? totalCost : `-${totalCost}` }
    : { quantity, cost: totalCost }

/** What waits until a factory that was lent to a customer is our own again: materials don't go back there. */
export const reversing = 'Reverse the run'

/** Why a run can't be reversed: for the program, and in words for the user; null where it can. `lent` names its factory where it was lent since. */
export function whyRunNotReversed(
  { number, status }: Pick<ProductionRow, 'number' | 'status'>,
  lent: readonly string[],
): { code: RefusalCode; reason: string } | null {
  if (status === 'reversal')
    return { code: 'INVALID_TRANSITION', reason: `${number} takes a run back itself. Make the goods anew.` }
  if (status === 'taken_back') return { code: 'ALREADY_DONE', reason: `${number} was already reversed.` }
  const reason = whyLent(lent, reversing)
  return reason === null ? null : { code: 'NOT_READY', reason }
}

export const ProductionRun = ProductionRow.extend({
  lotId: Id.nullable(),
  /** What the average cost of the product was before and after. */
  costBefore: Money,
  costAfter: Money,
  /** What went in, by material and lot; `quantity` with what was wasted of it. */
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
          /** Null where the material is kept without lots. */
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
  /** How many can be made in each factory now, and which materials allow no more. */
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
    /** Good pieces: they enter the stock. */
    quantity: Quantity,
    /** Of a product kept by lots; left out: when the first of its materials expires. */
    expiryDate: DateOnly.nullish(),
    /** Pieces that were made beside these and rejected: they take their materials and enter no stock. */
    rejected: QuantityOrNone.default(0),
    /** Materials that were used beyond the bill of materials. */
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

/** Making products of their raw materials. */
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
