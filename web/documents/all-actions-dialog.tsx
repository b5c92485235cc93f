import { CircleCheck, Lock } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

interface ListedAction {
  id: string
  label: string
  /** Why it is not available; null if it is. */
  reason: string | null
  /** A sentence about its effect. */
  does: string
}

type AllActionsDialogProps = {
  number: string
  status: string
  actions: readonly ListedAction[]
  close: () => void
}

/** All actions of a document, with the reason for those that are not available. */
export function AllActionsDialog({ number, status, actions, close }: AllActionsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="All actions"
      description={`${number} is ${status.toLowerCase()}. Available and unavailable actions are listed below.`}
    >
      <DialogBody>
        <ul className="flex flex-col divide-y divide-line">
          {actions
            .toSorted((a, b) => Number(a.reason !== null) - Number(b.reason !== null))
            .map(({ id, label, reason, does }) => (
              <li key={id} className="flex items-start gap-3 py-2.5">
                {reason === null ? (
                  <CircleCheck aria-label="Open" role="img" size={16} className="mt-0.5 shrink-0 text-good" />
                ) : (
                  <Lock aria-label="Not open" role="img" size={16} className="mt-0.5 shrink-0 text-muted" />
                )}
                <div className="min-w-0">
                  <p className={reason === null ? 'font-medium' : 'text-secondary'}>{label}</p>
                  <p className="text-pretty text-muted text-table">{reason ?? does}</p>
                </div>
              </li>
            ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}
