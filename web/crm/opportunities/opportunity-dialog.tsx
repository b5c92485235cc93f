import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type Opportunity, OpportunityInput, opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormMoneyField, FormPicker } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { ProspectPicker } from '#web/crm/prospects/prospect-picker.tsx'
import { CustomerPicker } from '#web/crm/public/customer-picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Named = { id: string; name: string }
type Values = {
  title: string
  account: ComboboxOption | null
  prospect: ComboboxOption | null
  value: string
  expectedClose: string
  notes: string
}

type OpportunityDialogProps = {
  /** The opportunity to edit; undefined adds a new one. */
  opportunity?: Opportunity | undefined
  /** The customer or prospect of a new opportunity. */
  account?: Named | undefined
  prospect?: Named | undefined
  onSaved?: (opportunity: Opportunity) => void
  close: () => void
}

const optionOf = (named: Named | null | undefined) => (named ? { id: named.id, label: named.name } : null)
type Whose = Pick<OpportunityDialogProps, 'account' | 'prospect'>
const startOf = (opportunity: Opportunity | undefined, { account, prospect }: Whose = {}): Values => ({
  title: opportunity?.title ?? '',
  account: optionOf(opportunity?.account ?? account),
  prospect: optionOf(opportunity?.prospect ?? prospect),
  value: opportunity?.value ?? '',
  expectedClose: opportunity?.expectedClose ?? '',
  notes: opportunity?.notes ?? '',
})

const bodyOf = ({ account, prospect, expectedClose, ...values }: Values) => ({
  ...values,
  accountId: account?.id ?? null,
  prospectId: prospect?.id ?? null,
  expectedClose: expectedClose || null,
})
const fieldOf = (path: string) => (path === 'accountId' ? 'account' : path === 'prospectId' ? 'prospect' : path)

/** Adds or edits an opportunity: a possible sale with its value and expected date. */
export function OpportunityDialog({ opportunity: latest, account, prospect, onSaved, close }: OpportunityDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [opportunity] = useState(latest)
  const { currency } = useSettings()
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: OpportunityInput, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: startOf(opportunity, { account, prospect }),
  })
  const refusal = useFormRefusal(form, fieldOf)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved: Opportunity) => {
      toast.success(opportunity ? 'Opportunity saved' : 'Opportunity added')
      onSaved?.(saved)
      close()
    },
  } as const
  const create = useApiMutation(opportunitiesApi.createOpportunity, choices)
  const update = useApiMutation(opportunitiesApi.updateOpportunity, choices)
  const label = opportunity ? 'Save opportunity' : 'Add opportunity'
  return (
    <RecordDialog
      title={opportunity ? 'Edit opportunity' : 'Add opportunity'}
      what="opportunity"
      record={opportunity}
      startOf={startOf}
      submitLabel={label}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(values, base) => {
        const body = bodyOf(values)
        if (!base) return create.submit({ body })
        update.submit({ params: { id: base.id }, body, version: base.version })
      }}
      close={close}
    >
      <FormTextField label="Title" required autoComplete="off" control={form.control} name="title" />
      <FieldRow>
        <FormPicker picker={CustomerPicker} control={form.control} name="account" label="Customer" creatable />
        <FormPicker
          picker={ProspectPicker}
          control={form.control}
          name="prospect"
          label="Prospect"
          help="If they are not a customer yet."
        />
      </FieldRow>
      <FieldRow>
        <FormMoneyField control={form.control} name="value" label="Value" required currency={currency} />
        <FormTextField label="Expected close" type="date" control={form.control} name="expectedClose" />
      </FieldRow>
      <FormTextAreaField label="Notes" rows={3} control={form.control} name="notes" />
    </RecordDialog>
  )
}
