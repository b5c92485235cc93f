import { z } from 'zod'
import { Id } from '#shared/fields.ts'

/** Who looks after a customer, a prospect or an opportunity. */
export const Owner = z.object({ id: Id, name: z.string() })
export type Owner = z.infer<typeof Owner>

export const ownerFilters = ['mine', 'none', 'mineOrNone'] as const
/** Those of the caller, of nobody, of either, or of that user. */
export const OwnerFilter = z.union([z.enum(ownerFilters), Id])
export type OwnerFilter = z.infer<typeof OwnerFilter>

/** Null: nobody. */
export const OwnerInput = z.strictObject({ ownerId: Id.nullable() })
