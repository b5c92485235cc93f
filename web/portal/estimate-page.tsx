import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type PortalEstimate, portalEstimatesApi } from '#shared/portal/estimates-api.ts'
import { addressOf } from '#web/api/address.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AmountList } from '#web/ui/amount-list.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { businessDate } from '#shared/dates.ts'
import { formatDay } from '#shared/format-day.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { pieces, useEstimateStatusName, useMoney } from './portal-words.ts'
import { useDraft } from './use-draft.ts'

const noReason = { reason: '' }

/** The customer's answer and its result, or why the estimate can't be answered any more. */
function Answered({ estimate: { answer, canAnswer, order } }: { estimate: PortalEstimate }) {
  const { base, home } = usePortal()
  if (!answer) return canAnswer.reason && <Notice>{canAnswer.reason}</Notice>
  const isAccepted = answer.answer === 'accepted'
  return (
    <Notice tone={isAccepted ? 'good' : 'info'}>
      {isAccepted ? 'Accepted' : 'Declined'} by {answer.name} on{' '}
      {formatDay(businessDate(new Date(answer.at), home.timeZone))}.{' '}
      {order ? (
        <>
          Your order:{' '}
          <Link className="link" to={`${base}/orders/${order.id}`}>
            {order.number}
          </Link>
        </>
      ) : (
        isAccepted && 'We’ll make an order of it.'
      )}
    </Notice>
  )
}

/** An estimate as it was sent; an owner can accept or decline it once. */
export default function EstimatePage() {
  const { id = '' } = useParams()
  const { base, query } = usePortal()
  const money = useMoney()
  const statusName = useEstimateStatusName()
  const estimate = useApiQuery(portalEstimatesApi.getEstimate, { params: { id }, query }, { untold: true })
  const [dialog, setDialog] = useState<'accept' | 'decline' | null>(null)
  const mayAnswer = useMayInPortal('answerEstimate')
  const close = () => setDialog(null)
  const { draft, change, clear } = useDraft(`estimate-${id}`, noReason)
  const accept = useApiMutation(portalEstimatesApi.acceptEstimate, {
    successMessage: ({ number }) => `Estimate ${number} was accepted`,
    onSuccess: close,
  })
  const decline = useApiMutation(portalEstimatesApi.declineEstimate, {
    successMessage: ({ number }) => `Estimate ${number} was declined`,
    onSuccess: () => {
      clear()
      close()
    },
  })
  const found = estimate.data
  return (
    <>
      <PageHeader
        title={found ? `Estimate ${found.number}` : 'Estimate'}
        status={found?.canAnswer.open && <StatusBadge tone="warn">{statusName('Sent')}</StatusBadge>}
        help={
          found &&
          `Valid until ${formatDay(found.validUntil)}${found.reference ? `, your reference ${found.reference}` : ''}`
        }
        breadcrumbs={
          <Breadcrumbs>
            <Link to={`${base}/estimates`}>Estimates</Link>
          </Breadcrumbs>
        }
        action={
          mayAnswer &&
          found?.canAnswer.open && (
            <Button variant="primary" onClick={() => setDialog('accept')}>
              Accept
            </Button>
          )
        }
        menu={
          found && (
            <>
              {mayAnswer && found.canAnswer.open && <Button onClick={() => setDialog('decline')}>Decline</Button>}
              <Button asChild>
                <a href={addressOf(portalEstimatesApi.printEstimate, { params: { id }, query })} download>
                  Download PDF
                </a>
              </Button>
            </>
          )
        }
      />
      <Loaded what="This estimate" query={estimate}>
        {(one) => (
          <>
            <Answered estimate={one} />
            {one.canAnswer.open && !mayAnswer && <Notice>An owner of your account can accept or decline it.</Notice>}
            <Card title="Items">
              <ul className="flex flex-col divide-y divide-line">
                {one.lines.map((line, at) => (
                  // Lines have no id but their index.
                  <li key={at} className="flex gap-4 py-3 first:pt-0">
                    <div className="min-w-0 flex-1">
                      <p className="wrap-anywhere font-medium">{line.name}</p>
                      <p className="text-muted text-table">
                        {pieces(line.quantity)} at {money(line.unitPrice)}
                      </p>
                    </div>
                    <p className="figures shrink-0">{money(line.total)}</p>
                  </li>
                ))}
              </ul>
              <div className={one.discount !== '0.00' || one.tax !== '0.00' ? 'border-line border-t pt-3' : 'pt-1'}>
                <AmountList
                  rows={[
                    one.discount !== '0.00' && { label: 'Discount', value: `-${one.discount}` },
                    one.tax !== '0.00' && { label: 'Tax', value: one.tax },
                    { label: 'Total', value: one.total, isTotal: true },
                  ]}
                />
              </div>
            </Card>
            {one.notes && (
              <Card title="Notes">
                <p className="wrap-anywhere whitespace-pre-line">{one.notes}</p>
              </Card>
            )}
          </>
        )}
      </Loaded>
      {found && dialog && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`${dialog === 'accept' ? 'Accept' : 'Decline'} estimate ${found.number}?`}
          confirmLabel={dialog === 'accept' ? 'Accept estimate' : 'Decline estimate'}
          danger={dialog === 'decline'}
          busy={accept.isPending || decline.isPending}
          onConfirm={() =>
            dialog === 'accept'
              ? accept.submit({ params: { id }, body: { hash: found.hash } })
              : decline.submit({ params: { id }, body: { hash: found.hash, reason: draft.reason } })
          }
        >
          {dialog === 'accept' ? `We’ll make an order of it for ${money(found.total)}.` : 'You can ask us for another.'}{' '}
          Your answer can’t be changed.
          {dialog === 'decline' && (
            <TextAreaField
              className="mt-4"
              label="Reason"
              rows={2}
              maxLength={500}
              value={draft.reason}
              onChange={(event) => change({ reason: event.target.value })}
            />
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
