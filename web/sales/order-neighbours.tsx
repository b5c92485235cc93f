import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Call } from '#shared/http/route.ts'
import { orderChoice } from '#shared/sales/order-choice.ts'
import { orderListApi } from '#shared/sales/order-list-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

type Query = NonNullable<Call<(typeof orderListApi.getNeighbours)['spec']>['query']>

/** The list that one came from, as its address says it; what the schema refuses is left out. */
export function useOrderOrigin(): { search: string; query: Query } {
  const from = (useLocation().state as { list?: string } | null)?.list ?? ''
  const params = new URLSearchParams(from)
  const query = Object.fromEntries(
    Object.entries(orderChoice).flatMap(([name, schema]) => {
      const value = params.get(name)
      return value && schema.safeParse(value).success ? [[name, value]] : []
    }),
  )
  return { search: from, query: query as Query }
}

/** To the orders before and after this one, in the order of the list one came from; also by `[` and `]`. */
export function OrderNeighbours({ orderId }: { orderId: string }) {
  const { search, query } = useOrderOrigin()
  const navigate = useNavigate()
  const { data } = useApiQuery(orderListApi.getNeighbours, { params: { id: orderId }, query })
  const state = { list: search }
  const go = (id: string | null | undefined) => id && void navigate(paths.order(id), { state })
  useShortcuts({ '[': () => go(data?.previous), ']': () => go(data?.next) })
  if (!data || (!data.previous && !data.next)) return null
  return (
    <div className="flex gap-1">
      <Step label="Previous order" to={data.previous} state={state}>
        <ChevronLeft aria-hidden />
      </Step>
      <Step label="Next order" to={data.next} state={state}>
        <ChevronRight aria-hidden />
      </Step>
    </div>
  )
}

type StepProps = { label: string; to: string | null; state: unknown; children: ReactNode }

function Step({ label, to, state, children }: StepProps) {
  const look = 'w-8 px-0'
  if (to === null)
    return (
      <Button size="sm" variant="ghost" disabled aria-label={label} className={look}>
        {children}
      </Button>
    )
  return (
    <Tooltip text={label}>
      <Button asChild size="sm" variant="ghost" className={look}>
        <Link to={paths.order(to)} state={state} aria-label={label}>
          {children}
        </Link>
      </Button>
    </Tooltip>
  )
}
