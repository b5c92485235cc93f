import { CircleCheck, CircleX } from 'lucide-react'
import { Link } from 'react-router'
import type { BadRow, IntegrityRun } from '#shared/reports/integrity-api.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'

const pageOf: Partial<Record<BadRow['kind'], (id: string) => string>> = {
  product: paths.product,
  raw_material: paths.rawMaterial,
  kit: paths.kit,
  salesOrder: paths.order,
  estimate: paths.estimate,
  invoice: paths.invoice,
  account: paths.customer,
  purchaseOrder: paths.purchaseOrder,
  stockTransfer: paths.stockTransfer,
  kitOrder: paths.kitOrder,
  stockCount: paths.stockCount,
  lot: paths.lot,
  recall: paths.recall,
  location: paths.location,
  prospect: paths.prospect,
  opportunity: paths.opportunity,
  user: paths.user,
}

const failedFirst = (one: { broken: number }, other: { broken: number }) =>
  Number(other.broken > 0) - Number(one.broken > 0)

/** The checks of a run, failed ones first, each with its first invalid row and a link. */
export function IntegrityChecks({ proof }: { proof: IntegrityRun }) {
  if (proof.checks.length === 0) return null
  return (
    <Card title="Checks" flush>
      <ul className="divide-y divide-line border-line border-t">
        {proof.checks.toSorted(failedFirst).map(({ id, name, broken, first, ms }) => (
          <li key={id || name} className="flex items-start gap-3 px-5 py-3 max-md:px-4">
            {broken === 0 ? (
              <CircleCheck role="img" aria-label="Passed" className="mt-0.5 size-4 shrink-0 text-good" />
            ) : (
              <CircleX role="img" aria-label="Failed" className="mt-0.5 size-4 shrink-0 text-bad" />
            )}
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <p className={broken > 0 ? 'font-medium' : ''}>{name}</p>
              {first && (
                <div className="flex flex-col gap-0.5 text-table">
                  <p className="break-words">
                    <BadName row={first} />
                    {broken > 1 && <span className="text-muted"> and {(broken - 1).toLocaleString()} more</span>}
                  </p>
                  <p className="text-secondary">
                    Recorded {first.says}; {first.explained}.
                  </p>
                </div>
              )}
            </div>
            <span className="figures shrink-0 text-muted text-xs">{ms.toLocaleString()} ms</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function BadName({ row: { kind, id, name } }: { row: BadRow }) {
  const page = pageOf[kind]
  if (!page || id === null) return <span className="font-medium">{name}</span>
  return (
    <Link to={page(id)} className="link font-medium">
      {name}
    </Link>
  )
}
