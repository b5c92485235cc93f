import { z } from 'zod'
import type { Spot } from '#shared/logistics/distance.ts'
import type { TableRequest } from './road-request.ts'

const Cell = z.object({ distance: z.number().min(0).nullable(), time: z.number().min(0).nullable() })
const Answer = z.object({
  sources_to_targets: z.array(z.array(Cell)),
  units: z.enum(['kilometers', 'miles']).optional(),
})

const place = ({ latitude, longitude }: Spot) => ({ lat: latitude, lon: longitude })
const metresIn = { kilometers: 1000, miles: 1609.344 }

/** Valhalla's matrix: seconds and kilometres from each source to each target. */
export const valhallaTable =
  (base: string, costing = 'auto') =>
  (from: readonly Spot[], to: readonly Spot[]): TableRequest => ({
    url: `${base}/sources_to_targets`,
    body: JSON.stringify({ sources: from.map(place), targets: to.map(place), costing, units: 'kilometers' }),
    read(content) {
      const { sources_to_targets: rows, units = 'kilometers' } = Answer.parse(content)
      return rows.map((row) =>
        row.map(({ distance, time }) =>
          distance === null || time === null
            ? null
            : { metres: Math.round(distance * metresIn[units]), seconds: Math.round(time) },
        ),
      )
    },
  })
