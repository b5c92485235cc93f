import { Delete } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { maxQuantity } from '#shared/quantity.ts'
import type { CountingLine } from './counting-lines.ts'
import { hasLot, pieces } from './count-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { parseWholeInput } from '#web/ui/decimal-input.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

type CountEntryDialogProps = {
  line: CountingLine
  /** Scanning this line while its dialog is open adds pieces; `at` distinguishes two equal scans. */
  scanned: { add: number; at: number }
  isBlind: boolean
  onSave: (counted: number) => void
  /** Undefined for the last line. */
  onNext: ((counted: number) => void) | undefined
  /** Gets the entered quantity when another line is scanned. */
  onLeave: (counted: number) => void
  close: () => void
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Enters the counted quantity of one line: with the number pad, a keyboard, or piece by piece with the scanner. */
export function CountEntryDialog(props: CountEntryDialogProps) {
  const { line, scanned, isBlind, onSave, onNext, onLeave, close } = props
  const { product, lot, location } = line
  const [typed, setTyped] = useState('')
  const whole = parseWholeInput(typed)
  /** Null if the field is empty or not a valid quantity. */
  const count = whole !== null && whole <= maxQuantity ? whole : null
  const [openedVersion] = useState(line.version)
  const [scannedAt, setScannedAt] = useState(scanned.at)
  if (scanned.at !== scannedAt) {
    setScannedAt(scanned.at)
    if (scanned.add > 0) setTyped(String(Math.min((count ?? 0) + scanned.add, maxQuantity)))
  }
  /** Saves the entered quantity when the dialog unmounts because another line was scanned. */
  const isDone = useRef(false)
  const leave = useEffectEvent(() => {
    if (count !== null && !isDone.current) onLeave(count)
  })
  useEffect(() => () => leave(), [])

  const press = (digit: string) =>
    setTyped((last) => (Number(last + digit) > maxQuantity ? last : last === '0' ? digit : last + digit))
  const take = (save: (counted: number) => void) => {
    if (count === null) return
    isDone.current = true
    save(count)
  }
  const enter = onNext ?? onSave
  const problem = problemOf(typed, whole)
  const problemId = useId()
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    take(enter)
  }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={() => {
        // Closed by the user: discards the entered quantity.
        isDone.current = true
        close()
      }}
      title={product.name}
      description={[
        product.sku,
        hasLot(line) && `Lot ${lot.lotNumber}`,
        lot.expiryDate && `exp. ${formatDay(lot.expiryDate)}`,
        location.name,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        <DialogBody className="gap-3">
          {line.version !== openedVersion && (
            <Notice title="Updated elsewhere">
              {line.countedBy ?? 'Someone'} also counted this line
              {line.counted !== null && `: ${pieces(line.counted)}`}. Your count replaces it.
            </Notice>
          )}
          {line.state === 'recount' && line.version === openedVersion && (
            <Notice tone="warn">
              The first count shows a large variance. Count again{isBlind && ' without checking the first result'}.
            </Notice>
          )}
          {line.isBeingPicked && (
            <Notice>
              {line.picking === null ? 'Some pieces' : pieces(line.picking)} {line.picking === 1 ? 'is' : 'are'} being
              picked for orders. Count them too, also on a trolley.
            </Notice>
          )}
          {!isBlind && line.expected !== null && <p className="text-secondary">Recorded {pieces(line.expected)}.</p>}
          <label className="flex flex-col gap-1">
            <span className="text-secondary">Pieces</span>
            <input
              // No keyboard of the phone: the number pad below replaces it.
              inputMode="none"
              autoComplete="off"
              data-scan="page"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-invalid={problem !== null || undefined}
              aria-describedby={problem ? problemId : undefined}
              onKeyDown={onKey}
              className="figures h-14 w-full rounded-lg border border-line-control bg-card px-4 text-right font-semibold text-2xl"
            />
          </label>
          {problem && <FieldError id={problemId}>{problem}</FieldError>}
          <div role="group" aria-label="Number pad" className="grid grid-cols-3 gap-2">
            {keys.map((digit) => (
              <PadKey key={digit} onPress={() => press(digit)}>
                {digit}
              </PadKey>
            ))}
            <PadKey onPress={() => setTyped('')}>Clear</PadKey>
            <PadKey onPress={() => press('0')}>0</PadKey>
            <PadKey label="Delete the last digit" onPress={() => setTyped((last) => last.slice(0, -1))}>
              <Delete aria-hidden />
            </PadKey>
          </div>
          <div className="grid grid-cols-2 gap-2 pt-1">
            {onNext && (
              <Button size="lg" disabled={count === null} onClick={() => take(onSave)}>
                Save
              </Button>
            )}
            <Button
              size="lg"
              variant="primary"
              disabled={count === null}
              className={onNext ? '' : 'col-span-2'}
              onClick={() => take(enter)}
            >
              {onNext ? 'Save and next' : 'Save'}
            </Button>
          </div>
          <p className="text-muted text-xs">
            Scan this line again to add one pack. Scan another line to save this one.
          </p>
        </DialogBody>
      </form>
    </Dialog>
  )
}

function problemOf(typed: string, whole: number | null): string | null {
  if (typed.trim() === '') return null
  if (whole === null) return 'Enter a whole number'
  return whole > maxQuantity ? `At most ${maxQuantity.toLocaleString()}` : null
}

function PadKey({ label, onPress, children }: { label?: string; onPress: () => void; children: ReactNode }) {
  return (
    <Button size="lg" aria-label={label} className="figures h-14 text-xl" onClick={onPress}>
      {children}
    </Button>
  )
}
