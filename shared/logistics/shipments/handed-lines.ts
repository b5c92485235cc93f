import { z } from 'zod'
import { Id, optionalText } from '#shared/fields.ts'
import { QuantityOrNone } from '#shared/quantity.ts'

/** The result of one line of a parcel at the delivery: the three quantities add up to the line. */
export const HandedLine = z.strictObject({
  lineId: Id,
  delivered: QuantityOrNone,
  refused: QuantityOrNone.default(0),
  damaged: QuantityOrNone.default(0),
  note: optionalText(300),
})
export type HandedLine = z.output<typeof HandedLine>

export const HandedLines = z.array(HandedLine).max(1000)
