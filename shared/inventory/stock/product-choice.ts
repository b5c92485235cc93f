import { z } from 'zod'
import { Id } from '#shared/fields.ts'
import { Codes } from './codes-query.ts'
import { pageQuery, sortBy } from '#shared/http/paging.ts'
import { stockStatuses } from './stock-status.ts'

/** What narrows and orders a list of products: a page of it, an export, the next one. */
export const productChoice = {
  q: pageQuery.q,
  category: z.string().max(120).optional(),
  /** Those that have this attribute, or this value of one that is a choice. */
  attribute: Id.optional(),
  supplier: Id.optional(),
  /** Exactly these, whatever their case. */
  skus: Codes.optional(),
  stockStatus: z.enum(stockStatuses).optional(),
  /** Those that still need a list price. */
  withoutPrice: z.enum(['true']).optional(),
  sort: sortBy('name', 'sku', 'updatedAt', 'price').default('name'),
} as const
