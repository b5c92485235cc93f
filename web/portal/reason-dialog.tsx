import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

interface ReasonDialogProps {
  title: string
  label: string
  /** What is typed; the page keeps it where the act fails. */
  reason: string
  onChange: (reason: string) => void
  closeLabel: string
  submitLabel: string
  busy: boolean
  close: () => void
  onSubmit: (reason: string) => void
}

/** Asks a customer for the reason of what can't be undone. Mount it to open it. */
export function ReasonDialog({ title, label, reason, busy, close, ...rest }: ReasonDialogProps) {
  const { onChange, closeLabel, submitLabel, onSubmit } = rest
  const [isTried, setTried] = useState(false)
  const isMissing = !reason.trim()
  return (
    <Dialog open onOpenChange={close} size="sm" title={title}>
      <form
        className="touch"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isMissing) onSubmit(reason.trim())
        }}
      >
        <DialogBody>
          <TextField
            label={label}
            required
            maxLength={300}
            value={reason}
            onChange={(event) => onChange(event.target.value)}
            error={isTried && isMissing ? 'A reason is required' : undefined}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>{closeLabel}</Button>
          <Button type="submit" variant="danger" busy={busy}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
