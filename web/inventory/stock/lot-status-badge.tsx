import { lotStateName, type LotStatus } from '#shared/inventory/stock/lot-status.ts'
import { useToday } from '#web/session/today.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import { hasExpired, isBlocked } from '#shared/inventory/stock/usable-lots.ts'

const tones = {
  AVAILABLE: 'good',
  ON_HOLD: 'warn',
  QUARANTINED: 'warn',
  RECALLED: 'bad',
} as const satisfies Record<LotStatus, Tone>

/** The status of a lot: whether it can be reserved, and if not, why. */
export function LotStatusBadge({ status, expiryDate = null }: { status: LotStatus; expiryDate?: string | null }) {
  const today = useToday()
  const isExpired = hasExpired({ expiryDate }, today)
  return (
    <StatusBadge tone={isExpired && !isBlocked({ lotStatus: status }) ? 'bad' : tones[status]}>
      {lotStateName(status, isExpired)}
    </StatusBadge>
  )
}
