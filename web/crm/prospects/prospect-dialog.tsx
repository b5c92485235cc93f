import { useState } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { openProspectStatuses } from '#shared/crm/prospects/prospect-transitions.ts'
import { NewProspect, type ProspectRow, ProspectInput, prospectsApi } from '#shared/crm/prospects/api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = {
  name: string
  contact: string
  email: string
  phone: string
  address: string
  country: string
  source: string
  status: (typeof openProspectStatuses)[number]
  followUpDate: string
  /** Parted by commas. */
  labels: string
  notes: string
}

const newBodyOf = ({ labels, followUpDate, ...values }: Values) => ({
  ...values,
  followUpDate: followUpDate || null,
  labels: labels
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean),
})
function bodyOf(values: Values) {
  const { status: _, ...body } = newBodyOf(values)
  return body
}
const fieldOf = (path: string) => (path.startsWith('labels.') ? 'labels' : path)

type ProspectDialogProps = {
  /** The one to edit; without it a new one is added. */
  prospect?: ProspectRow | undefined
  onSaved?: (prospect: ProspectRow) => void
  close: () => void
}

/** Adds or edits a prospect. Its status is set when it is added, and later by an act of its own. */
export function ProspectDialog({ prospect: latest, onSaved, close }: ProspectDialogProps) {
  // What was opened stays the base of the edit, whatever is loaded meanwhile.
  const [prospect] = useState(latest)
  const form = useForm<Values>({
    resolver: prospect
      ? bodyResolver({ schema: ProspectInput, bodyOf, fieldOf })
      : bodyResolver({ schema: NewProspect, bodyOf: newBodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: {
      name: prospect?.name ?? '',
      contact: prospect?.contact ?? '',
      email: prospect?.email ?? '',
      phone: prospect?.phone ?? '',
      address: prospect?.address ?? '',
      country: prospect?.country ?? '',
      source: prospect?.source ?? '',
      status: 'New',
      followUpDate: prospect?.followUpDate ?? '',
      labels: prospect?.labels.join(', ') ?? '',
      notes: prospect?.notes ?? '',
    },
  })
  const refusal = useFormRefusal(form, fieldOf)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved: ProspectRow) => {
      toast.success(prospect ? 'Prospect saved' : 'Prospect added')
      onSaved?.(saved)
      close()
    },
  } as const
  const create = useApiMutation(prospectsApi.createProspect, choices)
  const update = useApiMutation(prospectsApi.updateProspect, choices)
  const { errors } = form.formState
  const field = (name: keyof Values, label: string): FieldOf => ({
    label,
    autoComplete: 'off',
    ...form.register(name),
    error: sentence(label, errors[name]?.message),
  })
  return (
    <RecordDialog
      title={prospect ? 'Edit prospect' : 'Add prospect'}
      what="prospect"
      record={prospect}
      submitLabel={prospect ? 'Save prospect' : 'Add prospect'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(values, version) => {
        if (!prospect) return create.submit({ body: newBodyOf(values) })
        update.submit({ params: { id: prospect.id }, body: bodyOf(values), version: version ?? prospect.version })
      }}
      close={close}
    >
      <TextField required {...field('name', 'Name')} help="Name of the hospital, pharmacy or clinic." />
      <FieldRow>
        <TextField {...field('contact', 'Contact person')} />
        <TextField {...field('source', 'Source')} help="For example a trade fair, a referral or a call." />
      </FieldRow>
      <FieldRow>
        <TextField type="email" {...field('email', 'Email')} />
        <TextField type="tel" {...field('phone', 'Phone')} />
      </FieldRow>
      <FieldRow>
        {!prospect && (
          <SelectField {...field('status', 'Status')}>
            {openProspectStatuses.map((status) => (
              <option key={status} value={status}>
                {status}
              </option>
            ))}
          </SelectField>
        )}
        <TextField type="date" {...field('followUpDate', 'Follow-up date')} />
        {prospect && <TextField {...field('country', 'Country')} />}
      </FieldRow>
      <TextAreaField rows={2} {...field('address', 'Address')} />
      {!prospect && <TextField {...field('country', 'Country')} />}
      <TextField help="Separated by commas." {...field('labels', 'Labels')} />
      <TextAreaField rows={3} {...field('notes', 'Notes')} />
    </RecordDialog>
  )
}

type FieldOf = UseFormRegisterReturn & { label: string; autoComplete: string; error: string | undefined }
