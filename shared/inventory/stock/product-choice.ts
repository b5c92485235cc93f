import { z } from 'zod'
import { Id } from '#shared/fields.ts'
import { Codes } from './codes-query.ts'
import { pageQuery, sortBy } from '#shared/http/paging.ts'
import { stockStatuses } from './stock-status.ts'

/** Filters and sort order of products: for a page, an export, the next one. */
export const productChoice = {
  q: pageQuery.q,
  category: z.string().max(120).optional(),
  /** Products with this attribute, or with this value of a choice attribute. */
  attribute: Id.optional(),
  supplier: Id.optional(),
  /** Exactly these, ignoring case. */
  skus: Codes.optional(),
  stockStatus: z.enum(stockStatuses).optional(),
  /** Products without a list price. */
  withoutPrice: z.enum(['true']).optional(),
  sort: sortBy('name', 'sku', 'updatedAt', 'price').default('name'),
} as const
