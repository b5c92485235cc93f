import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

interface FormDialogProps {
  title: string
  description?: string | undefined
  closeLabel?: string
  submitLabel: string
  danger?: boolean
  busy: boolean
  close: () => void
  onSubmit: () => void
  children: ReactNode
}

/** A short form in a dialog. The parent closes it after the server's reply, so that a refusal loses no input. */
export function FormDialog({ title, description, busy, close, onSubmit, children, ...labels }: FormDialogProps) {
  const { closeLabel = 'Cancel', submitLabel, danger = false } = labels
  return (
    <Dialog open onOpenChange={close} size="sm" title={title} description={description}>
      <form
        className="touch"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <DialogBody>{children}</DialogBody>
        <DialogFooter>
          <Button onClick={close}>{closeLabel}</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

type ReasonDialogProps = Omit<FormDialogProps, 'description' | 'danger' | 'onSubmit' | 'children'> & {
  label: string
  /** The typed reason; the page keeps it if the action fails. */
  reason: string
  onChange: (reason: string) => void
  onSubmit: (reason: string) => void
}

/** Asks a customer for the reason of an action that can't be undone. Mount it to open it. */
export function ReasonDialog({ label, reason, onChange, onSubmit, ...dialog }: ReasonDialogProps) {
  const [isTried, setTried] = useState(false)
  const isMissing = !reason.trim()
  return (
    <FormDialog
      {...dialog}
      danger
      onSubmit={() => {
        setTried(true)
        if (!isMissing) onSubmit(reason.trim())
      }}
    >
      <TextField
        label={label}
        required
        maxLength={300}
        value={reason}
        onChange={(event) => onChange(event.target.value)}
        error={isTried && isMissing ? 'A reason is required' : undefined}
      />
    </FormDialog>
  )
}
