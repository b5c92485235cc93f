import type { Transfer } from '#shared/inventory/transfers/api.ts'
import { FileCard } from '#web/documents/file-card.tsx'
import { RelatedCard, type RelatedGroup, type RelatedRecord } from '#web/documents/related-card.tsx'
import { DocumentFrame } from '#web/documents/document-frame.tsx'
import { DocumentStatusBadge } from '#web/inventory/stock/document-status-badge.tsx'
import { DocumentTimeline } from '#web/inventory/stock/document-timeline.tsx'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import { useTransferActions } from './transfer-actions.tsx'
import { TransferLines } from './transfer-lines.tsx'
import { transferProgress } from './transfer-progress.ts'
import { paths } from '#web/paths.ts'
import { transferPlace } from '#web/records/record-places.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** A loaded transfer; its print view travels with the goods. */
export function TransferDetail({ transfer }: { transfer: Transfer }) {
  const acts = useTransferActions(transfer)
  const { number, status, source, destination, dispatchedAt } = transfer
  const underway = status === 'pending' && dispatchedAt !== null
  return (
    <DocumentFrame
      place={transferPlace}
      number={number}
      status={<DocumentStatusBadge status={status} underway={underway} />}
      facts={[
        { label: 'Source', value: locationLabel(source) },
        { label: 'Destination', value: locationLabel(destination) },
        { label: 'Pieces', value: transfer.pieces.toLocaleString(), isAmount: true },
      ]}
      progress={transferProgress(transfer)}
      actions={acts}
      notices={<TransferNotices transfer={transfer} underway={underway} />}
      rail={{
        party: <TransferFacts transfer={transfer} />,
        documents: <FileCard hasPrint />,
        related: <RelatedCard groups={relatedOf(transfer)} />,
      }}
      history={<DocumentTimeline name="transfer" steps={transfer.timeline} />}
    >
      <TransferLines transfer={transfer} />
      <Signatures />
    </DocumentFrame>
  )
}

/** Related records: source, destination, and the lots that are moved, with the pieces that arrived once it is completed. */
function relatedOf({ source, destination, transferLines }: Transfer): RelatedGroup[] {
  const lots = new Map<string, RelatedRecord & { pieces: number }>()
  for (const { item, lots: taken } of transferLines)
    for (const { lotId, lotNumber, quantity, received } of taken) {
      if (lotId === item.id) continue
      const pieces = (received ?? quantity) + (lots.get(lotId)?.pieces ?? 0)
      lots.set(lotId, { id: lotId, name: lotNumber, to: paths.lot(lotId), pieces, note: pieces.toLocaleString() })
    }
  return [
    {
      label: 'Locations',
      records: [source, destination].map(({ id, name }) => ({ id, name, to: paths.location(id) })),
    },
    { label: 'Lots', records: [...lots.values()] },
  ]
}

function TransferNotices({ transfer, underway }: { transfer: Transfer; underway: boolean }) {
  if (transfer.status === 'cancelled')
    return (
      <Notice tone="neutral" title="This transfer was cancelled">
        {transfer.cancelReason && <p className="whitespace-pre-line">{transfer.cancelReason}</p>}
        The goods have been released at the source.
      </Notice>
    )
  if (!underway) return null
  return (
    <Notice tone="info" title="The goods are in transit">
      They stay reserved at the source until they are received at the destination.
    </Notice>
  )
}

function TransferFacts({ transfer: { createdAt, dispatchedAt, completedAt, note } }: { transfer: Transfer }) {
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          { label: 'Created', value: <RelativeTime at={createdAt} /> },
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
  )
}

/** For the printed transfer: the signatures for handing over and for receiving. */
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
