import { useState } from 'react'
import { sharedRoles } from '#shared/settings/list-views-api.ts'
import { NameDialog, type NameDialogProps } from '#web/forms/name-dialog.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'

export type ViewRole = (typeof sharedRoles)[number]
export type ViewLabels = { name: string; sharedWith: ViewRole[] }

const roleWords: Record<ViewRole, string> = {
  admin: 'Administrators',
  staff: 'Staff',
  driver: 'Drivers',
  sales_rep: 'Sales reps',
}

type ViewDialogProps = Omit<NameDialogProps, 'initialName' | 'onSubmit' | 'children'> & {
  initial: ViewLabels
  onSubmit: (words: ViewLabels) => void
}

/** Asks for a view's name and who may see it. */
export function ViewDialog({ initial, onSubmit, ...dialog }: ViewDialogProps) {
  const [sharedWith, setSharedWith] = useState(initial.sharedWith)
  return (
    <NameDialog {...dialog} initialName={initial.name} onSubmit={(name) => onSubmit({ name, sharedWith })}>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">Share with</legend>
        {sharedRoles.map((role) => (
          <CheckboxField
            key={role}
            label={roleWords[role]}
            checked={sharedWith.includes(role)}
            onChange={(event) =>
              setSharedWith(event.target.checked ? [...sharedWith, role] : sharedWith.filter((other) => other !== role))
            }
          />
        ))}
        <p className="text-muted text-table">
          Shared views are read-only for others. Leave this off to keep it private.
        </p>
      </fieldset>
    </NameDialog>
  )
}
