import { parseDecimal, priceScale } from '#shared/money.ts'
import { OrderInput } from '#shared/sales/orders/order-input.ts'
import type { Work } from '#server/kernel/work.ts'
import { lockEstimate, transitionEstimate, assertEstimateTransition } from '#server/sales/estimates/estimate-lock.ts'
import { enteredIntoEstimate } from '#server/sales/estimates/estimate-copy.ts'
import { getEstimate } from '#server/sales/estimates/estimate-view.ts'
import { createOrder } from '#server/sales/orders/order-draft.ts'

/**
 * Makes a pending order of an accepted estimate, at the prices that the customer has accepted, whatever they are today. Tax is
 * what the company asks for on the day of the order. The estimate's lock makes it happen once.
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
