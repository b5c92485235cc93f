import { type Recall, recallStatusNames } from '#shared/inventory/recalls/recall.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

const tones = { OPEN: 'bad', CLOSED: 'good', WITHDRAWN: 'neutral' } as const satisfies Record<Recall['status'], Tone>

/** The status of a recall. */
export function RecallStatusBadge({ status }: { status: Recall['status'] }) {
  return <StatusBadge tone={tones[status]}>{recallStatusNames[status]}</StatusBadge>
}
