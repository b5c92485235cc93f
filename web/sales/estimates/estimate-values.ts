import { addDays } from '#shared/dates.ts'
import type { Call } from '#shared/http/route.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { type Estimate, estimatesApi } from '#shared/sales/estimates/api.ts'
import { useSavedRecord } from '#web/forms/record-form.tsx'
import { newOrder, orderBody, orderValues, type OrderValues } from '#web/sales/order-editor/order-values.ts'
import { useProductsOf } from '#web/sales/order-editor/saved-order.ts'

/** The values of the estimate form: those of an order, and the date until which it is valid. */
export type EstimateValues = OrderValues & {
  validUntil: string
  /** The opportunity and its customer; cleared when the customer changes. */
  opportunity: { id: string; accountId: string } | null
}

/** The default validity in days. */
const usualDays = 30

export const newEstimate = (today: string): EstimateValues => ({
  ...newOrder,
  validUntil: addDays(today, usualDays),
  opportunity: null,
})

type Body = Call<(typeof estimatesApi.createEstimate)['spec']>['body']

/** The request body. Missing values stay undefined, so that the schema reports them. */
export function estimateBody(values: EstimateValues): Body {
  const { requestedDate: _, ...body } = orderBody(values)
  const { opportunity, validUntil } = values
  return {
    ...body,
    validUntil,
    opportunityId: opportunity && opportunity.accountId === body.accountId ? opportunity.id : null,
  }
}

/** Loads an estimate for its form: a fresh response, with the current prices of its products. */
export function useSavedEstimate(id: string) {
  const { query, saved: estimate } = useSavedRecord(estimatesApi.getEstimate, id)
  const products = useProductsOf(estimate)
  return { query, estimate, startOf: products && ((saved: Estimate) => valuesOf(saved, products)) }
}

function valuesOf(estimate: Estimate, products: ReadonlyMap<string, ProductRow>): EstimateValues {
  const newShipTo: Order['newShipTo'] = estimate.isOwnShipTo ? 'dismissed' : null
  // For the form, its lines have the same shape as an order's.
  const values = orderValues({ ...estimate, newShipTo, requestedDate: null } as unknown as Order, products)
  const { opportunityId, account } = estimate
  const opportunity = opportunityId === null ? null : { id: opportunityId, accountId: account.id }
  return { ...values, validUntil: estimate.validUntil, opportunity }
}
