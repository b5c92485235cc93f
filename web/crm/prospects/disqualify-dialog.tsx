import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ProspectRow, prospectsApi } from '#shared/crm/prospects/api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { savedVersionOf, useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'

type DisqualifyDialogProps = {
  prospect: Pick<ProspectRow, 'id' | 'name' | 'version'>
  onDisqualified?: () => void
  close: () => void
}

/** Disqualifies a prospect, with an optional reason. */
export function DisqualifyDialog({
  prospect: { id, name, version: opened },
  onDisqualified,
  close,
}: DisqualifyDialogProps) {
  // After a version conflict, the next attempt uses the current version.
  const [version, setVersion] = useState(opened)
  const form = useForm({ defaultValues: { reason: '' } })
  const refusal = useFormRefusal(form)
  const disqualify = useApiMutation(prospectsApi.setStatus, {
    successMessage: ({ status }) => `Status set to ${status}`,
    errors: 'page',
    onSuccess: () => {
      close()
      onDisqualified?.()
    },
    onError: (error) => {
      refusal.onError(error)
      setVersion(savedVersionOf(error)?.version ?? version)
    },
  })
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title={`Disqualify ${name}?`}
      description="They are removed from the follow-up list. You can reactivate them later."
      submitLabel="Disqualify"
      busy={disqualify.isPending}
      onSubmit={({ reason }) =>
        disqualify.submit({ params: { id }, body: { status: 'Disqualified', reason }, version })
      }
      close={close}
    >
      <FormTextAreaField label="Reason" rows={2} control={form.control} name="reason" />
    </TransitionDialog>
  )
}
