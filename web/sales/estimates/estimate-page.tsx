import { Link, useParams } from 'react-router'
import { type Estimate, estimatesApi } from '#shared/sales/estimates/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { DocumentFrame } from '#web/documents/document-frame.tsx'
import { paths } from '#web/paths.ts'
import { ChainCard } from '#web/sales/public/chain-card.tsx'
import { useEstimateActions } from './estimate-actions.tsx'
import { EstimateAnswerCard } from './estimate-answer-card.tsx'
import { EstimateFacts, useEstimateFacts } from './estimate-facts.tsx'
import { EstimateLines } from './estimate-lines.tsx'
import { estimateProgress } from './estimate-progress.ts'
import { Card } from '#web/ui/card.tsx'
import { EstimateStatusBadge, estimateStatusTones } from '#web/sales/public/estimate-status-badge.tsx'
import { useCan } from '#web/session/session.ts'
import { useIsUnsent } from '#web/session/settings.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { estimatePlace } from '#web/records/record-places.ts'

export const record = estimatesApi.getEstimate

/** An estimate: its lines, status, answer and available actions. */
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
  const acts = useEstimateActions(estimate)
  const facts = useEstimateFacts(estimate)
  const { status, mailState } = estimate
  const isUnsent = useIsUnsent(mailState)
  return (
    <DocumentFrame
      place={estimatePlace}
      number={estimate.number}
      status={<EstimateStatusBadge status={status} mailState={mailState} />}
      facts={facts}
      progress={estimateProgress(estimate, isUnsent)}
      actions={acts}
      notices={<EstimateNotices estimate={estimate} />}
      rail={{
        party: <EstimateFacts estimate={estimate} />,
        documents: estimate.answer && <EstimateAnswerCard answer={estimate.answer} />,
        related: <ChainCard kind="estimate" id={estimate.id} />,
      }}
      history={
        <Card title="History">
          <Timeline
            label="History of the estimate"
            entries={estimate.timeline.map(({ at, actor, move, to, reason }, index) => ({
              id: String(estimate.timeline.length - index),
              who: move === 'expire' ? 'Wardstock' : (actor ?? 'The customer'),
              what: transitionDone[move] ?? move,
              at,
              tone: estimateStatusTones[to as keyof typeof estimateStatusTones] ?? 'neutral',
              detail: reason && (
                <p className="text-pretty break-words">{move === 'send' ? `To ${reason}` : `“${reason}”`}</p>
              ),
            }))}
          />
        </Card>
      }
    >
      <EstimateLines estimate={estimate} />
    </DocumentFrame>
  )
}

function EstimateNotices({ estimate }: { estimate: Estimate }) {
  const { revisedBy, order, deletedOrder, status, cancelReason } = estimate
  const seesDeleted = useCan('invoices.view')
  return (
    <>
      {status === 'Cancelled' && (
        <Notice tone="neutral" title="This estimate was cancelled">
          {cancelReason}
        </Notice>
      )}
      {revisedBy && (
        <Notice tone="info" title="This estimate has been revised">
          <Link to={paths.estimate(revisedBy.id)} className="link">
            {revisedBy.number}
          </Link>{' '}
          replaces this estimate.
        </Notice>
      )}
      {deletedOrder && (
        <Notice tone="warn" title={`${deletedOrder} was deleted`}>
          Restore the order to go on with it.{' '}
          {seesDeleted && (
            <Link to={`${paths.deletedItems}?q=${encodeURIComponent(deletedOrder)}`} className="link">
              Open deleted items
            </Link>
          )}
        </Notice>
      )}
      {order && (
        <Notice tone="good" title="Converted to an order">
          <Link to={paths.order(order.id)} className="link">
            {order.number}
          </Link>
        </Notice>
      )}
    </>
  )
}

const transitionDone: Record<string, string> = {
  create: 'created the estimate',
  send: 'issued the estimate',
  accept: 'accepted the estimate',
  decline: 'declined the estimate',
  expire: 'expired the estimate',
  cancel: 'cancelled the estimate',
  convert: 'converted the estimate to an order',
  revise: 'revised the estimate',
  revoke: 'revoked the link',
}
