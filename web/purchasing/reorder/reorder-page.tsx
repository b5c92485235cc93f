import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAmount } from '#shared/money.ts'
import type { PurchaseOrderRow } from '#shared/purchasing/orders/purchase-order.ts'
import { reorderApi } from '#shared/purchasing/reorder/api.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { LoadPart } from '#web/api/load-part.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { InventoryTabs } from '#web/inventory/public/inventory-tabs.tsx'
import { paths } from '#web/paths.ts'
import { DraftedNotice } from './drafted-notice.tsx'
import { quantityProblem, useReorderSelection } from './use-reorder-selection.ts'
import { ReorderFilters } from './reorder-filters.tsx'
import { ReorderGroups } from './reorder-groups.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { BulkBar } from '#web/ui/table/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** Items shown; the calculation itself has no limit. */
const limit = 200

/** The items to reorder by supplier, with quantity and reason; one click drafts the orders. */
export default function ReorderPage() {
  const list = useListParams(reorderApi.listReorders)
  const { q, supplier, need } = list.query
  const reorders = useApiQuery(
    reorderApi.listReorders,
    { query: { q, supplier, need, limit } },
    { keepPrevious: true, untold: true },
  )
  const { data, error, isFetching, refetch } = reorders
  const mayOrder = useCan('purchaseOrders.edit')
  const items = data?.data.filter(({ supplier: who }) => who).flatMap((group) => group.items) ?? []
  const choice = useReorderSelection(items)
  const { currency } = useSettings()
  const [drafts, setDrafts] = useState<readonly PurchaseOrderRow[]>()
  const [problem, setProblem] = useState<string>()
  const draft = useApiMutation(reorderApi.draftReorders, {
    errors: 'page',
    onSuccess: (reply) => {
      setDrafts(reply.data)
      choice.clear()
    },
    onError: (failed) => {
      if (!isReportedGlobally(failed)) setProblem(failed.message)
      void refetch()
    },
  })
  function draftOrders() {
    setDrafts(undefined)
    const wrong = choice.lines.find(({ quantity }) => quantityProblem(quantity))
    if (wrong) return setProblem(`Fix the quantity of ${wrong.item.name} first.`)
    setProblem(undefined)
    draft.submit({
      body: { lines: choice.lines.map(({ item, quantity }) => ({ itemId: item.id, quantity: quantity ?? 0 })) },
    })
  }
  const shown = data?.data.reduce((sum, group) => sum + group.items.length, 0) ?? 0
  return (
    <>
      <PageHeader
        title="Reorder"
        action={
          shown > 0 && (
            <Button onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
          )
        }
      />
      <InventoryTabs />
      {drafts && <DraftedNotice drafts={drafts} onClose={() => setDrafts(undefined)} />}
      {problem && (
        <Notice tone="bad" title="No drafts created" onClose={() => setProblem(undefined)}>
          {problem}
        </Notice>
      )}
      {(shown > 0 || list.isNarrowed) && <ReorderFilters list={list} reorders={data} />}
      {data && data.total > shown && (
        <Notice>
          {shown.toLocaleString()} of {data.total.toLocaleString()} items are shown. Choose a supplier to see all of its
          items.
        </Notice>
      )}
      {data && shown > 0 && (
        <LoadPart result={reorders} className="gap-6 max-md:mt-2">
          <ReorderGroups
            groups={data.data}
            coverDays={data.coverDays}
            serviceLevelPercent={data.serviceLevelPercent}
            choice={mayOrder ? choice : undefined}
            busy={isFetching}
          />
        </LoadPart>
      )}
      {!data && (
        <Card>
          {error ? (
            <ErrorState what="Reorder suggestions" error={error} onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <LoadPart result={reorders}>
              <SkeletonText lines={12} />
            </LoadPart>
          )}
        </Card>
      )}
      {data && shown === 0 && (
        <Card>
          {list.isNarrowed ? <NoMatch onClear={list.clearAll} /> : <NothingShort coverDays={data.coverDays} />}
        </Card>
      )}
      <BulkBar count={choice.lines.length} onClear={choice.clear}>
        <span className="figures text-muted">
          {currency} {formatDecimalInput(formatAmount(choice.worth), 2)}
        </span>
        <Button size="sm" variant="primary" busy={draft.isPending} onClick={draftOrders}>
          Create draft POs
        </Button>
      </BulkBar>
    </>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      kind="no-match"
      title="No matching items need reordering"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Try another supplier or reason.
    </EmptyState>
  )
}

function NothingShort({ coverDays }: { coverDays: number }) {
  return (
    <EmptyState
      kind="nothing"
      title="Nothing to reorder"
      action={
        <Button asChild>
          <Link to={paths.products}>Go to the inventory</Link>
        </Button>
      }
    >
      No item is below its reorder point or will be within its lead time and {coverDays} days more.
    </EmptyState>
  )
}
