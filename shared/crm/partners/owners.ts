import { z } from 'zod'
import { Id } from '#shared/fields.ts'

/** The owner of a customer, a prospect or an opportunity. */
export const Owner = z.object({ id: Id, name: z.string() })
export type Owner = z.infer<typeof Owner>

export const ownerFilters = ['mine', 'none', 'mineOrNone'] as const
/** The caller's, unowned ones, both, or those of a given user. */
export const OwnerFilter = z.union([z.enum(ownerFilters), Id])
export type OwnerFilter = z.infer<typeof OwnerFilter>

/** Null: no owner. */
export const OwnerInput = z.strictObject({ ownerId: Id.nullable() })
