import { salesApi } from '#shared/sales/api.ts'
import { filterStatuses, orderStatusNames, orderStatuses } from '#shared/sales/order-moves.ts'
import { useApiQuery } from '#web/api/query.ts'
import { cn } from '#web/ui/class-names.ts'
import { Badge } from '#web/ui/badge.tsx'
import { orderStatusTones } from '#web/ui/order-status-badge.tsx'

type StatusFilterProps = { value: string; onChange: (value: string) => void }

/** The two statuses that the filter does not offer: their orders are found under "All". */
const unfiltered = orderStatuses.filter((status) => !filterStatuses.some((one) => one === status))

/** The list's status filter: "All" and the eleven statuses, each with how many orders stand in it. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const { data } = useApiQuery(salesApi.countOrders, {})
  const counts = new Map<string, number>(data?.data.map(({ status, count }) => [status, count]))
  const all = data?.data.reduce((sum, { count }) => sum + count, 0)
  return (
    <div data-chrome className="flex flex-col gap-2 md:flex-row md:flex-wrap md:items-center md:gap-1">
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
      <div role="group" aria-label="Status" className="-mx-4 flex gap-1 overflow-x-auto px-4 py-0.5 md:contents">
        <Choice label="All" count={all} isChosen={value === ''} onChoose={() => onChange('')} />
        {filterStatuses.map((status) => (
          <Choice
            key={status}
            label={orderStatusNames[status]}
            count={data && (counts.get(status) ?? 0)}
            isChosen={value === status}
            onChoose={() => onChange(value === status ? '' : status)}
          />
        ))}
      </div>
      {value === '' && (
        <p className="flex h-8 flex-wrap items-center gap-2 text-muted text-xs md:ml-auto">
          Also under All:
          {unfiltered.map((status) => (
            <Badge key={status} tone={counts.get(status) ? orderStatusTones[status] : 'neutral'}>
              {orderStatusNames[status]} <span className="figures">{counts.get(status)?.toLocaleString() ?? '–'}</span>
            </Badge>
          ))}
        </p>
      )}
    </div>
  )
}

type ChoiceProps = { label: string; count: number | undefined; isChosen: boolean; onChoose: () => void }

function Choice({ label, count, isChosen, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cn(
        'flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 font-medium text-table transition-colors duration-150',
        'forced-colors:border forced-colors:aria-pressed:border-[Highlight]',
        isChosen ? 'bg-accent-soft text-accent-text' : 'text-secondary hover:bg-subtle-strong hover:text-primary',
      )}
    >
      {label}
      <span className={cn('figures min-w-3 text-left font-normal text-xs', !isChosen && 'text-muted')}>
        {count?.toLocaleString() ?? '–'}
      </span>
    </button>
  )
}
