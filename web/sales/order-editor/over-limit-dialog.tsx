import { useForm } from 'react-hook-form'
import type { ApiError } from '#web/api/api-error.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextAreaField } from '#web/ui/field.tsx'

type OverLimitDialogProps = { error: ApiError; busy: boolean; onAllow: (reason: string) => void; close: () => void }

/** The customer would owe more than was agreed: who edits invoices may allow it, and says why. */
export function OverLimitDialog(props: OverLimitDialogProps) {
  const mayAllow = (props.error.details as { mayAllow?: boolean } | undefined)?.mayAllow === true
  return mayAllow ? <AllowDialog {...props} /> : <RefusedDialog {...props} />
}

const title = 'Over the credit limit'

function RefusedDialog({ error, close }: OverLimitDialogProps) {
  return (
    <Dialog open size="sm" onOpenChange={(open) => !open && close()} title={title} description={error.message}>
      <DialogBody>
        <p className="text-secondary">Someone who can edit invoices can allow this, or record a payment first.</p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

function AllowDialog({ error, busy, onAllow, close }: OverLimitDialogProps) {
  const form = useForm({ mode: 'onTouched', defaultValues: { reason: '' } })
  const refusal = useFormRefusal(form)
  const isWritten = (reason: string) => reason.trim() !== '' || 'Reason is required'
  return (
    <TransitionDialog
      title={title}
      description={error.message}
      submitLabel="Allow and continue"
      form={form}
      refusal={refusal}
      busy={busy}
      onSubmit={({ reason }) => onAllow(reason.trim())}
      close={close}
    >
      <TextAreaField
        label="Reason"
        required
        rows={2}
        maxLength={500}
        help="Shown in the history of the order."
        {...form.register('reason', { validate: isWritten })}
        error={form.formState.errors.reason?.message}
      />
    </TransitionDialog>
  )
}
