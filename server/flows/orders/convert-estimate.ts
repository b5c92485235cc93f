import { parseDecimal, priceScale } from '#shared/money.ts'
import { OrderInput } from '#shared/sales/orders/order-input.ts'
import type { Work } from '#server/kernel/work.ts'
import { lockEstimate, transitionEstimate, assertEstimateTransition } from '#server/sales/estimates/estimate-lock.ts'
import { enteredIntoEstimate } from '#server/sales/estimates/estimate-copy.ts'
import { getEstimate } from '#server/sales/estimates/estimate-view.ts'
import { createOrder } from '#server/sales/orders/order-draft.ts'

/**
 * Creates a pending order from an accepted estimate, at the accepted prices, whatever they are today. Taxes are the company's on
 * the day of the order. The lock on the estimate ensures that it happens once.
 */
export async function convertEstimate(work: Work, id: string): Promise<void> {
  const locked = await lockEstimate(work, id)
  assertEstimateTransition(work, locked, 'convert')
  const estimate = await getEstimate(work.tx, id)
  const input = OrderInput.parse({
    accountId: estimate.account.id,
    ...(locked.newShipTo ? {} : { shipToId: estimate.shipTo.id }),
    billToId: estimate.billTo.id,
    reference: estimate.reference ?? estimate.number,
    notes: estimate.notes,
    lines: estimate.orderLines.map(({ product, quantity, unitPrice, tax }) => ({
      productId: product.id,
      quantity,
      unitPrice,
      tax: tax.name,
    })),
    charges: estimate.charges.map(({ serviceTypeId, name, quantity, unitPrice, tax }) => ({
      serviceTypeId,
      name,
      quantity,
      unitPrice,
      tax: tax.name,
    })),
    discount: estimate.discount && { kind: estimate.discount.kind, value: estimate.discount.value },
  })
  const order = await createOrder(
    work,
    { ...input, newShipTo: locked.newShipTo },
    await enteredIntoEstimate(work, id, true),
  )
  const isSame = parseDecimal(order.total, priceScale) === parseDecimal(estimate.total, priceScale)
  const changed = isSame ? '' : ` The tax has changed since: ${order.total} instead of ${estimate.total}.`
  await transitionEstimate(work, locked, 'convert', { orderId: order.id, reason: `Order ${order.number}.${changed}` })
}
