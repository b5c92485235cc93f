import { Link } from 'react-router'
import type { Dashboard } from '#shared/reports/api.ts'
import { dashboardFigures } from '#shared/reports/dashboard-figures.ts'
import { isZero, shareOf, useMoney } from '#web/reports/public/amounts.ts'
import { RowSkeletons } from '#web/reports/public/row-skeletons.tsx'
import { Card } from '#web/ui/card.tsx'
import { figureLink } from './figure-link.ts'
import { cn } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Receivables = NonNullable<Dashboard['receivables']>

const parts = [
  { id: 'unpaid', colour: 'bg-chart-2' },
  { id: 'partiallyPaid', colour: 'bg-chart-3' },
] as const

/** What customers owe, each part linked to its invoices. */
export function ReceivablesCard({ figures }: { figures: Dashboard | undefined }) {
  const { exact } = useMoney()
  const receivables = figures?.receivables
  return (
    <Card title="Receivables" help={receivables ? openWords(receivables, exact) : '\u00a0'}>
      <div className="md:min-h-77">
        {figures && receivables ? (
          <>
            <p className="figures font-semibold text-2xl tracking-tight">{exact(receivables.due)}</p>
            <Split receivables={receivables} />
            <ul className="-mx-2 mt-3">
              {parts.map(({ id, colour }) => (
                <ReceivableRow key={id} name={id} figures={figures} colour={colour} receivable={receivables[id]} />
              ))}
            </ul>
          </>
        ) : (
          <>
            <Skeleton className="h-8 w-40" />
            <Skeleton className="mt-3 mb-3 h-2" />
            <RowSkeletons rows={2} tall />
          </>
        )}
      </div>
    </Card>
  )
}

/** The overdue amount is only mentioned: as a task of the work queue it has its own link to the invoices. */
function openWords({ invoices, overdue }: Receivables, exact: (amount: string) => string): string {
  const open = `${invoices.toLocaleString()} open ${invoices === 1 ? 'invoice' : 'invoices'}`
  return isZero(overdue.due) ? open : `${open}, ${exact(overdue.due)} overdue`
}

/** The parts as a stacked bar; the rows below have the same figures as text. */
function Split({ receivables }: { receivables: Receivables }) {
  return (
    <div aria-hidden className="mt-3 flex h-2 gap-0.5 overflow-hidden rounded-full bg-subtle-strong">
      {parts
        .filter(({ id }) => !isZero(receivables[id].due))
        .map(({ id, colour }) => (
          <span
            key={id}
            className={cn('h-full', colour)}
            style={{ width: `${shareOf(receivables[id].due, receivables.due) * 100}%` }}
          />
        ))}
    </div>
  )
}

type ReceivableRowProps = {
  name: 'unpaid' | 'partiallyPaid'
  figures: Dashboard
  receivable: Receivables['unpaid']
  colour: string
}

function ReceivableRow({ name, figures, receivable, colour }: ReceivableRowProps) {
  const { exact } = useMoney()
  return (
    <li>
      <Link
        to={figureLink(name, figures)}
        className="flex h-11 items-center gap-4 rounded-sm px-2 text-table hover:bg-subtle"
      >
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="flex items-center gap-2 truncate">
            <span aria-hidden data-dot className={cn('size-2 shrink-0 rounded-sm', colour)} />
            {dashboardFigures[name].label}
          </span>
          <span className="truncate text-muted text-xs">
            {receivable.invoices.toLocaleString()} {receivable.invoices === 1 ? 'invoice' : 'invoices'}
          </span>
        </span>
        <span className="figures shrink-0">{exact(receivable.due)}</span>
      </Link>
    </li>
  )
}
