import { type DocumentStatus, documentStatusNames } from '#shared/inventory/stock/stock-document.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

const documentStatusTones = {
  pending: 'info',
  completed: 'good',
  cancelled: 'neutral',
} as const satisfies Record<DocumentStatus, Tone>

type DocumentStatusBadgeProps = { status: DocumentStatus; underway?: boolean }

/** The status badge of a transfer or a kit order. A dispatched transfer is still pending, but shown as in transit. */
export function DocumentStatusBadge({ status, underway = false }: DocumentStatusBadgeProps) {
  return (
    <StatusBadge tone={documentStatusTones[status]}>
      {status === 'pending' && underway ? 'In transit' : documentStatusNames[status]}
    </StatusBadge>
  )
}
