import { portalEstimatesApi, type PortalEstimateRow } from '#shared/portal/estimates-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { useEstimateStatusName, useMoney } from './portal-words.ts'
import { RowLink, Rows } from './row-link.tsx'

const tones: Record<PortalEstimateRow['status'], Tone> = {
  Requested: 'neutral',
  Sent: 'warn',
  Accepted: 'good',
  Converted: 'good',
  Declined: 'bad',
  Expired: 'neutral',
}

/** Estimates from the office, and the customer's requests for estimates. */
export default function EstimateListPage() {
  const { query } = usePortal()
  const money = useMoney()
  const statusName = useEstimateStatusName()
  const mayOrder = useMayInPortal('order')
  const list = useApiQuery(portalEstimatesApi.listEstimates, { query }, { untold: true })
  return (
    <>
      <PageHeader title="Estimates" />
      <Loaded what="Estimates" query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState kind="nothing" title="No estimates yet">
              {mayOrder && 'You can request one from a new order.'}
            </EmptyState>
          ) : (
            <Rows>
              {data.map(({ id, number, status, estimateDate, validUntil, total }) => {
                const badge = <StatusBadge tone={tones[status]}>{statusName(status)}</StatusBadge>
                if (status === 'Requested')
                  return (
                    <li key={id} className="flex min-h-14 items-center justify-between gap-3 px-4 py-3">
                      <span>
                        <span className="block font-medium">{number}</span>
                        <span className="block text-muted text-table">Requested on {formatDay(estimateDate)}</span>
                      </span>
                      {badge}
                    </li>
                  )
                return (
                  <RowLink
                    key={id}
                    to={`/estimates/${id}`}
                    title={number}
                    note={`Valid until ${formatDay(validUntil)}`}
                    side={
                      <>
                        {badge}
                        {total && <span className="figures text-table">{money(total)}</span>}
                      </>
                    }
                  />
                )
              })}
            </Rows>
          )
        }
      </Loaded>
    </>
  )
}
