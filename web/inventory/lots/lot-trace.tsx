import type { ReactNode } from 'react'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { TraceBranches } from './trace-branch.tsx'
import { type TraceNode, traceTree } from './trace-tree.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** The trace of a lot in both directions, through all lots that were made of it. */
export function LotTrace({ lotId }: { lotId: string }) {
  const { data, error, isFetching, refetch } = useApiQuery(lotsApi.traceLot, { params: { id: lotId } })
  const back = data && traceTree(data, lotId, 'back')
  const on = data && traceTree(data, lotId, 'on')
  return (
    <Card title="Trace" help="Origin and destination through kits, production and transfers.">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : back && on ? (
        <div className="flex flex-col gap-6">
          <Way title="Came from" node={back} way="back">
            No receipt recorded.
          </Way>
          <Way title="Went to" node={on} way="on">
            Nothing has left its location.
          </Way>
          {data?.more && <Notice tone="neutral">Only the latest 500 steps are shown.</Notice>}
        </div>
      ) : (
        <SkeletonText lines={5} />
      )}
    </Card>
  )
}

type WayProps = { title: string; node: TraceNode; way: 'back' | 'on'; children: ReactNode }

function Way({ title, node, way, children }: WayProps) {
  const isEmpty = node.steps.length === 0 && node.branches.length === 0
  return (
    <div className="flex flex-col gap-2.5">
      <h3 className="font-medium text-secondary text-table">{title}</h3>
      {isEmpty ? <p className="text-muted text-table">{children}</p> : <TraceBranches node={node} way={way} />}
    </div>
  )
}
