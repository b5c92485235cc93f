import { z } from 'zod'
import { byId, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { priceTiers } from '#shared/inventory/stock/price-tiers.ts'

/** The kinds of prices of a product. */
const priceKinds = ['price', 'cost', ...priceTiers] as const
export type PriceKind = (typeof priceKinds)[number]

export const PriceChange = z.object({
  id: z.number().int(),
  at: Timestamp,
  actor: z.string().nullable(),
  kind: z.enum(priceKinds),
  from: Money.nullable(),
  to: Money.nullable(),
})
export type PriceChange = z.infer<typeof PriceChange>

export const priceHistoryApi = {
  /** Includes the cost, for all users who may view the inventory. */
  listPriceHistory: route('GET /api/products/:id/price-history', {
    access: 'inventory.view',
    summary: 'Every change of price, cost and tiers of a product, newest first.',
    params: byId,
    query: z.strictObject({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
    reply: pageOf(PriceChange),
  }),
} as const
