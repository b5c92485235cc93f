import { topRows } from '#shared/reports/report.ts'
import { shareOf } from './public/amounts.ts'
import { BarRow } from './public/bar-row.tsx'
import { RowSkeletons } from './public/row-skeletons.tsx'
import type { ListOf } from './drill-down.ts'
import { type Report, type ReportAnswer, useMeasures } from './use-report.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

type RankedCardProps = {
  report: Report
  by: string
  answer: ReportAnswer
  listOf: ListOf
  title?: string
  /** Labels a key that the report has no name for, such as a status. */
  nameOf?: ((label: string) => string) | undefined
  /** Toggles between all rows and the seven largest; undefined hides the toggle. */
  onAll?: ((all: boolean) => void) | undefined
  className?: string
}

/** The largest rows of a dimension, each linked to the list that adds up to it, and the sum of the others. */
export function RankedCard({
  report,
  by,
  answer,
  listOf,
  title,
  nameOf = (label) => label,
  onAll,
  className = '',
}: RankedCardProps) {
  const { exact, whole, label } = useMeasures(report)
  const [main = '', second] = Object.keys(report.measures)
  const dimension = report.dimensions[by]
  const { data } = answer
  const best = String(data?.rows[0]?.current[main] ?? '0')
  const isCut = data !== undefined && data.rowCount > data.rows.length
  const noun = dimension?.plural.toLowerCase() ?? 'rows'
  return (
    <Card
      title={title ?? `Top ${topRows} ${noun}`}
      help={`By ${label(main).toLowerCase()}`}
      className={className}
      action={
        data &&
        onAll &&
        data.rowCount > topRows && (
          <Button size="sm" variant="ghost" onClick={() => onAll(isCut)}>
            {isCut ? `Show all ${data.rowCount.toLocaleString()}` : `Show top ${topRows}`}
          </Button>
        )
      }
    >
      {!data && <RowSkeletons rows={topRows} tall />}
      {data?.rows.length === 0 && <p className="py-12 text-center text-secondary">No {noun} in this period.</p>}
      <ul className="-mx-2">
        {data?.rows.map((row) => (
          <BarRow
            key={row.key ?? ''}
            to={listOf(data.range, { by, key: row.key })}
            label={nameOf(row.label)}
            secondary={second && `${label(second)}: ${exact(second)(row.current[second] ?? 0)}`}
            value={whole(main)(row.current[main] ?? 0)}
            share={shareOf(String(row.current[main]), best)}
          />
        ))}
        {data?.rest && (
          <BarRow
            label={othersOf(data.rowCount - data.rows.length)}
            secondary={second && `${label(second)}: ${exact(second)(data.rest[second] ?? 0)}`}
            value={whole(main)(data.rest[main] ?? 0)}
            muted
          />
        )}
      </ul>
    </Card>
  )
}

const othersOf = (count: number) => (count === 1 ? '1 other' : `${count.toLocaleString()} others`)
