import { Link } from 'react-router'
import type { Return } from '#shared/sales/returns/api.ts'
import { DocumentFrame } from '#web/documents/document-frame.tsx'
import { paths } from '#web/paths.ts'
import { CreditNoteCard } from '#web/invoicing/public/credit-note-card.tsx'
import { useReturnActions } from './return-actions.tsx'
import { ReturnLines } from './return-lines.tsx'
import { DeliveryPhotos, ReturnPhotos } from './return-photos.tsx'
import { returnProgress } from './return-progress.ts'
import { ReturnTimeline } from './return-timeline.tsx'
import { returnPlace } from '#web/records/record-places.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ReturnStatusBadge } from '#web/sales/public/return-status-badge.tsx'

/** A loaded return. */
export function ReturnDetail({ found }: { found: Return }) {
  const acts = useReturnActions(found)
  const [seesCustomers, seesOrders] = [useCan('crm.view'), useCan('salesOrders.view')]
  const { currency } = useSettings()
  const { number, status, account, order, location, credit } = found
  return (
    <DocumentFrame
      place={returnPlace}
      number={number}
      status={<ReturnStatusBadge status={status} />}
      facts={[
        {
          label: 'Customer',
          value: seesCustomers ? <Link to={paths.customer(account.id)}>{account.name}</Link> : account.name,
        },
        { label: 'Order', value: seesOrders ? <Link to={paths.order(order.id)}>{order.number}</Link> : order.number },
        { label: 'Received at', value: location?.name },
        { label: `Credit, ${currency}`, value: formatDecimalInput(credit, 2), isAmount: true },
      ]}
      progress={returnProgress(found)}
      actions={acts}
      notices={<ReturnNotice found={found} />}
      rail={{ party: <ReturnFacts found={found} />, payment: <ReturnCredit found={found} /> }}
      history={<ReturnTimeline found={found} />}
    >
      <ReturnLines found={found} />
      {found.photos.length > 0 && <ReturnPhotos found={found} />}
      {found.deliveryPhotos.length > 0 && <DeliveryPhotos found={found} />}
    </DocumentFrame>
  )
}

/** Why the return was rejected or cancelled. */
function ReturnNotice({ found: { status, timeline } }: { found: Return }) {
  if (status !== 'Rejected' && status !== 'Cancelled') return null
  return (
    <Notice tone="neutral" title={`This return was ${status.toLowerCase()}`}>
      {timeline.findLast(({ to }) => to === status)?.reason}
    </Notice>
  )
}

/** The date of receipt and the notes; nothing without either. */
function ReturnFacts({ found: { receivedDate, notes } }: { found: Return }) {
  if (!receivedDate && !notes) return null
  return (
    <Card title="Details">
      {receivedDate && (
        <DescriptionList facts={[{ label: 'Received on', value: formatDay(receivedDate), numeric: true }]} />
      )}
      {notes && (
        <div className="mt-4 border-line border-t pt-3 first:mt-0 first:border-t-0 first:pt-0">
          <p className="text-muted text-xs">Notes</p>
          <p className="mt-1 whitespace-pre-line text-pretty break-words text-secondary">{notes}</p>
        </div>
      )}
    </Card>
  )
}

function ReturnCredit({ found }: { found: Return }) {
  const { currency } = useSettings()
  const { creditNote, invoice, credit, status } = found
  const isOver = status === 'Rejected' || status === 'Cancelled'
  if (creditNote)
    return (
      <CreditNoteCard
        note={creditNote}
        account={found.account}
        about={{
          label: 'For invoice',
          value: invoice && (
            <Link className="link" to={paths.invoice(invoice.id)}>
              {invoice.number}
            </Link>
          ),
        }}
      />
    )
  return (
    <Card title="Credit">
      <p className="text-pretty text-secondary">{wordsFor()}</p>
    </Card>
  )

  function wordsFor() {
    if (isOver) return 'Nothing is returned or credited.'
    if (!invoice) return 'The order has no invoice, so nothing is credited.'
    if (status === 'Completed') return 'The returned goods have no value to credit.'
    return (
      <>
        Completing it gives {currency} {formatDecimalInput(credit, 2)} credit at the prices of{' '}
        <Link className="link" to={paths.invoice(invoice.id)}>
          {invoice.number}
        </Link>
        . It settles that invoice first; the rest becomes customer credit.
      </>
    )
  }
}
