import type { Schedule } from '#shared/logistics/routes/schedule-stops.ts'
import { useClock } from './clock-time.tsx'
import { formatChange, formatDuration, formatKm } from './format-drive.ts'
import { cn } from '#web/ui/class-names.ts'

export type Cost = Pick<Schedule, 'distance' | 'travelSeconds' | 'lateStops' | 'endsAt'>

/** The cost of a route before and after a change: distance, driving time, late stops, time of return. */
export function CostChange({ before, after }: { before: Cost; after: Cost }) {
  const clock = useClock()
  const time = (at: number | null) => (at === null ? '–' : clock(at))
  const rows = [
    {
      label: 'Distance',
      was: formatKm(before.distance),
      is: formatKm(after.distance),
      change: formatChange(after.distance - before.distance, formatKm),
      worse: after.distance - before.distance,
    },
    {
      label: 'Driving time',
      was: formatDuration(before.travelSeconds),
      is: formatDuration(after.travelSeconds),
      change: formatChange(after.travelSeconds - before.travelSeconds, formatDuration),
      worse: after.travelSeconds - before.travelSeconds,
    },
    {
      label: 'Late stops',
      was: String(before.lateStops),
      is: String(after.lateStops),
      change: formatChange(after.lateStops - before.lateStops, String),
      worse: after.lateStops - before.lateStops,
    },
    {
      label: 'Back',
      was: time(before.endsAt),
      is: time(after.endsAt),
      change:
        before.endsAt === null || after.endsAt === null
          ? '–'
          : formatChange((after.endsAt - before.endsAt) / 1000, formatDuration),
      worse: (after.endsAt ?? 0) - (before.endsAt ?? 0),
    },
  ]
  return (
    <table className="w-full text-table">
      <thead className="text-muted">
        <tr className="[&>th]:py-1 [&>th]:font-medium">
          <th scope="col" className="text-left">
            <span className="sr-only">Figure</span>
          </th>
          <th scope="col" className="text-right">
            Before
          </th>
          <th scope="col" className="text-right">
            After
          </th>
          <th scope="col" className="text-right">
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, was, is, change, worse }) => (
          <tr key={label} className="border-line border-t [&>td]:py-1.5 [&>td]:text-right">
            <th scope="row" className="text-left font-normal text-secondary">
              {label}
            </th>
            <td className="figures text-muted">{was}</td>
            <td className="figures">{is}</td>
            <td className={cn('figures font-medium', worse > 0 && 'text-bad', worse < 0 && 'text-good')}>{change}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same in one line, for a live region: "+3.2 km, +12 min driving, +1 late stop". */
export function costChangeWords(before: Cost, after: Cost): string {
  const late = after.lateStops - before.lateStops
  const words = [
    formatChange(after.distance - before.distance, formatKm),
    `${formatChange(after.travelSeconds - before.travelSeconds, formatDuration)} driving`,
    `${formatChange(late, String)} late ${Math.abs(late) === 1 ? 'stop' : 'stops'}`,
  ]
  return words.join(', ')
}
