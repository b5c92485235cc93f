import { Link } from 'react-router'
import type { Return } from '#shared/sales/returns/api.ts'
import { paths } from '#web/paths.ts'
import { CreditNoteCard } from '#web/invoicing/public/credit-note-card.tsx'
import { useReturnActions } from './return-actions.tsx'
import { ReturnLines } from './return-lines.tsx'
import { DeliveryPhotos, ReturnPhotos } from './return-photos.tsx'
import { returnTrail } from './return-trail.tsx'
import { ReturnTimeline } from './return-timeline.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#web/ui/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ReturnStatusBadge } from '#web/sales/public/return-status-badge.tsx'

/** A loaded return. */
export function ReturnDetail({ found }: { found: Return }) {
  const actions = useReturnActions(found)
  return (
    <>
      <PageHeader
        title={found.number}
        status={<ReturnStatusBadge status={found.status} />}
        breadcrumbs={returnTrail}
        action={actions.action}
        menu={actions.menu}
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <ReturnLines found={found} />
          {found.photos.length > 0 && <ReturnPhotos found={found} />}
          {found.deliveryPhotos.length > 0 && <DeliveryPhotos found={found} />}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <ReturnFacts found={found} />
          <ReturnCredit found={found} />
          <ReturnTimeline found={found} />
        </div>
      </div>
      {actions.dialogs}
    </>
  )
}

function ReturnFacts({ found }: { found: Return }) {
  const [seesCustomers, seesOrders] = [useCan('crm.view'), useCan('salesOrders.view')]
  const { account, order, location, receivedDate, notes } = found
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          {
            label: 'Customer',
            value: seesCustomers ? <Link to={paths.customer(account.id)}>{account.name}</Link> : account.name,
          },
          { label: 'Order', value: seesOrders ? <Link to={paths.order(order.id)}>{order.number}</Link> : order.number },
          { label: 'Received at', value: location?.name },
          { label: 'Received on', value: receivedDate && formatDay(receivedDate), numeric: true },
        ]}
      />
      {notes && (
        <div className="mt-4 border-line border-t pt-3">
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
