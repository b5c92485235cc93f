import { z } from 'zod'
import { Id } from '#shared/fields.ts'

export const defaultLimit = 50
export const maxLimit = 200
/** Totals of lists are exact up to this number; beyond it, lists show "more than". */
export const maxCounted = 10_000

/** The query parameters of every list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(maxLimit).default(defaultLimit),
  cursor: z.string().max(400).optional(),
  q: z.string().trim().max(120).optional(),
} as const

/** The sort parameter: one of `names`, with `-` in front for descending. */
export function sortBy<const N extends string>(...names: readonly N[]) {
  return z.enum(names.flatMap((name) => [name, `-${name}`] as [N, `-${N}`]))
}

/** `{ data, nextCursor, total }`: `total` counts to 10,000 and `totalIsMore` says that there are more. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({
    data: z.array(row),
    nextCursor: z.string().nullable(),
    total: z.number().int(),
    totalIsMore: z.boolean(),
  })
}

/** The ids of the previous and next record in a filtered list. */
export const Beside = z.object({ previous: Id.nullable(), next: Id.nullable() })
export type Beside = z.infer<typeof Beside>

export interface Page<T> {
  data: T[]
  nextCursor: string | null
  total: number
  totalIsMore: boolean
}
