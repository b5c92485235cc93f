import { Link } from 'react-router'
import { countStatusNames } from '#shared/inventory/counts/count-transitions.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountDocument } from '#shared/inventory/counts/count.ts'
import { formatPercent } from '#shared/format-percent.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useCountActions } from './count-actions.tsx'
import { CountLines } from './count-lines.tsx'
import { countTones, doneOf, linesOf, transitionsDone, scopeOf } from './count-labels.ts'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

/** A loaded count. */
export function CountDetail({ count }: { count: CountDocument }) {
  const actions = useCountActions(count)
  return (
    <>
      <PageHeader
        title={count.number}
        status={<StatusBadge tone={countTones[count.status]}>{countStatusNames[count.status]}</StatusBadge>}
        help={scopeOf(count)}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.products}>Inventory</Link>
            <Link to={paths.stockCounts}>Stock counts</Link>
          </Breadcrumbs>
        }
        action={actions.action}
        menu={actions.menu}
      />
      {actions.notice}
      <div
        className={cn(
          'grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1',
          // The lines have too many columns for a two-column layout.
          count.lines.total > 0 && 'max-2xl:grid-cols-1',
        )}
      >
        <div className="flex min-w-0 flex-col gap-6">
          <CountProgress count={count} />
          {count.lines.total > 0 && <CountLines count={count} />}
        </div>
        <div className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] items-start gap-6">
          <CountFacts count={count} />
          <Card title="History">
            <Timeline
              label="History of the count"
              entries={count.moves.toReversed().map(({ move, to, actor, reason, at }, index) => ({
                id: String(count.moves.length - index),
                who: actor ?? 'Wardstock',
                what: transitionsDone[move] ?? move,
                at,
                tone: countTones[to],
                detail: reason && <p className="text-pretty break-words">{reason}</p>,
              }))}
            />
          </Card>
        </div>
      </div>
      {actions.dialogs}
    </>
  )
}

function CountProgress({ count }: { count: CountDocument }) {
  const { lines, value, status } = count
  const { currency } = useSettings()
  if (status === 'PLANNED') return <Planned count={count} />
  if (lines.total === 0) return null
  return (
    <Card>
      <div className="grid grid-cols-4 gap-4 max-md:grid-cols-2">
        <Figure label="Counted" value={doneOf(count).toLocaleString()} note={`of ${linesOf(lines.total)}`} />
        {status === 'COUNTING' ? (
          <Figure label="To count again" value={lines.recount.toLocaleString()} note="Large variance" />
        ) : (
          <Figure
            label="Differences"
            value={(lines.different ?? 0).toLocaleString()}
            note={lines.open > 0 ? `${linesOf(lines.open)} left out` : 'Every line is counted'}
          />
        )}
        {value && (
          <>
            <Figure
              label={`Found, ${currency}`}
              value={formatDecimalInput(value.found, 2)}
              note={`Missing ${formatDecimalInput(value.missing, 2)}`}
            />
            <Figure label={`Net, ${currency}`} value={formatDecimalInput(value.net, 2)} note="At cost" />
          </>
        )}
      </div>
      {status === 'COUNTING' && (
        <>
          <ProgressBar label="Counted" value={doneOf(count)} max={lines.total} className="mt-5" />
          {count.blind && (
            <p className="mt-3 text-muted text-table">
              This is a blind count. Expected quantities are shown in the review.
            </p>
          )}
        </>
      )}
    </Card>
  )
}

/** A planned count has no lines yet; shows how many it would get. */
function Planned({ count }: { count: CountDocument }) {
  const query = {
    locationId: count.zone ? undefined : count.location?.id,
    zoneId: count.zone?.id,
    categoryId: count.category?.id,
    abcClass: count.abcClass ?? undefined,
  }
  const { data } = useApiQuery(countsApi.previewCount, { query }, { aside: 'the number of lines' })
  return (
    <Card flush>
      <EmptyState kind="nothing" title={data ? `${linesOf(data.lines)} to count at present` : 'Not started'}>
        Lines are created from the stock at the start of the count. Movements during the count are adjusted
        automatically.
      </EmptyState>
    </Card>
  )
}

function CountFacts({ count }: { count: CountDocument }) {
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          { label: 'Location', value: count.location?.name },
          { label: 'Zone', value: count.zone?.name ?? 'All' },
          { label: 'Category', value: count.category?.name ?? 'All' },
          { label: 'Class', value: count.abcClass ?? 'All' },
          { label: 'Blind', value: count.blind ? 'Yes' : 'No' },
          {
            label: 'Recount tolerance',
            value: `${formatPercent(count.recountPercent)} and ${count.recountPieces.toLocaleString()} pieces`,
          },
          ...count.counters.map(({ name, lines }) => ({ label: name, value: `counted ${linesOf(lines)}` })),
        ]}
      />
      {count.note && <p className="mt-4 text-pretty break-words text-secondary">{count.note}</p>}
    </Card>
  )
}
