import { type FormEvent, useState } from 'react'
import { sharedRoles } from '#shared/settings/list-views-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

export type ViewRole = (typeof sharedRoles)[number]
export type ViewLabels = { name: string; sharedWith: ViewRole[] }

const roleWords: Record<ViewRole, string> = {
  admin: 'Administrators',
  staff: 'Staff',
  driver: 'Drivers',
  sales_rep: 'Sales reps',
}

type ViewDialogProps = {
  title: string
  submitLabel: string
  initial: ViewLabels
  busy: boolean
  error: ApiError | null
  onSubmit: (words: ViewLabels) => void
  close: () => void
}

/** What a view is called and who else sees it. */
export function ViewDialog({ title, submitLabel, initial, busy, error, onSubmit, close }: ViewDialogProps) {
  const [name, setName] = useState(initial.name)
  const [sharedWith, setSharedWith] = useState(initial.sharedWith)
  const [isMissing, setMissing] = useState(false)
  const wrong = isMissing && name.trim() === '' ? 'is required' : error?.fields['name']
  function submit(event: FormEvent) {
    event.preventDefault()
    // A dialog opened from a form is inside of it for React.
    event.stopPropagation()
    if (name.trim() === '') setMissing(true)
    else onSubmit({ name: name.trim(), sharedWith })
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
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 font-medium">Share with</legend>
            {sharedRoles.map((role) => (
              <CheckboxField
                key={role}
                label={roleWords[role]}
                checked={sharedWith.includes(role)}
                onChange={(event) =>
                  setSharedWith(
                    event.target.checked ? [...sharedWith, role] : sharedWith.filter((other) => other !== role),
                  )
                }
              />
            ))}
            <p className="text-muted text-table">
              Shared views are read-only for others. Leave unticked to keep it private.
            </p>
          </fieldset>
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
