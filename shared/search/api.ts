import { z } from 'zod'
import type { Right } from '#shared/http/route.ts'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { type SearchKindName, searchKindNames, searchKinds } from './kinds.ts'

/** The maximum number of records of one kind in a response. */
export const maxFoundPerKind = 6
export const maxFound = 40

export const FoundRecord = z.object({
  kind: z.enum(searchKindNames as [SearchKindName, ...SearchKindName[]]),
  id: Id,
  /** The record whose page shows it, if it has no page of its own: a payment's customer. */
  at: Id.nullable(),
  /** A number or a name. */
  label: z.string(),
  /** Distinguishes records of the same name: an SKU, a customer. */
  secondary: z.string().nullable(),
})
export type FoundRecord = z.infer<typeof FoundRecord>

const rights = [...new Set<Right>(searchKindNames.map((name) => searchKinds[name].right))]

export const searchApi = {
  search: route('GET /api/search', {
    access: rights,
    summary:
      'Records of every kind that the caller may see and that have all these words, the best first; where nothing has them, what is spelled most like them.',
    query: z.strictObject({ q: z.string().trim().max(120) }),
    reply: z.object({ data: z.array(FoundRecord) }),
  }),
} as const
