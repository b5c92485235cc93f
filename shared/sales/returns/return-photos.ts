import { z } from 'zod'
import { Id } from '#shared/fields.ts'
import type { ReturnStatus } from './return-transitions.ts'

export const maxPhotosPerReturn = 6

/** Photos can be added until the goods arrive. */
export const whyNoMorePhotos = (status: ReturnStatus): string | null =>
  status === 'Requested' || status === 'Approved' ? null : `The return is ${status.toLowerCase()} already.`

/** A photo of returned goods; its URL is its id below the return's. */
export const ReturnPhoto = z.object({ id: Id, width: z.number().int(), height: z.number().int() })
export type ReturnPhoto = z.infer<typeof ReturnPhoto>

export const byPhoto = z.strictObject({ id: Id, photoId: Id })
