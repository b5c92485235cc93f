import { z } from 'zod'
import { Timestamp } from '#shared/fields.ts'

/** An event from a driver's phone in a history, beside the actions of the office. */
export const PhoneRecord = z.object({
  type: z.string(),
  /** `recorded`: stored without effect; `refused`: could not be applied. */
  outcome: z.enum(['applied', 'recorded', 'refused']),
  /** By the clock of the phone. */
  happenedAt: Timestamp,
  /** The receiver's name, the reason of a failure, or the note. */
  text: z.string().nullable(),
  /** Why it was refused, in words. */
  refusal: z.string().nullable(),
  /** Pictures by their hash: a signature, photos. */
  files: z.array(z.string()),
})
export type PhoneRecord = z.infer<typeof PhoneRecord>
