import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type OpportunityRow, opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { type LostReason, lostReasons } from '#shared/crm/opportunities/opportunity-stages.ts'
import { FormSelectField, FormTextAreaField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { savedVersionOf, useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'

type Values = { lostReason: LostReason | ''; lostNote: string }

const bodyOf = ({ lostReason, lostNote }: Values) => ({
  stage: 'Lost' as const,
  lostReason: (lostReason || undefined) as LostReason,
  lostNote: lostNote || null,
})

type LostDialogProps = {
  opportunity: Pick<OpportunityRow, 'id' | 'title' | 'version'>
  onLost?: () => void
  close: () => void
}

/** Asks for the reason why an opportunity was lost, and marks it as lost. */
export function LostDialog({ opportunity: { id, title, version: opened }, onLost, close }: LostDialogProps) {
  // After a version conflict, the next attempt uses the current version.
  const [version, setVersion] = useState(opened)
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: opportunitiesApi.moveOpportunity.spec.body, bodyOf }),
    mode: 'onSubmit',
    defaultValues: { lostReason: '', lostNote: '' },
  })
  const refusal = useFormRefusal(form)
  const lose = useApiMutation(opportunitiesApi.moveOpportunity, {
    successMessage: ({ stage }) => `Moved to ${stage}`,
    errors: 'page',
    onSuccess: () => {
      close()
      onLost?.()
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
      title={`Why was “${title}” lost?`}
      description="It is removed from the forecast. Move it to an open stage to reopen it."
      submitLabel="Mark as lost"
      busy={lose.isPending}
      onSubmit={(values) => lose.submit({ params: { id }, body: bodyOf(values), version })}
      close={close}
    >
      <FormSelectField label="Reason" required control={form.control} name="lostReason">
        <option value="">Choose…</option>
        {lostReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reason}
          </option>
        ))}
      </FormSelectField>
      <FormTextAreaField label="What happened" rows={3} control={form.control} name="lostNote" />
    </TransitionDialog>
  )
}
