import { salesApi } from '#shared/sales/orders/api.ts'
import { filterStatuses, orderStatusNames, orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { orderStatusTones } from '#web/sales/public/order-status-badge.tsx'
import { cn } from '#web/ui/class-names.ts'
import { fadingClass, useStrip } from '#web/ui/table/strip.ts'
import { StatusChoices } from '#web/ui/table/status-choices.tsx'

type StatusFilterProps = { value: string; onChange: (value: string) => void }

/** The two statuses without a filter of their own: their orders are found under "All". */
const unfiltered = orderStatuses.filter((status) => !filterStatuses.some((one) => one === status))

/** The status filter of the list: "All" and eleven statuses, each with its number of orders. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const strip = useStrip<HTMLDivElement>(value)
  const { data } = useApiQuery(salesApi.countOrders, {}, { aside: 'counts' })
  const counts = new Map<string, number>(data?.data.map(({ status, count }) => [status, count]))
  return (
    <div
      ref={strip}
      data-chrome
      data-status-row
      className={cn('flex h-(--low-control) items-center gap-1', fadingClass)}
    >
      <StatusChoices
        value={value}
        onChange={onChange}
        statuses={filterStatuses}
        counts={data?.data}
        nameOf={(status) => orderStatusNames[status]}
      />
      {value === '' && (
        <p className="flex shrink-0 items-center gap-2 pl-2 text-muted text-xs">
          Other:
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
