import { z } from 'zod'

/** The coordinate system of signatures, the same on all screen sizes. */
export const signatureBox = { width: 1000, height: 400 } as const

const coordinate = z.number().int().min(0).max(signatureBox.width)
/** Strokes: lists of points [x, y]. */
export const Signature = z.array(z.array(z.array(coordinate).length(2)).max(1500)).max(120)
export type Signature = z.infer<typeof Signature>

/** True if there is at least one stroke of several points; single dots are no signature. */
export const isSigned = (strokes: Signature | null | undefined): strokes is Signature =>
  strokes?.some((stroke) => stroke.length > 1) ?? false
