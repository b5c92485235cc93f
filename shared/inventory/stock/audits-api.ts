import { z } from 'zod'
import { byId, Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { QuantityOrNone } from '#shared/quantity.ts'
import type { StockMovement } from './stock-changes.ts'
import { customReason, needsCustomReason } from './custom-reason.ts'
import { Product } from './product.ts'
import { auditReasons } from './stock-reasons.ts'

export const AuditStock = z
  .strictObject({
    /** The counted quantity at all locations. */
    totalQuantity: QuantityOrNone,
    /** The reserved quantity by the auditor; it must match the reservations, after those of `release` are released. */
    committedQuantity: QuantityOrNone,
    reason: z.enum(auditReasons),
    ...customReason,
    /** `position` of the product when it was counted; 412 if its stock has moved since. */
    position: z.number('must be a whole number').int('must be a whole number').min(0, 'must not be negative'),
    /** All locations and lots with stock or findings; optional if there is one at most. */
    counts: z
      .array(z.strictObject({ locationId: Id, lotId: Id, quantity: QuantityOrNone }))
      .max(500, 'may have at most 500 places')
      .optional(),
    /** Orders whose reservations of this product are released, and which then wait for stock. */
    release: z.array(Id).max(100, 'may have at most 100 orders').default([]),
  })
  .superRefine(needsCustomReason)

/** A document with reserved pieces of a product, and whether an audit may release them. */
export const CommittedDocument = z.object({
  type: z.string(),
  id: Id,
  number: z.string().nullable(),
  status: z.string().nullable(),
  /** Only for users who may see orders. */
  customer: z.string().nullable(),
  quantity: z.number().int(),
  /** Why it can't be released; null if it can. */
  whyKept: z.string().nullable(),
})
export type CommittedDocument = z.infer<typeof CommittedDocument>

/** The details of COMMITTED_TO_ORDERS. */
export interface CommittedToOrders {
  /** Reserved now. */
  committed: number
  holders: CommittedDocument[]
}

/** The details of VERSION_CONFLICT for an audit. */
export interface ChangedMeanwhile {
  position: number
  /** The movements since the count, newest first. */
  movements: StockMovement[]
  stock: Product['stock']
}

/** Stock audits, and documents with reservations. */
export const auditsApi = {
  auditStock: route('POST /api/products/:id/stock-audits', {
    access: 'inventory.edit',
    summary:
      'Books what was counted as the difference to what the ledger says. 412 with what moved since it was counted; 409 with the orders that hold it where the committed quantity differs.',
    params: byId,
    body: AuditStock,
    emits: ['inventory_transaction', 'inventory_updated', 'sales_order_updated', 'invoice_updated'],
    reply: Product,
    idempotency: 'required',
    checksSeenContent: true,
  }),
  listHolders: route('GET /api/products/:id/holders', {
    access: 'inventory.view',
    summary: 'The documents that hold pieces of a product, the oldest first.',
    params: byId,
    reply: z.object({ data: z.array(CommittedDocument) }),
  }),
} as const
