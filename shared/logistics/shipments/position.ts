import { z } from 'zod'
import { Timestamp } from '#shared/fields.ts'

/** A current or last position. */
export const Position = z.object({
  latitude: z.number(),
  longitude: z.number(),
  accuracy: z.number().nullable(),
  at: Timestamp,
})
export type Position = z.infer<typeof Position>
