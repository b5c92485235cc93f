import { type FormEvent, useState } from 'react'
import type { ApiError } from '#web/api/api-error.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

export type SavedName = { name: string; isShared: boolean }

type SaveDialogProps = {
  title: string
  initial: SavedName
  busy: boolean
  error: ApiError | null
  onSubmit: (named: SavedName) => void
  close: () => void
}

/** What a saved report is called, and whether others find it. */
export function SaveDialog({ title, initial, busy, error, onSubmit, close }: SaveDialogProps) {
  const [name, setName] = useState(initial.name)
  const [isShared, setShared] = useState(initial.isShared)
  const [isMissing, setMissing] = useState(false)
  const wrong = isMissing && name.trim() === '' ? 'is required' : error?.fields['name']
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') setMissing(true)
    else onSubmit({ name: name.trim(), isShared })
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
          <CheckboxField
            label="Share"
            help="Everyone who can see this report can open it. Only you can change it."
            checked={isShared}
            onChange={(event) => setShared(event.target.checked)}
          />
        </DialogBody>
        <DialogFooter>
          <Button onMouseDown={keepFocus} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save report
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
