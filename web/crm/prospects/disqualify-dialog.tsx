import { useForm } from 'react-hook-form'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'

type DisqualifyDialogProps = { name: string; busy?: boolean; onSubmit: (reason: string) => void; close: () => void }

/** Asks why nothing came of a prospect; it may be left open. */
export function DisqualifyDialog({ name, busy = false, onSubmit, close }: DisqualifyDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const refusal = useFormRefusal(form)
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title={`Disqualify ${name}?`}
      description="They are removed from the follow-up list. You can reactivate them later."
      submitLabel="Disqualify"
      busy={busy}
      onSubmit={({ reason }) => onSubmit(reason)}
      close={close}
    >
      <FormTextAreaField label="Reason" rows={2} control={form.control} name="reason" />
    </TransitionDialog>
  )
}
