import { useQueries, useQuery } from '@tanstack/react-query'
import type { Resolver } from 'react-hook-form'
import type { Call } from '#shared/http/route.ts'
import { inventoryApi } from '#shared/inventory/api.ts'
import type { ProductRow } from '#shared/inventory/product.ts'
import type { Order } from '#shared/sales/api.ts'
import { type Estimate, EstimateInput, estimatesApi } from '#shared/sales/estimates-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { apiQuery } from '#web/api/query.ts'
import { newOrder, orderBody, orderField, orderValues, type OrderValues } from '#web/sales/order-values.ts'

/** An estimate as it is being written: an order's lines, and until when it holds. */
export type EstimateValues = OrderValues & {
  validUntil: string
  opportunityId: string | null
}

/** Days that a new one is good for, until somebody says otherwise. */
const usualDays = 30

export const newEstimate = (): EstimateValues => ({
  ...newOrder,
  validUntil: new Date(Date.now() + usualDays * 86_400_000).toISOString().slice(0, 10),
  opportunityId: null,
})

type Body = Call<(typeof estimatesApi.createEstimate)['spec']>['body']

/** The call's body. What is still missing is left out of it, for the schema to tell. */
export function estimateBody(values: EstimateValues): Body {
  const { requestedDate: _, ...body } = orderBody(values)
  return { ...body, validUntil: values.validUntil, opportunityId: values.opportunityId }
}

export const estimateResolver: Resolver<EstimateValues> = (values, context, options) =>
  bodyResolver<EstimateValues>({
    schema: EstimateInput,
    bodyOf: estimateBody,
    fieldOf: (path) => orderField(path, values),
  })(values, context, options)

/** A saved estimate for its form: as it is now, and with its products' prices of today. */
export function useSavedEstimate(id: string) {
  const query = useQuery({
    ...apiQuery(estimatesApi.getEstimate, { params: { id } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const estimate = query.isFetchedAfterMount ? query.data : undefined
  // By SKU, because who sells may have no right to open a product.
  const skus = [...new Set(estimate?.orderLines.map(({ product }) => product.sku))]
  const found = useQueries({
    queries: skus.map((q) =>
      apiQuery(inventoryApi.listProducts, { query: { q, limit: 50, kits: 'true' } }, { quiet: true }),
    ),
  })
  const isComplete = estimate !== undefined && found.every(({ data, error }) => data || error)
  const products = new Map<string, ProductRow>(
    found.flatMap(({ data }) => data?.data ?? []).map((row) => [row.id, row]),
  )
  return { query, estimate, values: isComplete ? valuesOf(estimate, products) : undefined }
}

function valuesOf(estimate: Estimate, products: ReadonlyMap<string, ProductRow>): EstimateValues {
  // Its lines are an order's in all that the form reads.
  const values = orderValues({ ...estimate, requestedDate: null } as unknown as Order, products)
  return { ...values, validUntil: estimate.validUntil, opportunityId: estimate.opportunityId }
}
