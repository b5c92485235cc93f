import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { type Account, AccountInput, crmApi } from '#shared/crm/partners/api.ts'
import type { DeliveryWindow } from '#shared/crm/partners/delivery-windows.ts'
import { type PriceTier, priceTierNames, priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormMoneyField, FormNumberField } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { DeliveryWindowsField } from './delivery-windows-field.tsx'
import { PartnerFields } from './partner-fields.tsx'
import { DuplicatesNotice } from './duplicates-notice.tsx'
import { useDuplicates } from './use-duplicates.ts'
import { paths } from '#web/paths.ts'
import { partnerAsOne, partnerBody, partnerField, type PartnerValues, partnerValues } from './partner-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = PartnerValues & {
  code: string
  priceTier: PriceTier
  paymentTermsDays: number | null
  minShelfLifeDays: number | null
  creditLimit: string
  deliveryWindows: DeliveryWindow[]
  deliveryNote: string
}

type CustomerDialogProps = {
  /** The customer to edit; undefined adds a new one. */
  account?: Account | undefined
  /** The initial name of a new customer. */
  typed?: string | undefined
  onSaved?: (account: Account) => void
  close: () => void
}

const startOf = (account: Account | undefined, typed?: string): Values => ({
  ...partnerValues(account, typed),
  code: account?.code ?? '',
  priceTier: account?.priceTier ?? 'retail',
  paymentTermsDays: account?.paymentTermsDays ?? 30,
  minShelfLifeDays: account?.minShelfLifeDays ?? null,
  creditLimit: account?.creditLimit ?? '',
  deliveryWindows: account?.deliveryWindows ?? [],
  deliveryNote: account?.deliveryNote ?? '',
})

// Empty payment terms are sent, so that they are an error instead of the default.
const bodyOf = ({
  paymentTermsDays,
  minShelfLifeDays,
  creditLimit,
  deliveryWindows,
  deliveryNote,
  ...values
}: Values) => ({
  ...partnerBody(values),
  paymentTermsDays: paymentTermsDays as number,
  minShelfLifeDays,
  creditLimit: creditLimit === '' ? null : creditLimit,
  deliveryWindows,
  deliveryNote,
})

/** Adds or edits a customer. */
export function CustomerDialog({ account: latest, typed, onSaved, close }: CustomerDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [account] = useState(latest)
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: AccountInput, bodyOf, fieldOf: partnerField }),
    mode: 'onTouched',
    defaultValues: startOf(account, typed),
  })
  const refusal = useFormRefusal(form, partnerField)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved: Account) => {
      toast.success(account ? 'Customer saved' : 'Customer added')
      onSaved?.(saved)
      close()
    },
  } as const
  const create = useApiMutation(crmApi.createAccount, choices)
  const update = useApiMutation(crmApi.updateAccount, choices)
  const { currency } = useSettings()
  const days = (name: 'paymentTermsDays' | 'minShelfLifeDays', label: string, help: string) => (
    <FormNumberField control={form.control} name={name} label={label} help={help} unit="days" />
  )
  const [name, email, phone, taxNumber] = useWatch({
    control: form.control,
    name: ['name', 'email', 'phone', 'taxNumber'],
  })
  const duplicates = useDuplicates(mergeApi.listAccountTwins, { name, email, phone, taxNumber }, !account)
  return (
    <RecordDialog
      title={account ? 'Edit customer' : 'Add customer'}
      what="customer"
      record={account}
      startOf={startOf}
      asOne={partnerAsOne}
      submitLabel={account ? 'Save customer' : 'Add customer'}
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
      <DuplicatesNotice many="customers" duplicates={duplicates} pathOf={paths.customer} onOpen={close} />
      <PartnerFields
        control={form.control}
        isEdited={account !== undefined}
        foldedHelp="Code, price tier, payment terms, address, delivery …"
        more={
          <>
            <DeliveryWindowsField control={form.control} name="deliveryWindows" />
            <FormTextField
              label="Delivery note"
              autoComplete="off"
              help="For the driver, such as gate or contact person."
              control={form.control}
              name="deliveryNote"
            />
          </>
        }
      >
        <FieldRow>
          <FormTextField
            label="Code"
            autoComplete="off"
            help="Your reference for this customer."
            control={form.control}
            name="code"
          />
          <FormSelectField
            label="Price tier"
            help="Default prices for new orders."
            control={form.control}
            name="priceTier"
          >
            {priceTiers.map((tier) => (
              <option key={tier} value={tier}>
                {priceTierNames[tier]}
              </option>
            ))}
          </FormSelectField>
        </FieldRow>
        <FieldRow>
          {days('paymentTermsDays', 'Payment terms', 'Days from invoice to due date.')}
          {days(
            'minShelfLifeDays',
            'Minimum shelf life',
            'Remaining shelf life on delivery. Leave blank to use the company default.',
          )}
          <FormMoneyField
            control={form.control}
            name="creditLimit"
            label="Credit limit"
            help="Maximum outstanding balance. Leave blank for no limit."
            currency={currency}
          />
        </FieldRow>
      </PartnerFields>
    </RecordDialog>
  )
}
