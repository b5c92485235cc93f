import { z } from 'zod'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Quantity } from '#shared/quantity.ts'
import { PurchaseOrderRow } from '#shared/purchasing/orders/purchase-order.ts'
import { reorderNeeds } from './reorder.ts'

const named = z.object({ id: Id, name: z.string() })
const pieces = z.number().int()

export const ReorderItem = z.object({
  id: Id,
  kind: z.enum(['product', 'raw_material']),
  sku: z.string(),
  name: z.string(),
  available: pieces,
  waiting: pieces,
  onOrder: pieces,
  /** Of what is on order, in drafts that nobody has placed yet. */
  inDrafts: pieces,
  /** Sold in the last 90 days. */
  consumed: pieces,
  leadTimeDays: pieces,
  /** Whether the lead time is the company's, because the item has none. */
  leadTimeIsDefault: z.boolean(),
  lowAt: pieces,
  /** Whether `lowAt` is the company's threshold, because the item has no reorder point. */
  lowAtIsDefault: z.boolean(),
  moq: pieces.nullable(),
  pcsPerCase: pieces,
  need: z.enum(reorderNeeds),
  unitCost: Money,
  position: pieces,
  needed: pieces,
  target: pieces,
  missing: pieces,
  /** The suggestion: what is missing, at least the minimum order, in whole cases. */
  quantity: pieces,
  /** The same from the demand forecast with a safety stock; null without a forecast. Nothing follows from it by itself. */
  forecast: z
    .object({
      demand: pieces,
      safetyStock: pieces,
      /** Demand of the lead time with the safety stock. */
      reorderPoint: pieces,
      needed: pieces,
      target: pieces,
      missing: pieces,
      quantity: pieces,
      /** How far such forecasts were off, as a part of demand. */
      wape: z.number().nullable(),
    })
    .nullable(),
})
export type ReorderItem = z.infer<typeof ReorderItem>

const Group = z.object({
  /** Null for what has no supplier: it can't be drafted. */
  supplier: named.nullable(),
  items: z.array(ReorderItem),
})
export type ReorderGroup = z.infer<typeof Group>

/** Stands for "without a supplier" among the suppliers to choose from. */
export const noSupplier = 'none'

export const reorderApi = {
  listReorders: route('GET /api/reorder', {
    access: 'inventory.view',
    summary: 'What is low or will be before it could come, by supplier, with a suggested quantity.',
    query: z.strictObject({
      supplier: z.union([Id, z.literal(noSupplier)]).optional(),
      need: z.enum(reorderNeeds).optional(),
      q: z.string().trim().max(120).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(200),
    }),
    reply: z.object({
      data: z.array(Group),
      coverDays: pieces,
      serviceLevelPercent: z.number().int(),
      /** Items in all; more than are shown where it is above the limit. */
      total: pieces,
      /** Whose items are short, whichever supplier is asked for. */
      suppliers: z.array(z.object({ supplier: named.nullable(), items: pieces })),
    }),
  }),
  draftReorders: route('POST /api/reorder/drafts', {
    access: 'purchaseOrders.edit',
    summary: 'Drafts one purchase order a supplier.',
    body: z.strictObject({
      lines: z
        .array(z.strictObject({ itemId: Id, quantity: Quantity }))
        .min(1, 'needs at least one line')
        .max(500, 'may have at most 500 lines'),
    }),
    emits: ['inventory_transaction'],
    reply: z.object({ data: z.array(PurchaseOrderRow) }),
    status: 201,
    idempotency: 'required',
  }),
} as const
