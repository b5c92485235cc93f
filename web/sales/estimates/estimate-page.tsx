import { Link, useParams } from 'react-router'
import { type Estimate, estimatesApi } from '#shared/sales/estimates/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { ChainCard } from '#web/sales/public/chain-card.tsx'
import { useEstimateActions } from './estimate-actions.tsx'
import { EstimateAnswerCard } from './estimate-answer-card.tsx'
import { EstimateFacts } from './estimate-facts.tsx'
import { EstimateLines } from './estimate-lines.tsx'
import { Card } from '#web/ui/card.tsx'
import { EstimateStatusBadge, estimateStatusTones } from '#web/sales/public/estimate-status-badge.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { estimatePlace } from '#web/records/record-places.ts'

export const record = estimatesApi.getEstimate

/** One estimate: what was offered, how it stands, what was answered, and what is next. */
export default function EstimatePage() {
  const { id = '' } = useParams()
  const estimate = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={estimate} place={estimatePlace}>
      {(found) => <EstimateView key={found.id} estimate={found} />}
    </RecordGate>
  )
}

function EstimateView({ estimate }: { estimate: Estimate }) {
  const actions = useEstimateActions(estimate)
  const { revisedBy, order, status, mailState } = estimate
  return (
    <>
      <PageHeader
        title={estimate.number}
        status={<EstimateStatusBadge status={status} mailState={mailState} />}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.estimates}>Estimates</Link>
          </Breadcrumbs>
        }
        action={actions.action}
        menu={actions.menu}
      />
      {revisedBy && (
        <Notice tone="info" title="This estimate has been revised">
          <Link to={paths.estimate(revisedBy.id)} className="link">
            {revisedBy.number}
          </Link>{' '}
          replaces this estimate.
        </Notice>
      )}
      {order && (
        <Notice tone="good" title="Converted to an order">
          <Link to={paths.order(order.id)} className="link">
            {order.number}
          </Link>
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <EstimateLines estimate={estimate} />
        <div className="flex flex-col gap-6 lg:row-span-2">
          <EstimateFacts estimate={estimate} />
          {estimate.answer && <EstimateAnswerCard answer={estimate.answer} />}
          <ChainCard kind="estimate" id={estimate.id} />
        </div>
        <Card title="History">
          <Timeline
            label="History of the estimate"
            entries={estimate.timeline.map(({ at, actor, move, to, reason }, index) => ({
              id: String(estimate.timeline.length - index),
              who: actor ?? (move === 'expire' ? 'Wardstock' : 'The customer'),
              what: transitionDone[move] ?? move,
              at,
              tone: estimateStatusTones[to as keyof typeof estimateStatusTones] ?? 'neutral',
              detail: reason && <p className="text-pretty break-words">{reason}</p>,
            }))}
          />
        </Card>
      </div>
      {actions.dialogs}
    </>
  )
}

const transitionDone: Record<string, string> = {
  create: 'created the estimate',
  send: 'issued it',
  accept: 'accepted it',
  decline: 'declined it',
  expire: 'expired',
  cancel: 'cancelled it',
  convert: 'converted it to an order',
  revise: 'revised it',
  revoke: 'revoked the link',
}
