import { Link } from 'react-router'
import type { ProductionRow } from '#shared/inventory/production/api.ts'
import { piecesOf, scrapText } from './production-columns.tsx'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

type ProductionRunsProps = { runs: readonly ProductionRow[]; onTakeBack: ((run: ProductionRow) => void) | undefined }

/** The latest production runs and reversals, newest first. */
export function ProductionRuns({ runs, onTakeBack }: ProductionRunsProps) {
  const { currency } = useSettings()
  const [latest] = runs
  if (!latest) return <p className="text-muted">No production yet.</p>
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label="Production runs" className="flex flex-col border-line border-t">
        {runs.map((run) => (
          <li key={run.id} className="flex items-start gap-4 border-line border-b py-3 last:border-b-0 last:pb-0">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2">
                <Link to={paths.productionRun(run.id)} className="link font-medium">
                  {run.number}
                </Link>
                <span className="figures">
                  {piecesOf(run)} at {run.location.name}
                </span>
                {run.status === 'taken_back' && <Badge>Reversed</Badge>}
              </p>
              <p className="text-pretty break-words text-muted text-xs">
                {run.reverses === null
                  ? [
                      run.lotNumber && run.lotNumber !== run.number && `lot ${run.lotNumber}`,
                      `${currency} ${formatDecimalInput(run.totalCost, 2)}, ${formatDecimalInput(run.unitCost, 2)} a piece`,
                      scrapText(run),
                      run.note,
                    ]
                      .filter(Boolean)
                      .join(' · ')
                  : `Reverses ${run.reverses.number}: ${run.reverseReason}`}
              </p>
              {onTakeBack && run.status === 'made' && run.whyNotReversed !== null && (
                <p id={`why-${run.id}`} className="text-pretty break-words text-secondary text-xs">
                  {run.whyNotReversed}
                </p>
              )}
              <p className="text-muted text-xs">
                {run.actor ?? 'Wardstock'} · <RelativeTime at={run.at} />
              </p>
            </div>
            {onTakeBack && run.status === 'made' && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Reverse ${run.number}`}
                disabled={run.whyNotReversed !== null}
                aria-describedby={run.whyNotReversed === null ? undefined : `why-${run.id}`}
                onClick={() => onTakeBack(run)}
              >
                Reverse
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Link to={`${paths.production}?product=${latest.product.id}`} className="link self-start text-table">
        All production runs of it
      </Link>
    </div>
  )
}
