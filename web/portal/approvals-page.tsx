import { useState } from 'react'
import { Link } from 'react-router'
import { portalOrdersApi, type Requisition, whyRequisitionNotDecided } from '#shared/portal/orders-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { pieces, useMoney } from './portal-words.ts'
import { ReasonDialog } from './form-dialog.tsx'
import { useDraft } from './use-draft.ts'

const tones: Record<Requisition['status'], Tone> = {
  Waiting: 'warn',
  Approved: 'good',
  Declined: 'bad',
  Withdrawn: 'neutral',
}

/** Orders above a user's limit, for an owner to approve or decline. */
export default function ApprovalsPage() {
  const { query } = usePortal()
  const list = useApiQuery(portalOrdersApi.listRequisitions, { query }, { untold: true, every: 60_000 })
  const [declining, setDeclining] = useState<Requisition | null>(null)
  return (
    <>
      <PageHeader title="Approvals" help="Orders above a user’s limit wait here for an owner." />
      <Loaded what="Approvals" query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState kind="nothing" title="No orders wait for approval" />
          ) : (
            <ul className="flex flex-col gap-4">
              {data.map((one) => (
                <li key={one.id}>
                  <RequisitionCard requisition={one} onDecline={() => setDeclining(one)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {declining && <DeclineDialog requisition={declining} close={() => setDeclining(null)} />}
    </>
  )
}

function RequisitionCard({ requisition, onDecline }: { requisition: Requisition; onDecline: () => void }) {
  const { base } = usePortal()
  const money = useMoney()
  const mayDecide = useMayInPortal('approve')
  const approve = useApiMutation(portalOrdersApi.approve, {
    successMessage: ({ order }) => `Order ${order?.number ?? ''} was placed`,
  })
  const withdraw = useApiMutation(portalOrdersApi.withdraw, { successMessage: () => 'The order was withdrawn' })
  const { id, status, by, isOwn, lines, total, order, decidedBy, declineReason, createdAt, reference, notes } =
    requisition
  const isWaiting = !whyRequisitionNotDecided(requisition)
  return (
    <Card title={`${by}: ${money(total)}`} action={<StatusBadge tone={tones[status]}>{status}</StatusBadge>}>
      <p className="text-muted text-table">
        <RelativeTime at={createdAt} />
        {reference && `, ${reference}`}
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {lines.map(({ product, quantity }) => (
          <li key={product.id} className="flex justify-between gap-4">
            <span className="wrap-anywhere min-w-0">{product.name}</span>
            <span className="figures shrink-0">{pieces(quantity)}</span>
          </li>
        ))}
      </ul>
      {notes && <p className="wrap-anywhere mt-2 whitespace-pre-line text-secondary">{notes}</p>}
      {!isWaiting && (
        <p className="mt-2 text-secondary">
          {status} by {decidedBy}
          {declineReason && `: ${declineReason}`}
          {order && (
            <>
              {' '}
              <Link className="link" to={`${base}/orders/${order.id}`}>
                {order.number}
              </Link>
            </>
          )}
        </p>
      )}
      {isWaiting && (
        <div className="mt-4 flex flex-wrap gap-2">
          {mayDecide && (
            <>
              <Button
                variant="primary"
                busy={approve.isPending}
                onClick={() => approve.submit({ params: { id }, body: {} })}
              >
                Approve and order
              </Button>
              <Button onClick={onDecline}>Decline</Button>
            </>
          )}
          {isOwn && !mayDecide && (
            <Button busy={withdraw.isPending} onClick={() => withdraw.submit({ params: { id }, body: {} })}>
              Withdraw
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

const noReason = { reason: '' }

function DeclineDialog({ requisition, close }: { requisition: Requisition; close: () => void }) {
  const { draft, change, clear } = useDraft(`decline-${requisition.id}`, noReason)
  const decline = useApiMutation(portalOrdersApi.decline, {
    successMessage: () => 'The order was declined',
    onSuccess: () => {
      clear()
      close()
    },
  })
  return (
    <ReasonDialog
      title="Decline this order?"
      label={`Reason for ${requisition.by}`}
      reason={draft.reason}
      onChange={(reason) => change({ reason })}
      closeLabel="Back"
      submitLabel="Decline order"
      busy={decline.isPending}
      close={close}
      onSubmit={(reason) => decline.submit({ params: { id: requisition.id }, body: { reason } })}
    />
  )
}
