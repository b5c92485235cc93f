import type { z } from 'zod'
import { optionalText } from '#shared/fields.ts'

/** Free text for a stock movement; only with the reason "other". */
export const customReason = {
  customReason: optionalText(300),
}

export function needsCustomReason(value: { reason: string; customReason: string | null }, context: z.RefinementCtx) {
  if (value.reason === 'other' && !value.customReason) {
    context.addIssue({ code: 'custom', path: ['customReason'], message: 'is required when the reason is other' })
  }
  if (value.reason !== 'other' && value.customReason) {
    context.addIssue({ code: 'custom', path: ['customReason'], message: 'is only allowed with the reason other' })
  }
}
