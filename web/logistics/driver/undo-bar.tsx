import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { undoSeconds } from '#shared/logistics/driver/events.ts'
import { Button } from '#web/ui/button.tsx'
import type { QueuedEvent } from './database.ts'
import { record, usePhone } from './phone.ts'
import { useTap } from './use-tap.ts'

/** One second less than the server allows, so that a tap at the last moment still counts. */
const openSeconds = undoSeconds - 1

/** Offers to undo a delivery or failure for a few seconds. */
export function UndoBar({ routeId }: { routeId: string }) {
  const { events } = usePhone()
  const last = events.findLast((event) => event.routeId === routeId && event.type.startsWith('stop.'))
  if (!last || !['stop.deliver', 'stop.fail'].includes(last.type) || last.state === 'attention') return null
  return <UndoButton key={last.eventId} last={last} />
}

function UndoButton({ last }: { last: QueuedEvent }) {
  const left = useSecondsLeft(Date.parse(last.at) + openSeconds * 1000)
  const [undo, isUndoing] = useTap(() =>
    record({
      type: 'stop.undo',
      routeId: last.routeId,
      ...(last.stopId && { stopId: last.stopId }),
      payload: { eventId: last.eventId },
      label: `Undo: ${last.label}`,
    }),
  )
  if (left === 0) return null
  return (
    <div
      data-bar
      className="fixed inset-x-0 bottom-0 z-40 border-line border-t bg-overlay p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="mx-auto flex max-w-160 items-center gap-3">
        <span role="status" className="min-w-0 flex-1 text-pretty">
          {last.type === 'stop.deliver' ? 'Delivered' : 'Failed delivery recorded'}
        </span>
        <Button size="lg" onClick={undo} busy={isUndoing}>
          <Undo2 aria-hidden />
          <span className="figures">Undo ({left})</span>
        </Button>
      </div>
    </div>
  )
}

function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const left = Math.ceil((until - now) / 1000)
  // If the clock was set back, the remaining time is unknown.
  return left < 0 || left > openSeconds ? 0 : left
}
