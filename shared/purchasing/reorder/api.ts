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
  /** The part of `onOrder` in drafts. */
  inDrafts: pieces,
  /** Sold in the last 90 days. */
  consumed: pieces,
  leadTimeDays: pieces,
  /** True if it is the company's default, as the item has none. */
  leadTimeIsDefault: z.boolean(),
  lowAt: pieces,
  /** True if `lowAt` is the company's threshold, as the item has no reorder point. */
  lowAtIsDefault: z.boolean(),
  moq: pieces.nullable(),
  pcsPerCase: pieces,
  need: z.enum(reorderNeeds),
  unitCost: Money,
  position: pieces,
  needed: pieces,
  target: pieces,
  missing: pieces,
  /** The suggestion: the missing quantity, at least the MOQ, in whole cases. */
  quantity: pieces,
  /** The same from the demand forecast with a safety stock; null without a forecast. For information only. */
  forecast: z
    .object({
      demand: pieces,
      safetyStock: pieces,
      /** The demand during the lead time, plus the safety stock. */
      reorderPoint: pieces,
      needed: pieces,
      target: pieces,
      missing: pieces,
      quantity: pieces,
      /** The past error of such forecasts, as a fraction of the demand (WAPE). */
      wape: z.number().nullable(),
    })
    .nullable(),
})
export type ReorderItem = z.infer<typeof ReorderItem>

const Group = z.object({
  /** Null without a supplier: no order can be drafted. */
  supplier: named.nullable(),
  items: z.array(ReorderItem),
})
export type ReorderGroup = z.infer<typeof Group>

/** The choice "without a supplier". */
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
      /** The number of items; may exceed the number shown. */
      total: pieces,
      /** All suppliers with items to reorder, whichever one is filtered. */
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
