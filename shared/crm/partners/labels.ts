import { z } from 'zod'
import { text } from '#shared/fields.ts'

export const Label = text(40)
export const maxLabels = 20

/** Labels are compared without case: "hot" and "Hot" are the same. */
export const isSameLabel = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Labels in use, with the number of records of each. */
export const LabelCounts = z.object({ data: z.array(z.object({ label: z.string(), count: z.number().int() })) })

/** The labels of a customer, a supplier or a prospect, without duplicates, in the first spelling. */
export const Labels = z
  .array(Label)
  .max(maxLabels)
  .transform((labels) => labels.filter((label, at) => labels.findIndex((one) => isSameLabel(one, label)) === at))
  .default([])
