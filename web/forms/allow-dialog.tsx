import { useForm } from 'react-hook-form'
import { FormTextAreaField } from './form-fields.tsx'
import type { ApiError } from '#web/api/api-error.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

/** Refusals that a user with the right can override by giving a reason; it is sent in the body under that name. */
export const allowances = {
  OVER_CREDIT_LIMIT: {
    field: 'overLimitReason',
    title: 'Over the credit limit',
    who: 'Someone who can edit invoices can allow this, or record a payment first.',
  },
  BELOW_MINIMUM: { field: 'belowMinimumReason', title: 'Below the minimum order quantity', who: '' },
} as const
type Allowed = keyof typeof allowances

/** The refusal that a reason can override; undefined for any other. */
export const allowanceOf = (error: ApiError | null | undefined): Allowed | undefined =>
  error && error.code in allowances ? (error.code as Allowed) : undefined

type AllowDialogProps = {
  allowed: Allowed
  error: ApiError
  busy: boolean
  onAllow: (reason: string) => void
  close: () => void
}

/** Shows which limit is exceeded; users with the right may give a reason to override it. */
export function AllowDialog(props: AllowDialogProps) {
  const isRefused = (props.error.details as { mayAllow?: boolean } | undefined)?.mayAllow === false
  return isRefused ? <RefusedDialog {...props} /> : <ReasonDialog {...props} />
}

function RefusedDialog({ allowed, error, close }: AllowDialogProps) {
  const { title, who } = allowances[allowed]
  return (
    <Dialog open size="sm" onOpenChange={(open) => !open && close()} title={title} description={error.message}>
      <DialogBody>
        <p className="text-secondary">{who}</p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

function ReasonDialog({ allowed, error, busy, onAllow, close }: AllowDialogProps) {
  // Don't validate on blur (`onTouched`): the dialog that this one replaces takes the focus for a moment.
  const form = useForm({ mode: 'onSubmit', defaultValues: { reason: '' } })
  const refusal = useFormRefusal(form)
  const isWritten = (reason: string) => reason.trim() !== '' || 'Reason is required'
  return (
    <TransitionDialog
      title={allowances[allowed].title}
      description={error.message}
      submitLabel="Allow and continue"
      form={form}
      refusal={refusal}
      busy={busy}
      onSubmit={({ reason }) => onAllow(reason.trim())}
      close={close}
    >
      <FormTextAreaField
        label="Reason"
        required
        rows={2}
        maxLength={500}
        help="Shown in the history of the order."
        control={form.control}
        name="reason"
        rules={{ validate: isWritten }}
      />
    </TransitionDialog>
  )
}
