import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

export type CloseGuard = {
  /** Give it to the dialog as `onOpenChange`. */
  onOpenChange: (open: boolean) => void
  /** Render it beside the dialog. */
  question: ReactNode
}

/** Asks before a dialog with typed but unsaved changes closes; a pristine one closes at once. */
export function useCloseGuard(isDirty: boolean, close: () => void): CloseGuard {
  const [asking, setAsking] = useState(false)
  return {
    onOpenChange: (open) => {
      if (open) return
      if (isDirty) setAsking(true)
      else close()
    },
    question: (
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => {
          setAsking(false)
          close()
        }}
      >
        Your changes have not been saved.
      </ConfirmDialog>
    ),
  }
}
