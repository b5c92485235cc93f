import { Check } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { DriverRoute, DriverStop } from '#shared/logistics/driver/api.ts'
import { cashToCollect } from '#shared/logistics/driver/cash-to-collect.ts'
import { defaultProofPolicy, missingProof } from '#shared/logistics/shipments/proof-policy.ts'
import { formatDecimalInput, parseDecimalInput } from '#web/ui/decimal-input.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, TextAreaField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { goTo, routeAddress } from './address.ts'
import { BigButton } from './big-button.tsx'
import { deliveredOf, deliveryPayload, type Handover, newHandover } from './delivery.ts'
import { HandoverCheck } from './handover-check.tsx'
import { DoNotHandOver } from './do-not-hand-over.tsx'
import { focusFirst } from './focus-first.ts'
import { HandedLinesField } from './handed-lines.tsx'
import { record } from './phone.ts'
import { PhotoField } from './photo-field.tsx'
import { type ReadyFile, readyFile } from '#web/logistics/public/photos.ts'
import { type Signature, SignatureBox } from './signature-box.tsx'
import { placeForProof } from './share-place.ts'
import { StepHeader } from './step-header.tsx'
import { deleteDraftsOfStop, useDraft, useSavedDraft } from './use-draft.ts'

interface Problems {
  lines?: string | undefined
  receivedBy?: string | undefined
  signature?: string | undefined
  photos?: string | undefined
  scanned?: string | undefined
  cash?: string | undefined
}

type Props = { route: DriverRoute; stop: DriverStop }

/** The handover: accepted goods, receiver, signature and payment. */
export function DeliverPage({ route, stop }: Props) {
  const draft = useDraft<Handover>('deliver', stop.id)
  const taken = useDraft<readonly ReadyFile[]>('deliver-photos', stop.id)
  if (draft === undefined || taken === undefined) return null
  return <DeliverForm route={route} stop={stop} draft={draft} taken={taken} />
}

type FormProps = Props & { draft: Handover | null; taken: readonly ReadyFile[] | null }

