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
  const [isConfirming, setConfirming] = useState(false)
  return {
    onOpenChange: (open) => {
      if (open) return
      if (isDirty) setConfirming(true)
      else close()
    },
    question: (
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Discard changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => {
          setConfirming(false)
          close()
        }}
      >
        Your changes have not been saved.
      </ConfirmDialog>
    ),
  }
}
