import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { goTo, routeAddress } from './address.ts'
import type { QueuedEvent, QueuedFile } from './database.ts'
import { settleEvents } from './event-queue.ts'
import { isOpenStop } from './local-route.ts'
import { changed, needsAttention, record, sync, usePhone } from './phone.ts'
import { settleFile } from './send-files.ts'
import { useTap } from './use-tap.ts'

/** Events and files that the server refused: the reason, and what the driver can do. Nothing is resolved automatically. */
export function AttentionList() {
  const phone = usePhone()
  const { events, files } = needsAttention(phone)
  if (events.length + files.length === 0) return null
  return (
    <section aria-label="Needs attention" className="flex flex-col gap-3 rounded-lg border-2 border-warn bg-card p-4">
      <h2 className="flex items-center gap-2 font-semibold text-xl">
        <TriangleAlert aria-hidden size={24} className="shrink-0 text-warn" />
        Needs attention
      </h2>
      <ul className="flex flex-col gap-4">
        {events.map((event) => (
          <li key={event.eventId}>
            <AttentionItem event={event} />
          </li>
        ))}
        {files.map((file) => (
          <li key={file.sha256}>
            <FileItem file={file} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const wonBefore = 'The office or another phone had finished this stop already. Your record is kept in its history.'

function AttentionItem({ event }: { event: QueuedEvent }) {
  const { routes } = usePhone()
  const [isLetting, setLetting] = useState(false)
  const stop = routes
    .find(({ id }) => id === event.routeId)
    ?.driverStops.find(({ id, status }) => id === event.stopId && isOpenStop({ status }))
  const isRefused = event.outcome !== 'recorded' && event.code !== 'NO_EFFECT'
  const settle = async () => {
    await settleEvents([event.eventId])
    await changed()
  }
  const [again, isRetrying] = useTap(async () => {
    const isSaved = await record({
      type: event.type,
      routeId: event.routeId,
      ...(event.stopId && { stopId: event.stopId }),
      payload: event.payload,
      label: event.label,
      at: event.at,
    })
    if (isSaved) await settle()
  })
  const [reportToOffice, isReporting] = useTap(async () => {
    const isSaved = await record({
      type: 'note.add',
      routeId: event.routeId,
      ...(stop && { stopId: stop.id }),
      payload: { text: `${event.label} on ${event.at} was refused: ${event.reason ?? ''}`.slice(0, 1000) },
      label: `Note on: ${event.label}`,
    })
    if (isSaved) await settle()
  })
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{event.label}</p>
      <p className="wrap-anywhere text-secondary">{isRefused ? event.reason : wonBefore}</p>
      <div className="flex flex-wrap gap-2 [&>*]:flex-1">
        {isRefused && stop && event.code === 'PROOF_INCOMPLETE' && (
          <Button size="lg" onClick={() => goTo(routeAddress(event.routeId, 'deliver', stop.id))}>
            Deliver with proof
          </Button>
        )}
        {isRefused && stop && event.type === 'stop.deliver' && (
          <Button size="lg" onClick={() => goTo(routeAddress(event.routeId, 'fail', stop.id))}>
            Record failed delivery
          </Button>
        )}
        {isRefused && stop && (
          <Button size="lg" onClick={again} busy={isRetrying}>
            Try again
          </Button>
        )}
        {isRefused && stop && (
          <Button size="lg" onClick={reportToOffice} busy={isReporting}>
            Report to the office
          </Button>
        )}
        <Button size="lg" onClick={() => (isRefused ? setLetting(true) : void settle())}>
          {isRefused ? 'Dismiss' : 'OK'}
        </Button>
      </div>
      <ConfirmDialog
        open={isLetting}
        onOpenChange={setLetting}
        title="Dismiss this record?"
        confirmLabel="Dismiss"
        onConfirm={() => void settle()}
      >
        The office has it in its log as refused. It changes nothing there.
      </ConfirmDialog>
    </div>
  )
}

function FileItem({ file }: { file: QueuedFile }) {
  const settle = async (isWanted: boolean) => {
    await settleFile(file.sha256, isWanted)
    await changed()
    await sync()
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">A picture could not be sent</p>
      <p className="wrap-anywhere text-secondary">{file.problem}</p>
      <div className="flex flex-wrap gap-2 [&>*]:flex-1">
        <Button size="lg" onClick={() => void settle(true)}>
          Try again
        </Button>
        <Button size="lg" onClick={() => void settle(false)}>
          Remove picture
        </Button>
      </div>
    </div>
  )
}
