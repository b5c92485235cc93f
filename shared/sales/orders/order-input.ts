import { z } from 'zod'
import { addressChoice } from '#shared/crm/partners/postal-address.ts'
import { DateOnly, Id, optionalText, text } from '#shared/fields.ts'
import { priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { PriceInput } from '#shared/money.ts'
import { DiscountInput } from '#shared/money-lines.ts'
import { Quantity, QuantityOrNone } from '#shared/quantity.ts'

/* What is typed of a sales order, and of what was picked for it. */

/** Of a rate in the settings; the company's default when left out. A tax-exempt customer owes none whatever it says. */
const taxName = text(40).optional()

export const OrderInput = z.strictObject({
  accountId: Id,
  requestedDate: DateOnly.nullish(),
  reference: optionalText(80),
  notes: optionalText(4000),
  /** Addresses of the customer: where the goods and the invoice go. The default one when left out, the main one when null. */
  ...addressChoice,
  lines: z
    .array(
      z.strictObject({
        productId: Id,
        quantity: Quantity,
        /** The customer's tier when left out. */
        priceTier: z.enum(priceTiers).optional(),
        /** Only who may edit prices (inventory.edit) sends it; otherwise the tier decides. */
        unitPrice: PriceInput.optional(),
        tax: taxName,
      }),
    )
    .min(1, 'needs at least one line')
    .max(500, 'may have at most 500 lines'),
  /** Services by their list price, unless who may edit prices types another; fees by name and price. */
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
  /** Off goods and services, not off fees; only who may edit prices gives one. */
  discount: DiscountInput.nullish(),
})

/** How many pieces of a line were picked, where that is not all of them. */
export const PickedInput = z.array(z.strictObject({ lineId: Id, quantity: QuantityOrNone })).max(500)

/**
 * Why the customer may owe more than their limit, which only who edits invoices may say; and why less than the minimum of a
 * product is good.
 */
export const OrderAllowances = z.strictObject({
  overLimitReason: optionalText(500).optional(),
  belowMinimumReason: optionalText(500).optional(),
})
export type OrderAllowances = z.output<typeof OrderAllowances>
