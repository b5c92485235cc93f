import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Work } from './work.ts'

/** What was said for ordering less than the minimum. */
export interface BelowMinimum {
  belowMinimumReason?: string | null | undefined
}

const maxNamed = 3

/**
 * Throws BELOW_MINIMUM where an order has less of a product than its minimum order quantity, unless a reason is given; answers
 * that reason where it was needed. `lines` are rows of item_id and quantity; those of one product count together.
 */
export async function assertMinimums(
  work: Work,
  lines: RawBuilder<unknown>,
  { belowMinimumReason }: BelowMinimum,
): Promise<string | null> {
  const { rows } = await sql<{ product: string; quantity: number; minimum: number }>`
    select i.name as product, sum(l.quantity)::int as quantity, i.moq as minimum
    from (${lines}) l join items i on i.id = l.item_id where i.moq is not null
    group by i.id having sum(l.quantity) < i.moq order by i.name`.execute(work.tx)
  if (rows.length === 0) return null
  if (belowMinimumReason) return `Below the minimum: ${belowMinimumReason}`
  const named = rows
    .slice(0, maxNamed)
    .map(
      ({ product, quantity, minimum }) =>
        `${product}: ${quantity.toLocaleString('en')} ordered, the minimum is ${minimum.toLocaleString('en')}.`,
    )
  const more = rows.length - named.length
  throw new Refusal('BELOW_MINIMUM', [...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(' '), {
    details: { lines: rows },
  })
}
