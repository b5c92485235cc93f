import { z } from 'zod'
import { route } from '#shared/http/route.ts'

/** The driving speed in a region at an hour of the day, and the data behind it. */
export const DrivingTime = z.object({
  /** The centre of the half-degree square. */
  latitude: z.number(),
  longitude: z.number(),
  /** Of the day, in the company's time zone. */
  hour: z.number().int(),
  /** Measured drives between two stops; the latest ones. */
  observations: z.number().int(),
  /** Their median, by road. */
  measuredKmh: z.number(),
  /** Used for estimates: the default while there are too few drives. */
  usedKmh: z.number(),
  isLearnt: z.boolean(),
  lastObservedAt: z.string(),
})
export type DrivingTime = z.infer<typeof DrivingTime>

export const drivingTimesApi = {
  listDrivingTimes: route('GET /api/driving-times', {
    access: 'routes.view',
    summary: 'The speeds that ETAs are estimated with, learnt from finished stops, by region and hour.',
    reply: z.object({
      data: z.array(DrivingTime),
      minObservations: z.number().int(),
      defaultKmh: z.number(),
      roadFactor: z.number(),
    }),
  }),
} as const
