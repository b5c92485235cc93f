import { useState } from 'react'
import type { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextAreaField } from '#web/ui/field.tsx'

type OverLimitDialogProps = { error: ApiError; busy: boolean; onAllow: (reason: string) => void; close: () => void }

/** The customer would owe more than was agreed: who edits invoices may allow it, and says why. */
export function OverLimitDialog({ error, busy, onAllow, close }: OverLimitDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const mayAllow = (error.details as { mayAllow?: boolean } | undefined)?.mayAllow === true
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && close()}
      title="Over the credit limit"
      description={error.message}
    >
      <DialogBody>
        {mayAllow ? (
          <TextAreaField
            label="Reason"
            required
            rows={2}
            maxLength={500}
            help="Kept in the history of the order."
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={isMissing && reason.trim() === '' ? 'Reason is required' : undefined}
          />
        ) : (
          <p className="text-secondary">Somebody who edits invoices can allow it, or record a payment first.</p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>{mayAllow ? 'Cancel' : 'Close'}</Button>
        {mayAllow && (
          <Button
            variant="primary"
            busy={busy}
            onClick={() => (reason.trim() === '' ? setMissing(true) : onAllow(reason.trim()))}
          >
            Allow and go on
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
