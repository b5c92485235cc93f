import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { can } from '#shared/access/can.ts'
import { type TaskName, taskNames, tasks, type Waiting, workQueueApi } from '#shared/reports/work-queue-api.ts'
import { CardLoadPart } from '#web/api/load-part.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChooseParts, useChosen } from './choose-parts.tsx'

const pages: Record<TaskName, string> = {
  recalls: paths.recalls,
  stopped: paths.orders,
  late: paths.orders,
  failed: paths.shipping,
  confirm: paths.orders,
  short: paths.orders,
  pick: paths.orders,
  pack: paths.orders,
  ship: paths.orders,
  approve: paths.purchaseOrders,
  arriving: paths.purchaseOrders,
  latePurchases: paths.purchaseOrders,
  returns: paths.returns,
  calls: paths.customers,
  followUps: paths.prospects,
  lateOpportunities: paths.opportunities,
  overdue: paths.invoices,
  expired: paths.lots,
  expiring: paths.lots,
  counts: paths.stockCounts,
  reviews: paths.stockCounts,
}

const taskList = 'dashboard-tasks'
const taskLabels = Object.fromEntries(taskNames.map((task) => [task, tasks[task].label])) as Record<TaskName, string>

/** The user's tasks, each with its count, the oldest record and a link to the list. */
export function WorkQueue() {
  const user = useUser()
  const [choosing, setChoosing] = useState(false)
  const may = taskNames.filter((task) => can(user, tasks[task].right))
  const { chosen, isPending } = useChosen(taskList, may)
  const queue = useApiQuery(
    workQueueApi.workQueue,
    { query: { tasks: chosen.join(',') } },
    { enabled: !isPending && chosen.length > 0, keepPrevious: true },
  )
  if (may.length === 0) return null
  const { data, error } = queue
  const rows = chosen.flatMap((task) => data?.data.filter((one) => one.task === task) ?? [])
  const waiting = rows.filter(({ count }) => count > 0)
  return (
    <Card
      title="Today"
      help={data ? (waiting.length > 0 ? 'Your open tasks, each linked to its list.' : 'No open tasks.') : '\u00a0'}
      action={
        <IconButton label="Choose tasks" size="sm" onClick={() => setChoosing(true)}>
          <Settings2 aria-hidden />
        </IconButton>
      }
    >
      {error && !data ? (
        <ErrorState
          what="Today’s tasks"
          error={error}
          onRetry={() => void queue.refetch()}
          retrying={queue.isFetching}
        />
      ) : data && waiting.length === 0 ? null : (
        <CardLoadPart result={queue}>
          <ul
            aria-busy={queue.isFetching}
            // Three rows that scroll horizontally on a phone, to avoid a layout shift when the tasks arrive.
            className="grid min-h-14 gap-2 max-sm:auto-cols-[85%] max-sm:grid-flow-col max-sm:grid-rows-[repeat(3,auto)] max-sm:snap-x max-sm:overflow-x-auto sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]"
          >
            {data
              ? waiting.map((one) => <TaskTile key={one.task} waiting={one} />)
              : chosen.slice(0, 4).map((task) => <Skeleton key={task} className="h-14" />)}
          </ul>
        </CardLoadPart>
      )}
      {choosing && (
        <ChooseParts
          list={taskList}
          title="Choose tasks"
          description="What “Today” shows you, in this order."
          labels={taskLabels}
          parts={may}
          chosen={chosen}
          close={() => setChoosing(false)}
        />
      )}
    </Card>
  )
}

function TaskTile({ waiting: { task, count, isMore, oldest } }: { waiting: Waiting }) {
  const { filter, label, sort, since } = tasks[task]
  // Days, unlike the moments since when the others wait.
  const isDue = since !== 'createdAt' && since !== 'failedAt'
  const address = `${pages[task]}?${new URLSearchParams({ ...filter, sort })}`
  return (
    <li className="min-w-0 snap-start">
      <Link
        to={address}
        className="flex min-h-14 items-center gap-3 rounded-lg border border-line px-3 py-2 transition-colors duration-150 hover:border-line-control"
      >
        <span className="figures min-w-8 text-right font-semibold text-lg">
          {count.toLocaleString()}
          {isMore && '+'}
        </span>
        <span className="min-w-0">
          <span className="block font-medium">{label}</span>
          {oldest && (
            <span className="block text-muted text-xs">
              {isDue ? `First: ${formatDay(oldest)}` : <>Oldest: {<RelativeTime at={oldest} />}</>}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
