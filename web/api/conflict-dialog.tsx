import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

type ConflictDialogProps = {
  open: boolean
  /** What was being edited: "product". */
  what: string
  /** Throws away what was typed and shows what is saved. */
  onReload: () => void
  /** Saves what was typed over it. */
  onOverwrite: () => void
  onClose: () => void
}

/** Somebody saved the same record first: whose version stands? */
export function ConflictDialog({ open, what, onReload, onOverwrite, onClose }: ConflictDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`This ${what} was changed meanwhile`}
      description="Somebody saved it after you opened it, so yours has not been saved."
      size="sm"
    >
      <DialogBody>
        <p className="text-pretty text-secondary">
          Reload to see what is saved now; what you typed is lost. Overwrite to replace it with what you typed.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onReload}>Reload</Button>
        <Button variant="danger" onClick={onOverwrite}>
          Overwrite
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
