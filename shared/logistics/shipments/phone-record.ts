import { z } from 'zod'
import { Timestamp } from '#shared/fields.ts'

/** What a driver's phone sent, as a history shows it beside what people did in the office. */
export const PhoneRecord = z.object({
  type: z.string(),
  /** `recorded` changed nothing any more, `refused` could not be applied. */
  outcome: z.enum(['applied', 'recorded', 'refused']),
  /** By the clock of the phone. */
  happenedAt: Timestamp,
  /** Who received the goods, why not, or the note. */
  text: z.string().nullable(),
  /** Why it was refused, in words. */
  refusal: z.string().nullable(),
  /** Pictures by their hash: a signature, photos. */
  files: z.array(z.string()),
})
export type PhoneRecord = z.infer<typeof PhoneRecord>
