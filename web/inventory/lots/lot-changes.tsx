import { lotStatusNames, type LotStatus } from '#shared/inventory/stock/lot-status.ts'
import type { Lot } from '#shared/inventory/lots/api.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { Change, Timeline } from '#web/ui/timeline.tsx'
import type { Tone } from '#web/ui/badge.tsx'

type LotChange = Lot['changes'][number]

const past: Record<string, string> = {
  hold: 'put it on hold',
  quarantine: 'put it into quarantine',
  release: 'released it',
  recall: 'recalled it',
  withdraw: 'withdrew its recall',
  edit: 'corrected it',
}
const tones: Record<string, Tone> = { hold: 'warn', quarantine: 'warn', release: 'good', recall: 'bad' }
const day = (date: string | null) => (date === null ? 'never' : formatDay(date))
const state = (status: string) => lotStatusNames[status as LotStatus] ?? status

/** The changes of a lot: who blocked, released or corrected it and why, newest first. */
export function LotChanges({ lot }: { lot: Lot }) {
  return (
    <Card title="Changes">
      {lot.changes.length === 0 ? (
        <p className="text-secondary">No changes yet.</p>
      ) : (
        <Timeline
          label="Changes of the lot"
          entries={lot.changes.map((change) => ({
            id: String(change.id),
            who: change.actor ?? 'Wardstock',
            what: past[change.act] ?? change.act,
            at: change.at,
            tone: tones[change.act] ?? 'neutral',
            detail: <Detail change={change} />,
          }))}
        />
      )}
    </Card>
  )
}

function Detail({ change: { from, to, oldExpiry, newExpiry, reason } }: { change: LotChange }) {
  return (
    <>
      {from !== to && <Change field="State" from={state(from)} to={state(to)} />}
      {oldExpiry !== newExpiry && <Change field="Expires" from={day(oldExpiry)} to={day(newExpiry)} />}
      <p className="text-pretty break-words">{reason}</p>
    </>
  )
}
