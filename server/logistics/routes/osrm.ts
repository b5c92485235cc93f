import { z } from 'zod'
import type { Spot } from '#shared/logistics/distance.ts'
import type { TableRequest } from './road-request.ts'

const Cells = z.array(z.array(z.number().min(0).nullable()))
const Answer = z.object({ code: z.literal('Ok'), durations: Cells, distances: Cells })

const coordinates = ({ latitude, longitude }: Spot) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`

/** OSRM's table service: seconds and metres between the coordinates in the URL. */
export const osrmTable =
  (base: string, profile = 'driving') =>
  (from: readonly Spot[], to: readonly Spot[]): TableRequest => {
    const places = [...from, ...to].map(coordinates).join(';')
    const sources = from.map((_, at) => at).join(';')
    const destinations = to.map((_, at) => from.length + at).join(';')
    return {
      url: `${base}/table/v1/${encodeURIComponent(profile)}/${places}?annotations=duration,distance&sources=${sources}&destinations=${destinations}`,
      read(content) {
        const { durations, distances } = Answer.parse(content)
        return durations.map((row, i) =>
          row.map((seconds, j) => {
            const metres = distances[i]?.[j]
            if (metres === undefined) throw new Error('The distances are of other places')
            return seconds === null || metres === null
              ? null
              : { metres: Math.round(metres), seconds: Math.round(seconds) }
          }),
        )
      },
    }
  }
