import { type RunStatus, runStatusNames } from '#shared/inventory/production/api.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

const tones: Record<RunStatus, Tone> = { made: 'good', taken_back: 'neutral', reversal: 'warn' }

/** The status of a run: valid, reversed, or itself a reversal. */
export function RunStatusBadge({ status }: { status: RunStatus }) {
  return <StatusBadge tone={tones[status]}>{runStatusNames[status]}</StatusBadge>
}
