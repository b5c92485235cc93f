import { addDays } from '#shared/dates.ts'
import type { Call } from '#shared/http/route.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { type Estimate, estimatesApi } from '#shared/sales/estimates/api.ts'
import { useSavedRecord } from '#web/forms/record-form.tsx'
import { newOrder, orderBody, orderValues, type OrderValues } from '#web/sales/order-editor/order-values.ts'
import { useProductsOf } from '#web/sales/order-editor/saved-order.ts'

/** An estimate as it is being written: an order's lines, and until when it holds. */
export type EstimateValues = OrderValues & {
  validUntil: string
  /** What it is about, and whose that is: it goes with its customer. */
  opportunity: { id: string; accountId: string } | null
}

/** Days that a new one is good for, until somebody says otherwise. */
const usualDays = 30

export const newEstimate = (today: string): EstimateValues => ({
  ...newOrder,
  validUntil: addDays(today, usualDays),
  opportunity: null,
})

type Body = Call<(typeof estimatesApi.createEstimate)['spec']>['body']

/** The call's body. What is still missing is left out of it, for the schema to tell. */
export function estimateBody(values: EstimateValues): Body {
  const { requestedDate: _, ...body } = orderBody(values)
  const { opportunity, validUntil } = values
  return {
    ...body,
    validUntil,
    opportunityId: opportunity && opportunity.accountId === body.accountId ? opportunity.id : null,
  }
}

/** A saved estimate for its form: as it is now, and with its products' prices of today. */
export function useSavedEstimate(id: string) {
  const { query, saved: estimate } = useSavedRecord(estimatesApi.getEstimate, id)
  const products = useProductsOf(estimate)
  return { query, estimate, startOf: products && ((saved: Estimate) => valuesOf(saved, products)) }
}

function valuesOf(estimate: Estimate, products: ReadonlyMap<string, ProductRow>): EstimateValues {
  const newShipTo: Order['newShipTo'] = estimate.isOwnShipTo ? 'dismissed' : null
  // Its lines are an order's in all that the form reads.
  const values = orderValues({ ...estimate, newShipTo, requestedDate: null } as unknown as Order, products)
  const { opportunityId, account } = estimate
  const opportunity = opportunityId === null ? null : { id: opportunityId, accountId: account.id }
  return { ...values, validUntil: estimate.validUntil, opportunity }
}