function DeliverForm({ route, stop, draft, taken }: FormProps) {
  const [initial] = useState(() => draft ?? newHandover(stop))
  const [noPhotos] = useState(() => taken ?? [])
  const [entered, setEntered] = useState(initial)
  const [photos, setPhotos] = useState(noPhotos)
  useSavedDraft('deliver', stop.id, entered, initial)
  useSavedDraft('deliver-photos', stop.id, photos, noPhotos)
  const { handed, receivedBy, isTyped, notes } = entered
  const scanned = new Set(entered.scanned)
  const change = (part: Partial<Handover>) => setEntered((before) => ({ ...before, ...part }))
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const signature = useRef<Signature>(null)
  const page = useRef<HTMLDivElement>(null)
  // Routes stored by an older version have no proof policy.
  const policy = route.proof ?? defaultProofPolicy
  const isDamaged = Object.values(handed).some((line) => line.damaged > 0)

  // A recall that arrives while the form is open applies at once.
  const now = Object.fromEntries(
    stop.lines.map((line) => [
      line.id,
      line.doNotHandOver ? { refused: line.quantity, damaged: 0 } : (handed[line.id] ?? { refused: 0, damaged: 0 }),
    ]),
  )

  const due = cashToCollect(stop, now)
  const isLess = due !== stop.cashDue
  const cash = entered.cash ?? (Number(due ?? 0) > 0 ? (due ?? '') : '')

  function find(): Problems {
    const isNothing = stop.lines.length > 0 && stop.lines.every((line) => deliveredOf(line, now) === 0)
    const paid = cash.trim() === '' ? null : parseDecimalInput(cash)
    const missing = missingProof(policy, {
      isDrawn: !isTyped && signature.current?.isEmpty() === false,
      photos: photos.length,
      isDamaged,
      unscanned: stop.shipmentPackages.filter(({ code }) => !scanned.has(code)).length,
    })
    return {
      ...missing,
      ...(isNothing && { lines: 'Nothing is handed over: record a failed delivery instead' }),
      ...(receivedBy.trim() === '' && { receivedBy: 'Who received it?' }),
      ...(!isTyped && signature.current?.isEmpty() && { signature: 'Get a signature, or use the typed name' }),
      ...(stop.cashDue !== null &&
        (paid === undefined || Number(paid ?? 0) > Number(stop.cashDue)) && {
          cash: `At most ${route.currency} ${formatDecimalInput(stop.cashDue, 2)}`,
        }),
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const found = find()
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirst(page.current)
    setBusy(true)
    const place = await placeForProof()
    const signed = isTyped || !signature.current ? null : await readyFile(await signature.current.toPicture())
    const paid = cash.trim() === '' ? '' : (parseDecimalInput(cash) ?? '')
    const at = new Date().toISOString()
    const payload = await deliveryPayload(stop, {
      handed: now,
      receivedBy: receivedBy.trim(),
      signature: signed,
      photos,
      scanned: [...scanned],
      notes: notes.trim(),
      cash: Number(paid) > 0 ? paid : '',
      place,
      at,
    })
    const isSaved = await record({
      type: 'stop.deliver',
      routeId: route.id,
      stopId: stop.id,
      payload: { ...payload },
      label: `Delivery to ${stop.account.name}`,
      files: signed ? [signed, ...photos] : photos,
      at,
    })
    if (isSaved) await deleteDraftsOfStop(stop.id)
    setBusy(false)
    if (isSaved) goTo(routeAddress(route.id), { replace: true })
  }

  return (
    <div ref={page} className="flex flex-col gap-5">
      <StepHeader
        title={`Deliver to ${stop.account.name}`}
        help={`${stop.shipment.number}, order ${stop.order.number}`}
        onBack={() => goTo(routeAddress(route.id), { replace: true })}
      />
      <DoNotHandOver stop={stop} />
      {stop.instruction && <Notice title="Customer asks">{stop.instruction}</Notice>}
      <HandoverCheck
        route={route}
        stop={stop}
        checked={scanned}
        onCheck={(code) => {
          change({ scanned: [...new Set([...scanned, code])] })
          setProblems({ ...problems, scanned: undefined })
        }}
        error={problems.scanned}
      />
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <section aria-label="Goods" className="flex flex-col gap-2">
          <HandedLinesField stop={stop} handed={now} onChange={(lines) => change({ handed: lines })} />
          {problems.lines && (
            <div tabIndex={-1} aria-invalid>
              <FieldError>{problems.lines}</FieldError>
            </div>
          )}
        </section>
        {stop.cashDue !== null && (
          <TextField
            label={`Cash received (${route.currency})`}
            help={`${route.currency} ${formatDecimalInput(due ?? '0', 2)} is due${isLess ? ' for what is delivered' : ''}. Leave blank if nothing was paid.`}
            inputMode="decimal"
            value={cash}
            error={problems.cash}
            onFocus={(event) => event.target.select()}
            onChange={(event) => change({ cash: event.target.value })}
          />
        )}
        <TextField
          label="Received by"
          required
          autoComplete="off"
          autoCapitalize="words"
          maxLength={160}
          value={receivedBy}
          error={problems.receivedBy}
          onChange={(event) => {
            change({ receivedBy: event.target.value })
            setProblems({ ...problems, receivedBy: undefined })
          }}
        />
        {isTyped ? (
          <p className="text-secondary">
            Signed by typed name: <span className="font-semibold text-primary">{receivedBy.trim() || '…'}</span>
          </p>
        ) : (
          <SignatureBox
            ref={signature}
            error={problems.signature}
            initial={entered.strokes}
            onChange={(strokes) => {
              change({ strokes })
              if (strokes) setProblems({ ...problems, signature: undefined })
            }}
          />
        )}
        {policy.signature === 'drawn' ? (
          <p className="text-muted">Your company asks for a drawn signature.</p>
        ) : (
          <Button size="lg" onClick={() => change({ isTyped: !isTyped })}>
            {isTyped ? 'Draw a signature instead' : 'Use the typed name instead'}
          </Button>
        )}
        <PhotoField
          photos={photos}
          onChange={(shown) => {
            setPhotos(shown)
            setProblems({ ...problems, photos: undefined })
          }}
          error={problems.photos}
          {...(isDamaged
            ? { help: 'Show the damage: the photo goes to the return.' }
            : policy.photo === 'always' && { help: 'Your company asks for a photo of each delivery.' })}
        />
        <TextAreaField
          label="Notes"
          rows={2}
          maxLength={1000}
          value={notes}
          onChange={(event) => change({ notes: event.target.value })}
        />
        <BigButton type="submit" busy={isBusy}>
          <Check aria-hidden />
          Confirm delivery
        </BigButton>
      </form>
    </div>
  )
}
