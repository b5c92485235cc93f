import { lotStatusNames, type LotStatus } from '#shared/inventory/stock/lot-status.ts'
import { useToday } from '#web/session/today.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import { hasExpired, isBlocked } from '#shared/inventory/stock/usable-lots.ts'

const tones = {
  AVAILABLE: 'good',
  ON_HOLD: 'warn',
  QUARANTINED: 'warn',
  RECALLED: 'bad',
} as const satisfies Record<LotStatus, Tone>

/** Whether a lot may be promised, and if not, why; nobody has to block one that has expired. */
export function LotStatusBadge({ status, expiryDate = null }: { status: LotStatus; expiryDate?: string | null }) {
  const today = useToday()
  if (!isBlocked({ lotStatus: status }) && hasExpired({ expiryDate }, today)) {
    return <StatusBadge tone="bad">Expired</StatusBadge>
  }
  return <StatusBadge tone={tones[status]}>{lotStatusNames[status]}</StatusBadge>
}
