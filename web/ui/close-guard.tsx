import { type ReactNode, useState } from 'react'
import { DiscardDialog } from './confirm-dialog.tsx'

export type CloseGuard = {
  /** Pass it to the dialog as `onOpenChange`. */
  onOpenChange: (open: boolean) => void
  /** Render it beside the dialog. */
  question: ReactNode
}

/** Asks before a dialog with unsaved changes closes; without changes it closes at once. */
export function useCloseGuard(isDirty: boolean, close: () => void): CloseGuard {
  const [isConfirming, setConfirming] = useState(false)
  const discard = () => {
    setConfirming(false)
    close()
  }
  return {
    onOpenChange: (open) => {
      if (open) return
      if (isDirty) setConfirming(true)
      else close()
    },
    question: (
      <DiscardDialog open={isConfirming} setOpen={setConfirming} discard={discard}>
        Your changes have not been saved.
      </DiscardDialog>
    ),
  }
}
