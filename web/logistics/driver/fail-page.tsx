import { type FormEvent, useRef, useState } from 'react'
import type { DriverRoute, DriverStop } from '#shared/logistics/driver/api.ts'
import {
  type DeliveryFailure,
  deliveryFailureNames,
  deliveryFailures,
} from '#shared/logistics/shipments/shipment-status.ts'
import { FieldError, TextAreaField } from '#web/ui/field.tsx'
import { goTo, routeAddress } from './address.ts'
import { BigButton } from './big-button.tsx'
import { focusFirst } from './focus-first.ts'
import { DoNotHandOver } from './do-not-hand-over.tsx'
import { record } from './phone.ts'
import { PhotoField } from './photo-field.tsx'
import type { ReadyFile } from '#web/logistics/public/photos.ts'
import { placeForProof } from './share-place.ts'
import { StepHeader } from './step-header.tsx'
import { deleteDraftsOfStop, useDraft, useSavedDraft } from './use-draft.ts'
import { blockedReasons } from './words.ts'

type Props = { route: DriverRoute; stop: DriverStop }

interface Failure {
  reason: DeliveryFailure | null
  note: string
}

const newFailure = (blocked: readonly string[]): Failure => ({
  reason: blocked.length > 0 ? 'OTHER' : null,
  note: blocked.join('. '),
})

/** Records why a delivery failed; the goods come back and the office plans the next step. */
export function FailPage({ route, stop }: Props) {
  const draft = useDraft<Failure>('fail', stop.id)
  const taken = useDraft<readonly ReadyFile[]>('fail-photos', stop.id)
  if (draft === undefined || taken === undefined) return null
  return <FailForm route={route} stop={stop} draft={draft} taken={taken} />
}

type FormProps = Props & { draft: Failure | null; taken: readonly ReadyFile[] | null }

function FailForm({ route, stop, draft, taken }: FormProps) {
  const [initial] = useState(() => draft ?? newFailure(blockedReasons(stop)))
  const [noPhotos] = useState(() => taken ?? [])
  const [entered, setEntered] = useState(initial)
  const [photos, setPhotos] = useState(noPhotos)
  useSavedDraft('fail', stop.id, entered, initial)
  useSavedDraft('fail-photos', stop.id, photos, noPhotos)
  const { reason, note } = entered
  const [problems, setProblems] = useState<{ reason?: string; note?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const found = {
      ...(reason === null && { reason: 'Choose a reason' }),
      ...(reason === 'OTHER' && note.trim() === '' && { note: 'Say in a few words what happened' }),
    }
    setProblems(found)
    if (reason === null || Object.keys(found).length > 0) return focusFirst(form.current)
    setBusy(true)
    const isSaved = await record({
      type: 'stop.fail',
      routeId: route.id,
      stopId: stop.id,
      payload: {
        reason,
        note: note.trim() || null,
        photos: photos.map((photo) => photo.sha256),
        place: await placeForProof(),
      },
      label: `Failed delivery to ${stop.account.name}`,
      files: photos,
    })
    if (isSaved) await deleteDraftsOfStop(stop.id)
    setBusy(false)
    if (isSaved) goTo(routeAddress(route.id), { replace: true })
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <StepHeader
        title={`Failed delivery to ${stop.account.name}`}
        help="The goods stay in the vehicle and come back."
        onBack={() => goTo(routeAddress(route.id), { replace: true })}
      />
      <DoNotHandOver stop={stop} />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium">Reason</legend>
        {deliveryFailures.map((one) => (
          <label
            key={one}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-line-control bg-card px-4 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="reason"
              value={one}
              checked={reason === one}
              aria-invalid={problems.reason ? true : undefined}
              onChange={() => setEntered({ ...entered, reason: one })}
              className="size-5 accent-(--accent)"
            />
            {deliveryFailureNames[one]}
          </label>
        ))}
        {problems.reason && <FieldError>{problems.reason}</FieldError>}
      </fieldset>
      <TextAreaField
        label="Note"
        required={reason === 'OTHER'}
        rows={2}
        maxLength={1000}
        value={note}
        error={problems.note}
        onChange={(event) => setEntered({ ...entered, note: event.target.value })}
      />
      <PhotoField photos={photos} onChange={setPhotos} />
      <BigButton type="submit" busy={isBusy}>
        Confirm failed delivery
      </BigButton>
    </form>
  )
}
