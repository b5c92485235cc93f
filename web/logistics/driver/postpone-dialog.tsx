import { type FormEvent, useState } from 'react'
import type { DriverRoute, DriverStop } from '#shared/logistics/driver/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { record } from './phone.ts'
import { useTap } from './use-tap.ts'

/** Moves a stop behind the others; the reason is recorded in the route's history. */
export function PostponeDialog({ route, stop, close }: { route: DriverRoute; stop: DriverStop; close: () => void }) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [postpone, isBusy] = useTap(async () => {
    if (reason.trim() === '') return setError('A reason is required')
    const isSaved = await record({
      type: 'stop.postpone',
      routeId: route.id,
      stopId: stop.id,
      payload: { reason: reason.trim() },
      label: `Postponement of ${stop.account.name}`,
    })
    if (isSaved) close()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    postpone()
  }
  return (
    <Dialog open onOpenChange={close} title={`Postpone ${stop.account.name}`} size="sm">
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <p className="text-secondary">It becomes the last stop of the route.</p>
          <TextField
            label="Reason"
            required
            maxLength={500}
            value={reason}
            error={error}
            onChange={(event) => setReason(event.target.value)}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            Postpone
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
