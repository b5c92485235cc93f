import { z } from 'zod'
import { DateOnly, Id, optionalText } from '#shared/fields.ts'
import { PositiveAmountInput, PriceInput } from '#shared/money.ts'
import { Quantity } from '#shared/quantity.ts'
import { feeKinds } from './purchase-amounts.ts'

/* The input of purchase orders and receipts. */

export const PurchaseInput = z.strictObject({
  supplierId: Id,
  locationId: Id,
  expectedDate: DateOnly.nullish(),
  reference: optionalText(80),
  notes: optionalText(4000),
  lines: z
    .array(
      z
        .strictObject({
          itemId: Id,
          /** Pieces; or else cases. */
          quantity: Quantity.optional(),
          /** Cases of the item, "2.5"; refused if they aren't whole pieces. */
          cases: z
            .string()
            .trim()
            .regex(/^\d{1,10}(\.\d{1,4})?$/, 'is not a number of cases')
            .optional(),
          unitCost: PriceInput,
          expectedDate: DateOnly.nullish(),
        })
        .superRefine((line, context) => {
          if (line.quantity === undefined && line.cases === undefined)
            context.addIssue({ code: 'custom', path: ['quantity'], message: 'is required' })
          if (line.quantity !== undefined && line.cases !== undefined)
            context.addIssue({
              code: 'custom',
              path: ['cases'],
              message: 'is only allowed without a quantity in pieces',
            })
        }),
    )
    .min(1, 'needs at least one line')
    .max(500, 'may have at most 500 lines'),
  fees: z
    .array(z.strictObject({ kind: z.enum(feeKinds), label: optionalText(80), amount: PositiveAmountInput }))
    .max(20, 'may have at most 20 fees')
    .default([]),
})

export const ReceiptInput = z.strictObject({
  /** Today if undefined. */
  receivedDate: DateOnly.optional(),
  deliveryNote: optionalText(80),
  notes: optionalText(1000),
  lines: z
    .array(
      z
        .strictObject({
          lineId: Id,
          quantity: Quantity,
          /** Required for lot-tracked items. */
          lotNumber: optionalText(60),
          /** Required for a new lot, unless it does not expire. */
          expiryDate: DateOnly.nullish(),
          noExpiry: z.boolean().default(false),
          /** The location to put it away; the order's location if undefined. */
          locationId: Id.optional(),
          /** Damaged goods go into quarantine. */
          damaged: z.boolean().default(false),
        })
        .refine((line) => line.lotNumber !== null || !line.expiryDate, {
          path: ['expiryDate'],
          message: 'is only allowed with a lot number',
        }),
    )
    .min(1, 'needs at least one line')
    .max(500, 'may have at most 500 lines'),
})
