import { whyNotCounting } from '#shared/inventory/counts/count-transitions.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountDocument } from '#shared/inventory/counts/count.ts'
import { useApiQuery } from '#web/api/query.ts'
import { CountingList } from './counting-list.tsx'
import { CountingScans } from './counting-scans.tsx'
import { type CountingLine, isToDo, useCountingLines } from './counting-lines.ts'
import { CountEntryDialog } from './count-entry-dialog.tsx'
import { linesOf } from './count-labels.ts'
import { FinishCountDialog } from './finish-count-dialog.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import { saveEntry } from './unsent-counts.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { countPlace } from '#web/records/record-places.ts'

/** The page for counting shelf by shelf, on a phone or a handheld scanner. */
export default function CountingPage() {
  const { id = '' } = useParams()
  const count = useApiQuery(countsApi.getCount, { params: { id } })
  const mayEdit = useCan('inventory.edit')
  const title = 'Count'
  if (!mayEdit) return <NoRight title={title} place={countPlace} />
  return (
    <RecordGate query={count} place={countPlace} title={title}>
      {(found) => (
        // The difference between the server's clock and this device's, at the time of the response.
        <Counting key={id} count={found} offset={Date.parse(found.now) - count.dataUpdatedAt} />
      )}
    </RecordGate>
  )
}

function Counting({ count, offset }: { count: CountDocument; offset: number }) {
  const { id, number } = count
  const whyNotCounted = whyNotCounting(count)
  const { lines, unsent, take, query } = useCountingLines(id)
  const [open, setOpen] = useState<{ lineId: string; add: number; at: number }>()
  const [isFinishing, setFinishing] = useState(false)
  const line = open && lines?.find((one) => one.id === open.lineId)
  const toDo = lines?.filter(isToDo) ?? []
  const total = lines?.length ?? 0

  function enter({ id: lineId, version, product, lot, location }: CountingLine, counted: number) {
    const countedAt = new Date(Date.now() + offset).toISOString()
    saveEntry({
      countId: id,
      lineId,
      version,
      counted,
      countedAt,
      label: `${product.name}, ${lot.lotNumber === 'none' ? location.name : `lot ${lot.lotNumber}`}`,
    })
  }
  const show = (lineId: string, add = 0) => setOpen((last) => ({ lineId, add, at: (last?.at ?? 0) + 1 }))
  /** The next line to count in shelf order; after the last line it starts again at the first. */
  const after = (current: CountingLine) => {
    const at = lines?.findIndex((one) => one.id === current.id) ?? -1
    return [...(lines?.slice(at + 1) ?? []), ...(lines?.slice(0, at) ?? [])].find(isToDo)
  }
  const next = line && after(line)

  return (
    <>
      <PageHeader
        title={`Count ${number}`}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.stockCounts}>Stock counts</Link>
            <Link to={paths.stockCount(id)}>{number}</Link>
          </Breadcrumbs>
        }
      />
      {whyNotCounted ? (
        <>
          <UnsentNotice unsent={unsent} onShow={() => {}} />
          <Card flush>
            <EmptyState
              kind="nothing"
              title={whyNotCounted.replace(/\.$/, '')}
              action={
                <Button asChild variant="primary">
                  <Link to={paths.stockCount(id)}>Go to the count</Link>
                </Button>
              }
            />
          </Card>
        </>
      ) : (
        <div className="mx-auto flex w-full max-w-180 flex-col gap-4">
          <div className="flex flex-col gap-2">
            <p className="flex flex-wrap justify-between gap-x-4 text-secondary">
              <span className="figures">
                {lines ? `${(total - toDo.length).toLocaleString()} of ${linesOf(total)} counted` : '\u00a0'}
              </span>
              <span role="status" className="text-muted">
                {unsent.length === 0 ? 'Everything is saved' : `${unsent.length} to be saved`}
              </span>
            </p>
            <ProgressBar label="Counted" value={total - toDo.length} max={Math.max(total, 1)} />
          </div>
          <UnsentNotice unsent={unsent} onShow={show} />
          {lines && (
            <CountingScans
              count={count}
              lines={lines}
              openLine={line}
              onLine={show}
              onAdded={(added) => {
                take(added)
                show(added.id)
              }}
            />
          )}
          {lines ? (
            <CountingList lines={lines} onOpen={show} onFinish={() => setFinishing(true)} />
          ) : (
            <Card>
              {query.error ? (
                <ErrorState
                  what="Lines of the count"
                  error={query.error}
                  onRetry={() => void query.refetch()}
                  retrying={query.isFetching}
                />
              ) : (
                <SkeletonText lines={8} />
              )}
            </Card>
          )}
        </div>
      )}
      {open && line && (
        <CountEntryDialog
          key={line.id}
          line={line}
          scanned={open}
          isBlind={count.blind}
          onSave={(counted) => {
            enter(line, counted)
            setOpen(undefined)
          }}
          onNext={
            next &&
            ((counted) => {
              enter(line, counted)
              show(next.id)
            })
          }
          onLeave={(counted) => enter(line, counted)}
          close={() => setOpen(undefined)}
        />
      )}
      {isFinishing && (
        <FinishCountDialog
          count={count}
          open={toDo.filter(({ state }) => state === 'open').length}
          close={() => setFinishing(false)}
        />
      )}
    </>
  )
}
