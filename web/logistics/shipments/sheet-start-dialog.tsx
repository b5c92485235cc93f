import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

type SheetStartDialogProps = { places: number; onPrint: (start: number) => void; close: () => void }

/** Asks for the first free label position of a partly used sheet. */
export function SheetStartDialog({ places, onPrint, close }: SheetStartDialogProps) {
  const [start, setStart] = useState<number | null>(1)
  const isRight = start !== null && Number.isInteger(start) && start >= 1 && start <= places
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isRight) onPrint(start)
  }
  return (
    <Dialog
      open
      size="sm"
      title="Print package labels"
      description={`A sheet has ${places} labels, counted row by row.`}
      onOpenChange={(open) => !open && close()}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <NumberField
            label="First label on the sheet"
            required
            value={start}
            onChange={setStart}
            error={isRight ? undefined : `First label must be 1 to ${places}`}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary">
            Print labels
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
