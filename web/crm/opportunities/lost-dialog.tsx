import { useForm } from 'react-hook-form'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { type LostReason, lostReasons } from '#shared/crm/opportunities/opportunity-stages.ts'
import { FormSelectField, FormTextAreaField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'

type Values = { lostReason: LostReason | ''; lostNote: string }
export type LostBody = { stage: 'Lost'; lostReason: LostReason; lostNote: string | null }

const bodyOf = ({ lostReason, lostNote }: Values) => ({
  stage: 'Lost' as const,
  lostReason: (lostReason || undefined) as LostReason,
  lostNote: lostNote || null,
})

type LostDialogProps = { title: string; busy?: boolean; onLost: (body: LostBody) => void; close: () => void }

/** Asks why an opportunity was lost: without a reason nobody learns from it. */
export function LostDialog({ title, busy = false, onLost, close }: LostDialogProps) {
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: opportunitiesApi.moveOpportunity.spec.body, bodyOf }),
    mode: 'onSubmit',
    defaultValues: { lostReason: '', lostNote: '' },
  })
  const refusal = useFormRefusal(form)
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title={`Why was “${title}” lost?`}
      description="It is removed from the forecast. Move it to an open stage to reopen it."
      submitLabel="Mark as lost"
      busy={busy}
      onSubmit={(values) => onLost(bodyOf(values))}
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
