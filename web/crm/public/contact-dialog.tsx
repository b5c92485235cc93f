import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { partnerStatuses } from '#shared/crm/partners/api.ts'
import { type Contact, ContactInput, contactsApi } from '#shared/crm/contacts/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { FormSelectField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormPicker } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { paths } from '#web/paths.ts'
import { CustomerPicker } from './customer-picker.tsx'
import { partnerStatusNames } from './partner-fields.tsx'
import { SupplierPicker } from './supplier-picker.tsx'
import { DuplicatesNotice } from './duplicates-notice.tsx'
import { useDuplicates } from './use-duplicates.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

const sides = { nobody: 'Unassigned', customer: 'A customer', supplier: 'A supplier', other: 'Other' } as const
type Side = keyof typeof sides

type Values = {
  name: string
  position: string
  email: string
  phone: string
  side: Side
  account: ComboboxOption | null
  supplier: ComboboxOption | null
  affiliation: string
  status: (typeof partnerStatuses)[number]
  notes: string
}

type Named = { id: string; name: string }
type ContactDialogProps = {
  /** The contact to edit; undefined adds a new one. */
  contact?: Contact | undefined
  /** The employer of a new contact. */
  at?: { account?: Named; supplier?: Named }
  onSaved?: (contact: Contact) => void
  close: () => void
}

const optionOf = (named: Named | null | undefined) => (named ? { id: named.id, label: named.name } : null)
const sideOf = ({ account, supplier, affiliation }: Pick<Values, 'account' | 'supplier' | 'affiliation'>): Side =>
  account ? 'customer' : supplier ? 'supplier' : affiliation ? 'other' : 'nobody'

function startOf(contact: Contact | undefined, at: ContactDialogProps['at'] = {}): Values {
  const side = {
    account: optionOf(contact ? contact.account : at.account),
    supplier: optionOf(contact ? contact.supplier : at.supplier),
    affiliation: contact?.affiliation ?? '',
  }
  return {
    name: contact?.name ?? '',
    position: contact?.position ?? '',
    email: contact?.email ?? '',
    phone: contact?.phone ?? '',
    side: sideOf(side),
    ...side,
    status: contact?.status ?? 'active',
    notes: contact?.notes ?? '',
  }
}

/** Sends only the employer of the selected kind. An empty choice is sent as '', so that the schema requires it. */
const bodyOf = ({ side, account, supplier, affiliation, ...values }: Values) => ({
  ...values,
  accountId: side === 'customer' ? (account?.id ?? '') : null,
  supplierId: side === 'supplier' ? (supplier?.id ?? '') : null,
  affiliation: side === 'other' ? affiliation : null,
})

const fields: Record<string, string> = { accountId: 'account', supplierId: 'supplier' }
const fieldOf = (path: string) => fields[path] ?? path

/** Adds or edits a contact. */
export function ContactDialog({ contact: latest, at, onSaved, close }: ContactDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [contact] = useState(latest)
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: ContactInput, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: startOf(contact, at),
  })
  const refusal = useFormRefusal(form, fieldOf)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved: Contact) => {
      toast.success(contact ? 'Contact saved' : 'Contact added')
      onSaved?.(saved)
      close()
    },
  } as const
  const create = useApiMutation(contactsApi.createContact, choices)
  const update = useApiMutation(contactsApi.updateContact, choices)
  const field = (name: 'name' | 'position' | 'email' | 'phone' | 'affiliation' | 'notes', label: string) => ({
    label,
    autoComplete: 'off',
    control: form.control,
    name,
  })
  const [side, name, email, phone] = useWatch({
    control: form.control,
    name: ['side', 'name', 'email', 'phone'],
  })
  const duplicates = useDuplicates(mergeApi.listContactTwins, { name, email, phone }, !contact)
  return (
    <RecordDialog
      title={contact ? 'Edit contact' : 'Add contact'}
      what="contact"
      record={contact}
      startOf={startOf}
      asOne={[['side', 'account', 'supplier', 'affiliation']]}
      submitLabel={contact ? 'Save contact' : 'Add contact'}
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
      <DuplicatesNotice many="contacts" duplicates={duplicates} pathOf={paths.contact} onOpen={close} />
      <FieldRow>
        <FormTextField required {...field('name', 'Name')} />
        <FormTextField help="Head of purchasing, pharmacist …" {...field('position', 'Position')} />
      </FieldRow>
      <FieldRow>
        <FormTextField type="email" {...field('email', 'Email')} />
        <FormTextField type="tel" {...field('phone', 'Phone')} />
      </FieldRow>
      <FieldRow>
        <FormSelectField label="Works for" control={form.control} name="side">
          {Object.entries(sides).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </FormSelectField>
        {side === 'customer' && (
          <FormPicker
            picker={CustomerPicker}
            control={form.control}
            name="account"
            label="Customer"
            errorText="Choose a customer"
            required
            creatable
          />
        )}
        {side === 'supplier' && (
          <FormPicker
            picker={SupplierPicker}
            control={form.control}
            name="supplier"
            label="Supplier"
            errorText="Choose a supplier"
            required
            creatable
          />
        )}
        {side === 'other' && <FormTextField {...field('affiliation', 'Affiliation')} />}
      </FieldRow>
      <FormSelectField label="Status" control={form.control} name="status">
        {partnerStatuses.map((status) => (
          <option key={status} value={status}>
            {partnerStatusNames[status]}
          </option>
        ))}
      </FormSelectField>
      <FormTextAreaField rows={2} {...field('notes', 'Notes')} />
    </RecordDialog>
  )
}
