import { z } from 'zod'
import { addressChoice } from '#shared/crm/partners/postal-address.ts'
import { DateOnly, Id, optionalText, text } from '#shared/fields.ts'
import { priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { PriceInput } from '#shared/money.ts'
import { DiscountInput } from '#shared/money-lines.ts'
import { Quantity, QuantityOrNone } from '#shared/quantity.ts'

/* The input of sales orders and of picking. */

/** A tax rate of the settings; the company's default if undefined. Tax-exempt customers never pay tax. */
const taxName = text(40).optional()

export const OrderInput = z.strictObject({
  accountId: Id,
  requestedDate: DateOnly.nullish(),
  reference: optionalText(80),
  notes: optionalText(4000),
  /** Addresses of the customer for the goods and the invoice. The default if undefined, the main address if null. */
  ...addressChoice,
  lines: z
    .array(
      z.strictObject({
        productId: Id,
        quantity: Quantity,
        /** The customer's tier if undefined. */
        priceTier: z.enum(priceTiers).optional(),
        /** Only for users who may edit prices (inventory.edit); otherwise the tier determines it. */
        unitPrice: PriceInput.optional(),
        tax: taxName,
      }),
    )
    .min(1, 'needs at least one line')
    .max(500, 'may have at most 500 lines'),
  /** Services at their list price, unless a user who may edit prices enters another; fees by name and price. */
  charges: z
    .array(
      z
        .strictObject({
          serviceTypeId: Id.nullish(),
          name: optionalText(120),
          quantity: Quantity.default(1),
          unitPrice: PriceInput.optional(),
          tax: taxName,
        })
        .superRefine((charge, context) => {
          if (charge.serviceTypeId) return
          if (!charge.name) context.addIssue({ code: 'custom', path: ['name'], message: 'is required' })
          if (charge.unitPrice === undefined)
            context.addIssue({ code: 'custom', path: ['unitPrice'], message: 'is required' })
        }),
    )
    .max(50, 'may have at most 50 services and fees')
    .default([]),
  /** On goods and services, not on fees; only for users who may edit prices. */
  discount: DiscountInput.nullish(),
})

/** The pieces picked of a line, if not all of them. */
export const PickedInput = z.array(z.strictObject({ lineId: Id, quantity: QuantityOrNone })).max(500)

/**
 * Why the customer may exceed the credit limit, which only users who edit invoices can allow; and why less than the MOQ of a
 * product is accepted.
 */
export const OrderAllowances = z.strictObject({
  overLimitReason: optionalText(500).optional(),
  belowMinimumReason: optionalText(500).optional(),
})
export type OrderAllowances = z.output<typeof OrderAllowances>
