import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { focusFirstInvalid } from '#web/forms/focus-invalid.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** The carrier of several shipments, and the tracking number of each. */
export type CarrierChoice = { carrier: string; trackingNumbers: Record<string, string> }

type CarriersDialogProps = {
  /** "3 shipments". */
  what: string
  rows: readonly { id: string; name: string }[]
  onChoose: (choice: CarrierChoice) => void
  close: () => void
}

const maxLength = 120

/** Asks for the carrier of several shipments and the tracking number of each; pasting a column fills them all. */
export function CarriersDialog({ what, rows, onChoose, close }: CarriersDialogProps) {
  const [carrier, setCarrier] = useState('')
  const [numbers, setNumbers] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const problem = carrier.trim() === '' ? 'Carrier is required' : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    focusFirstInvalid(undefined, event)
    if (problem) return
    const filled = Object.entries(numbers).filter(([, number]) => number.trim() !== '')
    onChoose({ carrier: carrier.trim(), trackingNumbers: Object.fromEntries(filled) })
  }
  function paste(event: ClipboardEvent, from: number) {
    const lines = event.clipboardData.getData('text').trim().split(/\r?\n/)
    if (lines.length < 2) return
    event.preventDefault()
    const pasted = rows
      .slice(from, from + lines.length)
      .map(({ id }, at) => [id, lines[at]?.trim().slice(0, maxLength) ?? ''])
    setNumbers({ ...numbers, ...Object.fromEntries(pasted) })
  }
  return (
    <Dialog
      open
      size="md"
      title={`Assign a carrier to ${what}`}
      description="Until the goods are shipped, you can remove the carrier and assign another."
      onOpenChange={(open) => !open && close()}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <TextField
            label="Carrier"
            required
            maxLength={maxLength}
            value={carrier}
            onChange={(event) => setCarrier(event.target.value)}
            error={isTried ? problem : undefined}
          />
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 font-medium">Tracking numbers</legend>
            <p className="text-muted text-xs">Optional. Paste a column to fill them all.</p>
            <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto">
              {rows.map(({ id, name }, at) => (
                <li key={id} className="grid grid-cols-[9rem_minmax(0,1fr)] items-center gap-3">
                  <span className="figures truncate">{name}</span>
                  <Input
                    aria-label={`Tracking number of ${name}`}
                    spellCheck={false}
                    autoComplete="off"
                    maxLength={maxLength}
                    value={numbers[id] ?? ''}
                    onChange={(event) => setNumbers({ ...numbers, [id]: event.target.value })}
                    onPaste={(event) => paste(event, at)}
                  />
                </li>
              ))}
            </ul>
          </fieldset>
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary">
            Assign carrier
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
