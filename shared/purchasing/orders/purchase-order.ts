import { z } from 'zod'
import { mailStates } from '#shared/delivery/api.ts'
import { Id, Timestamp, Version } from '#shared/fields.ts'
import { locationTypes } from '#shared/inventory/stock/product.ts'
import { Money } from '#shared/money.ts'
import { feeKinds } from './purchase-amounts.ts'
import { purchaseActionNames, purchaseStatuses } from './purchase-transitions.ts'

/* A purchase order with its receipts and returns to the supplier. */

const named = z.object({ id: Id, name: z.string() })

export const PurchaseOrderRow = z.object({
  id: Id,
  number: z.string(),
  supplier: named,
  location: named.extend({ type: z.enum(locationTypes) }),
  status: z.enum(purchaseStatuses),
  orderDate: z.string(),
  expectedDate: z.string().nullable(),
  /** Goods were expected before today, by the line's or the order's date, and have not all arrived. */
  late: z.boolean(),
  /** The earliest of these dates; null if nothing is late. */
  lateSince: z.string().nullable(),
  lines: z.number().int(),
  /** Pieces of all lines: ordered, and received. */
  ordered: z.number().int(),
  received: z.number().int(),
  total: Money,
  reference: z.string().nullable(),
  sentAt: Timestamp.nullable(),
  createdAt: Timestamp,
  version: Version,
})
export type PurchaseOrderRow = z.infer<typeof PurchaseOrderRow>

/** Items that can be purchased: products and raw materials. */
export const PurchaseItem = z.object({
  id: Id,
  kind: z.enum(['product', 'raw_material']),
  sku: z.string(),
  name: z.string(),
  cost: Money,
  moq: z.number().int().nullable(),
  pcsPerCase: z.number().int(),
  available: z.number().int(),
  lotControlled: z.boolean(),
  supplierId: Id.nullable(),
  supplierCode: z.string().nullable(),
})
export type PurchaseItem = z.infer<typeof PurchaseItem>

const PurchaseLine = z.object({
  id: Id,
  item: PurchaseItem,
  quantity: z.number().int(),
  unitCost: Money,
  total: Money,
  expectedDate: z.string().nullable(),
  received: z.number().int(),
  /** Pieces to be received; 0 if enough have arrived. */
  open: z.number().int(),
  /** The maximum that may still be received, with the tolerance. */
  receivable: z.number().int(),
})
export type PurchaseLine = z.infer<typeof PurchaseLine>

const PurchaseFee = z.object({
  kind: z.enum(feeKinds),
  label: z.string().nullable(),
  amount: Money,
})

const who = z.string().nullable()

export const GoodsReceipt = z.object({
  id: Id,
  number: z.string(),
  receivedDate: z.string(),
  deliveryNote: z.string().nullable(),
  notes: z.string().nullable(),
  /** The cost of the goods, their part of the order's fees (including later ones), and the sum. */
  value: Money,
  fees: Money,
  landed: Money,
  at: Timestamp,
  actor: who,
  reversed: z.object({ at: Timestamp, actor: who, reason: z.string() }).nullable(),
  /** In words for the user; null if it can be reversed, or has been. */
  whyNotReversed: z.string().nullable(),
  lines: z.array(
    z.object({
      id: Id,
      orderLineId: Id,
      item: named.extend({ sku: z.string() }),
      lotNumber: z.string(),
      expiryDate: z.string().nullable(),
      quantity: z.number().int(),
      /** The number of packs, including a partial one. */
      packs: z.number().int(),
      /** The label for them; null for goods without lots that have none of their own. */
      label: z.object({ type: z.enum(['product', 'lot']), id: Id }).nullable(),
      damaged: z.boolean(),
      value: Money,
      fees: Money,
      returned: z.number().int(),
      /** Pieces that can be returned to the supplier: received, not returned, on hand at a location of our own, and not reserved. */
      returnable: z.number().int(),
    }),
  ),
})
export type GoodsReceipt = z.infer<typeof GoodsReceipt>

const SupplierReturn = z.object({
  id: Id,
  number: z.string(),
  reason: z.string(),
  at: Timestamp,
  actor: who,
  lines: z.array(
    z.object({
      item: named.extend({ sku: z.string() }),
      lotNumber: z.string(),
      quantity: z.number().int(),
      receipt: z.string(),
    }),
  ),
})

const OpenAction = z.object({
  action: z.enum(purchaseActionNames),
  open: z.boolean(),
  /** Why it is not possible; null if it is. */
  reason: z.string().nullable(),
})

export const PurchaseOrder = PurchaseOrderRow.extend({
  supplier: named.extend({
    email: z.string().nullable(),
    address: z.string().nullable(),
    country: z.string().nullable(),
  }),
  orderLines: z.array(PurchaseLine),
  fees: z.array(PurchaseFee),
  goodsTotal: Money,
  feesTotal: Money,
  /** The part of the receipts' fees that was expensed because the goods were gone when it landed; negative if more was reversed. */
  expensedFees: Money.nullable(),
  notes: z.string().nullable(),
  sentTo: z.string().nullable(),
  /** The state of the last mail; `kept`: not sent, as no mail server is set up. */
  mailState: z.enum(mailStates).nullable(),
  author: who,
  receipts: z.array(GoodsReceipt),
  returns: z.array(SupplierReturn),
  timeline: z.array(
    z.object({
      at: Timestamp,
      actor: who,
      move: z.string(),
      from: z.string().nullable(),
      to: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  transitions: z.array(OpenAction),
})
export type PurchaseOrder = z.infer<typeof PurchaseOrder>
