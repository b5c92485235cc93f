import { z } from 'zod'
import { DateOnly, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { Money, PriceInput } from '#shared/money.ts'
import { Quantity, QuantityOrNone } from '#shared/quantity.ts'
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
  stockStatus: z.enum(stockStatuses),
  lotControlled: z.boolean(),
  updatedAt: Timestamp,
})
export type ProductRow = z.infer<typeof ProductRow>

export const StockPlace = z.object({
  location: named.extend({ type: z.enum(locationTypes) }),
  lotId: Id,
  lotNumber: z.string(),
  lotStatus: z.string(),
  expiryDate: z.string().nullable(),
  onHand: z.number().int(),
  committed: z.number().int(),
  available: z.number().int(),
})

/** One product with everything its page shows. Rows have no cost: those who sell without the inventory right never see it. */
export const Product = ProductRow.extend({
  description: z.string(),
  cost: Money,
  moq: z.number().int().nullable(),
  pcsPerCase: z.number().int(),
  casesPerBale: z.number().int().nullable(),
  details: z.object({
    size: z.string().nullable(),
    color: z.string().nullable(),
    weight: z.string().nullable(),
    note: z.string().nullable(),
  }),
  barcode: z.string().nullable(),
  coldChain: z.boolean(),
  reorderPoint: z.number().int().nullable(),
  billOfMaterials: z.array(z.object({ rawMaterialId: Id, name: z.string(), quantity: z.number().int() })),
  /** What stands on hand in all places. */
  quantity: z.number().int(),
  stock: z.array(StockPlace),
  createdAt: Timestamp,
  version: Version,
})
export type Product = z.infer<typeof Product>

const fields = {
  sku: optionalText(60),
  name: text(300),
  description: text(4000),
  /** By name, as the specification says. */
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
  barcode: optionalText(60),
  coldChain: z.boolean().default(false),
  lotControlled: z.boolean().default(false),
  reorderPoint: QuantityOrNone.nullish(),
  warehouse: Id,
  /** Required; an empty list says that the product is bought ready-made. */
  billOfMaterials: z.array(z.strictObject({ rawMaterialId: Id, quantity: Quantity })).max(200),
}

/** The lot of arriving goods, where the product is kept by lots: number and expiry are required, but for a lot that is known. */
export const arrivingLot = {
  lotNumber: optionalText(60),
  expiryDate: DateOnly.nullish(),
  /** Says that a new lot without an expiry date does not expire. */
  noExpiry: z.boolean().optional(),
  /** Who delivered a new lot; the product's supplier when left out. */
  supplierId: Id.optional(),
}

export const NewProduct = z.strictObject({
  ...fields,
  quantity: QuantityOrNone,
  /** The lot of the initial quantity. */
  initialLot: z.strictObject({ ...arrivingLot, lotNumber: text(60) }).nullish(),
})
/** On an edit, quantity may be left out; where it is sent and differs from what is on hand, the difference is booked as an adjustment. */
export const ProductChange = z.strictObject({ ...fields, quantity: QuantityOrNone.optional() })
