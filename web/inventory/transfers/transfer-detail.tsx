import { Link } from 'react-router'
import type { Transfer } from '#shared/inventory/transfers/api.ts'
import { DocumentStatusBadge } from '#web/inventory/stock/document-status-badge.tsx'
import { DocumentTimeline } from '#web/inventory/stock/document-timeline.tsx'
import { useTransferActions } from './transfer-actions.tsx'
import { TransferLines } from './transfer-lines.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** A loaded transfer; printed, it is the paper that travels with the goods. */
export function TransferDetail({ transfer }: { transfer: Transfer }) {
  const acts = useTransferActions(transfer)
  const { number, status, source, destination, dispatchedAt, completedAt, note, cancelReason } = transfer
  const underway = status === 'pending' && dispatchedAt !== null
  return (
    <>
      <PageHeader
        title={number}
        status={<DocumentStatusBadge status={status} underway={underway} />}
        help={`${source.name} → ${destination.name}`}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.stockTransfers}>Stock transfers</Link>
          </Breadcrumbs>
        }
        menu={acts.menu}
        action={acts.action}
      />
      {status === 'cancelled' && (
        <Notice tone="neutral" title="This transfer was cancelled">
          {cancelReason && <p className="whitespace-pre-line">{cancelReason}</p>}
          The goods have been released at the source.
        </Notice>
      )}
      {underway && (
        <Notice tone="info" title="The goods are in transit">
          They stay reserved at the source until they are received at the destination.
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] print:block">
        <TransferLines transfer={transfer} />
        <div className="flex min-w-0 flex-col gap-6 print:mt-6">
          <Card title="Details">
            <DescriptionList
              facts={[
                { label: 'Source', value: `${source.name} (${source.type})` },
                { label: 'Destination', value: `${destination.name} (${destination.type})` },
                { label: 'Pieces', value: transfer.pieces.toLocaleString(), numeric: true },
                { label: 'Created', value: <RelativeTime at={transfer.createdAt} /> },
                ...(dispatchedAt ? [{ label: 'Shipped', value: <RelativeTime at={dispatchedAt} /> }] : []),
                ...(completedAt ? [{ label: 'Completed', value: <RelativeTime at={completedAt} /> }] : []),
              ]}
            />
            {note && (
              <div className="mt-4 border-line border-t pt-3">
                <p className="text-muted text-xs">Note</p>
                <p className="mt-1 whitespace-pre-line text-pretty break-words text-secondary">{note}</p>
              </div>
            )}
          </Card>
          <DocumentTimeline label="History of the transfer" steps={transfer.timeline} />
          <Signatures />
        </div>
      </div>
      {acts.dialogs}
    </>
  )
}

/** On paper only: who gave the goods away and who counted them. */
function Signatures() {
  return (
    <div aria-hidden className="hidden grid-cols-2 gap-10 pt-16 text-xs print:grid">
      {['Handed over by, date', 'Received and counted by, date'].map((label) => (
        <p key={label} className="border-line border-t pt-2">
          {label}
        </p>
      ))}
    </div>
  )
}
