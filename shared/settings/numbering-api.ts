import { z } from 'zod'
import { route } from '#shared/http/route.ts'
import { FirstNumber, type NumberSeries, numberSeriesNames } from './numbering.ts'

const Series = z.enum(numberSeriesNames as [NumberSeries, ...NumberSeries[]])

const NextNumber = z.object({
  series: Series,
  next: z.number().int(),
  /** Why `next` can't be changed; null if it can. */
  whyFixed: z.string().nullable(),
})
export type NextNumber = z.output<typeof NextNumber>

export const numberingApi = {
  listNextNumbers: route('GET /api/settings/numbering', {
    access: 'admin',
    summary: 'The next number of each series of documents in the current year.',
    reply: z.object({ year: z.number().int(), data: z.array(NextNumber) }),
  }),
  setFirstNumber: route('POST /api/settings/numbering/:series/first-number', {
    access: 'admin',
    summary: 'Makes the numbers of a year begin later, or corrects where they begin, before the first of them is used.',
    params: z.strictObject({ series: Series }),
    body: z.strictObject({
      /** The current year; refused if a new one has begun meanwhile. */
      year: z.number().int(),
      /** `next` as it was read; refused if it was changed meanwhile. */
      before: z.number().int(),
      next: FirstNumber,
    }),
    emits: ['settings_updated'],
    reply: NextNumber,
  }),
} as const
