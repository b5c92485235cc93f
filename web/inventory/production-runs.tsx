import type { ProductionRun } from '#shared/inventory/production-api.ts'
import { useSettings } from '#web/session/settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { writeDecimal } from '#web/ui/decimal-input.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

type ProductionRunsProps = { runs: readonly ProductionRun[]; onTakeBack: ((run: ProductionRun) => void) | undefined }

/** What was made and taken back, newest first. */
export function ProductionRuns({ runs, onTakeBack }: ProductionRunsProps) {
  const { currency } = useSettings()
  if (runs.length === 0) return <p className="text-muted">Nothing was made yet.</p>
  return (
    <ol aria-label="Production runs" className="flex flex-col border-line border-t">
      {runs.map((run) => (
        <li key={run.id} className="flex items-start gap-4 border-line border-b py-3 last:border-b-0 last:pb-0">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">{run.number}</span>
              <span className="figures">
                {run.reverses === null ? '' : '−'}
                {run.quantity.toLocaleString()} at {run.location.name}
              </span>
              {run.isReversed && <Badge>Taken back</Badge>}
            </p>
            <p className="text-pretty break-words text-muted text-xs">
              {run.reverses === null
                ? [
                    run.lotNumber && run.lotNumber !== run.number && `lot ${run.lotNumber}`,
                    `${currency} ${writeDecimal(run.totalCost, 2)}, ${writeDecimal(run.unitCost, 2)} a piece`,
                    run.materials.map((one) => `${one.quantity.toLocaleString()} ${one.name}`).join(', '),
                    run.note,
                  ]
                    .filter(Boolean)
                    .join(' · ')
                : `Takes ${run.reverses} back: ${run.reverseReason}`}
            </p>
            <p className="text-muted text-xs">
              {run.actor ?? 'Wardstock'} · <RelativeTime at={run.at} />
            </p>
          </div>
          {onTakeBack && run.reverses === null && !run.isReversed && (
            <Button size="sm" variant="ghost" aria-label={`Take ${run.number} back`} onClick={() => onTakeBack(run)}>
              Take back
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}
