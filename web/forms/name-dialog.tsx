import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiError } from '#web/api/api-error.ts'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { sentence } from './field-errors.ts'
import { focusFirstInvalid } from './focus-invalid.ts'

export type NameDialogProps = {
  title: string
  submitLabel: string
  initialName: string
  busy: boolean
  error: ApiError | null
  onSubmit: (name: string) => void
  close: () => void
  /** Other fields stored with the name, such as who may use it. */
  children: ReactNode
}

/** Saves the current list view or report under a name. */
export function NameDialog({
  title,
  submitLabel,
  initialName,
  busy,
  error,
  onSubmit,
  close,
  children,
}: NameDialogProps) {
  const [name, setName] = useState(initialName)
  const [isMissing, setMissing] = useState(false)
  const wrong = isMissing && name.trim() === '' ? 'is required' : error?.fields['name']
  function submit(event: FormEvent) {
    event.preventDefault()
    // In React's tree, a dialog opened from a form is inside it: keep its submit event from bubbling up.
    event.stopPropagation()
    focusFirstInvalid(undefined, event)
    if (name.trim() === '') setMissing(true)
    else onSubmit(name.trim())
  }
  return (
    <Dialog open size="sm" title={title} onOpenChange={(open) => !open && !busy && close()}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          {error && !error.fields['name'] && <Notice tone="bad">{error.message}</Notice>}
          <TextField
            label="Name"
            required
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={sentence('Name', wrong)}
          />
          {children}
        </DialogBody>
        <DialogFooter>
          <Button onMouseDown={keepFocus} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
