import { z } from 'zod'
import type { FieldAccess } from '#shared/http/route.ts'
import { DateOnly, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { Money, PriceInput } from '#shared/money.ts'
import { Quantity, QuantityOrNone } from '#shared/quantity.ts'
import { barcodeProblem } from './gtin.ts'
import { AttributeValue, AttributeValues } from '#shared/inventory/catalogue/attributes-api.ts'
import { priceTiers } from './price-tiers.ts'
import { stockStatuses } from './stock-status.ts'

const named = z.object({ id: Id, name: z.string() })
export const locationTypes = ['Warehouse', 'Factory'] as const

/** A product as a list shows it. */
export const ProductRow = z.object({
  id: Id,
  sku: z.string(),
  name: z.string(),
  category: z.string(),
  supplier: named,
  warehouse: named.extend({ type: z.enum(locationTypes) }),
  cost: Money.nullable(),
  price: Money,
  priceTiers: z.object(
    Object.fromEntries(priceTiers.map((tier) => [tier, Money.nullable()])) as Record<
      (typeof priceTiers)[number],
      z.ZodNullable<z.ZodString>
    >,
  ),
  onHand: z.number().int(),
  committed: z.number().int(),
  available: z.number().int(),
  /** Unreserved pieces that may not be used: in blocked lots, and in others that have expired. */
  unfit: z.object({ blocked: z.number().int(), expired: z.number().int() }),
  stockStatus: z.enum(stockStatuses),
  lotControlled: z.boolean(),
  barcode: z.string().nullable(),
  coldChain: z.boolean(),
  controlled: z.boolean(),
  reorderPoint: z.number().int().nullable(),
  supplierCode: z.string().nullable(),
  leadTimeDays: z.number().int().nullable(),
  moq: z.number().int().nullable(),
  pcsPerCase: z.number().int(),
  /** The id of its first image. */
  cover: Id.nullable(),
  updatedAt: Timestamp,
})
export type ProductRow = z.infer<typeof ProductRow>

/** Users who sell without access to the inventory don't see costs and purchasing data. */
export const productFields = {
  cost: 'inventory.view',
  supplierCode: 'inventory.view',
} as const satisfies FieldAccess

export const StockPlace = z.object({
  location: named.extend({ type: z.enum(locationTypes) }),
  /** The customer whose consignment location it is; null for an own one. */
  consignee: z.string().nullable(),
  lotId: Id,
  lotNumber: z.string(),
  lotStatus: z.string(),
  expiryDate: z.string().nullable(),
  onHand: z.number().int(),
  committed: z.number().int(),
  available: z.number().int(),
  /** The part of the stock on hand that was dispatched with a transfer and not received. */
  inTransit: z.number().int(),
})

/** One image of a product; its files have the image's own addresses. */
export const ProductImage = z.object({
  id: Id,
  fileName: z.string(),
  /** The alternative text; empty if there is none. */
  alt: z.string(),
  width: z.number().int(),
  height: z.number().int(),
})
export type ProductImage = z.infer<typeof ProductImage>

/** A product with everything that its page shows. */
export const Product = ProductRow.extend({
  description: z.string(),
  cost: Money,
  casesPerBale: z.number().int().nullable(),
  details: z.object({
    size: z.string().nullable(),
    color: z.string().nullable(),
    weight: z.string().nullable(),
    note: z.string().nullable(),
  }),
  images: z.array(ProductImage),
  billOfMaterials: z.array(z.object({ rawMaterialId: Id, name: z.string(), quantity: z.number().int() })),
  /** Its attribute values, by the attributes' names. */
  attributes: z.array(AttributeValue),
  /** On hand at all locations. */
  quantity: z.number().int(),
  stock: z.array(StockPlace),
  /** The number of its ledger entries: an audit states the position at which it was counted. */
  position: z.number().int(),
  lastAudit: z.object({ number: z.string(), at: Timestamp, by: z.string().nullable() }).nullable(),
  createdAt: Timestamp,
  version: Version,
})
export type Product = z.infer<typeof Product>

const fields = {
  sku: optionalText(60),
  name: text(300),
  description: text(4000),
  /** By name, as the specification requires. */
  category: text(120),
  /** By id. */
  supplier: Id,
  price: PriceInput,
  cost: PriceInput,
  priceTiers: z
    .strictObject({
      retail: PriceInput.nullish(),
      wholesale: PriceInput.nullish(),
      distributor: PriceInput.nullish(),
      highVolume: PriceInput.nullish(),
    })
    .default({}),
  moq: Quantity.nullish(),
  pcsPerCase: Quantity,
  casesPerBale: Quantity.nullish(),
  details: z
    .strictObject({
      size: optionalText(80),
      color: optionalText(80),
      /** Kilograms, at most three decimals. */
      weight: z
        .union([z.string().trim(), z.number()])
        .transform(String)
        .pipe(z.string().regex(/^(\d{1,6}(\.\d{1,3})?)?$/, 'is not a weight in kg'))
        .transform((value) => value || null)
        .nullish(),
      note: optionalText(2000),
    })
    .prefault({}),
  /** Any barcode; what looks like a GTIN must have its check digit. */
  barcode: optionalText(60).superRefine((value, context) => {
    const problem = value === null ? null : barcodeProblem(value)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  }),
  attributes: AttributeValues.optional(),
  coldChain: z.boolean().default(false),
  /** Controlled drugs and the like. */
  controlled: z.boolean().default(false),
  /** The supplier's code for it. */
  supplierCode: optionalText(60),
  /** Days from order to arrival. */
  leadTimeDays: z
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(3650, 'must be at most 3650')
    .nullish(),
  lotControlled: z.boolean().default(false),
  reorderPoint: QuantityOrNone.nullish(),
  warehouse: Id,
  /** Required; empty for a product that is bought. */
  billOfMaterials: z.array(z.strictObject({ rawMaterialId: Id, quantity: Quantity })).max(200),
}

/** The lot of incoming goods, for lot-tracked products: number and expiry are required, except for a known lot. */
export const arrivingLot = {
  lotNumber: optionalText(60),
  expiryDate: DateOnly.nullish(),
  /** True for a new lot without an expiry date. */
  noExpiry: z.boolean().optional(),
  /** The supplier of a new lot; the product's supplier if undefined. */
  supplierId: Id.optional(),
}

export const NewProduct = z.strictObject({
  ...fields,
  quantity: QuantityOrNone,
  /** The lot of the initial quantity. */
  initialLot: z.strictObject({ ...arrivingLot, lotNumber: text(60) }).nullish(),
})
/** In an update. */
export const changedQuantity = {
  quantity: QuantityOrNone.optional(),
  /** The quantity on hand when it was read: if it has changed, the new quantity is refused. */
  quantityBefore: QuantityOrNone.optional(),
}
/** In an update, quantity is optional; a difference to the quantity on hand is booked as an adjustment. */
export const ProductChange = z.strictObject({ ...fields, ...changedQuantity })
