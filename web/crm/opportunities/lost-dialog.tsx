import { useForm } from 'react-hook-form'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { type LostReason, lostReasons } from '#shared/crm/opportunities/opportunity-stages.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { SelectField, TextAreaField } from '#web/ui/field.tsx'

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
  const { errors } = form.formState
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
      <SelectField
        label="Reason"
        required
        {...form.register('lostReason')}
        error={sentence('Reason', errors.lostReason?.message)}
      >
        <option value="">Choose…</option>
        {lostReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reason}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="What happened"
        rows={3}
        {...form.register('lostNote')}
        error={sentence('What happened', errors.lostNote?.message)}
      />
    </TransitionDialog>
  )
}
