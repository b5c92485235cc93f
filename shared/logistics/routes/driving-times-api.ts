import { z } from 'zod'
import { route } from '#shared/http/route.ts'

/** How fast one drives in a region at an hour of the day, and what that is known from. */
export const DrivingTime = z.object({
  /** Middle of the square of half a degree. */
  latitude: z.number(),
  longitude: z.number(),
  /** Of the day, in the company's time zone. */
  hour: z.number().int(),
  /** Drives between two stops that were measured; the newest count. */
  observations: z.number().int(),
  /** Median of them, by road. */
  measuredKmh: z.number(),
  /** What is estimated with: the default while too few drives are known. */
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
