import { type RunStatus, runStatusNames } from '#shared/inventory/production/api.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

const tones: Record<RunStatus, Tone> = { made: 'good', taken_back: 'neutral', reversal: 'warn' }

/** Whether a run stands, was taken back, or takes another back. */
export function RunStatusBadge({ status }: { status: RunStatus }) {
  return <StatusBadge tone={tones[status]}>{runStatusNames[status]}</StatusBadge>
}
