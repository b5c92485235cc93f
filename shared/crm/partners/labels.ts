import { z } from 'zod'
import { text } from '#shared/fields.ts'

export const Label = text(40)
export const maxLabels = 20

/** Labels are the same however their letters are cased: nobody means two by "hot" and "Hot" of one customer. */
export const isSameLabel = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Labels that are in use, with how many carry each. */
export const LabelCounts = z.object({ data: z.array(z.object({ label: z.string(), count: z.number().int() })) })

/** The labels of a customer, a supplier or a prospect, each once, as it was first written. */
export const Labels = z
  .array(Label)
  .max(maxLabels)
  .transform((labels) => labels.filter((label, at) => labels.findIndex((one) => isSameLabel(one, label)) === at))
  .default([])
