import { useState } from 'react'
import { NameDialog, type NameDialogProps } from '#web/forms/name-dialog.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'

type SavedName = { name: string; isShared: boolean }

type SaveDialogProps = Pick<NameDialogProps, 'title' | 'busy' | 'error' | 'close'> & {
  initial: SavedName
  onSubmit: (named: SavedName) => void
}

/** Asks for the name of a saved report, and whether it is shared. */
export function SaveDialog({ initial, onSubmit, ...dialog }: SaveDialogProps) {
  const [isShared, setShared] = useState(initial.isShared)
  return (
    <NameDialog
      {...dialog}
      submitLabel="Save report"
      initialName={initial.name}
      onSubmit={(name) => onSubmit({ name, isShared })}
    >
      <CheckboxField
        label="Share"
        help="Everyone who can see this report can open it. Only you can change it."
        checked={isShared}
        onChange={(event) => setShared(event.target.checked)}
      />
    </NameDialog>
  )
}
