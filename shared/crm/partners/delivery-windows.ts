import { z } from 'zod'

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time (HH:MM)')

/** Days of the week from Monday, 1, to Sunday, 7, with the opening hours for goods. */
export const DeliveryWindow = z
  .strictObject({
    days: z
      .array(z.number().int().min(1).max(7))
      .min(1, 'need at least one day')
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'name a day twice'),
    from: Time,
    to: Time,
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'must be after the beginning' })
export type DeliveryWindow = z.infer<typeof DeliveryWindow>

export const DeliveryWindows = z.array(DeliveryWindow).max(14)

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** "Mon–Fri 08:00–12:00": consecutive days become a range. */
export function formatWindow({ days, from, to }: DeliveryWindow): string {
  const sorted = days.toSorted((a, b) => a - b)
  const spans: number[][] = []
  for (const day of sorted) {
    const last = spans.at(-1)
    if (last && last.at(-1) === day - 1) last.push(day)
    else spans.push([day])
  }
  const name = (day: number | undefined) => weekdays[(day ?? 1) - 1]
  const words = spans.map((span) =>
    span.length > 2 ? `${name(span[0])}–${name(span.at(-1))}` : span.map(name).join(', '),
  )
  return `${words.join(', ')} ${from}–${to}`
}
