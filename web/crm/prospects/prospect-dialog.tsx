import { useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { openProspectStatuses } from '#shared/crm/prospects/prospect-transitions.ts'
import { NewProspect, type ProspectRow, ProspectInput, prospectsApi } from '#shared/crm/prospects/api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { DuplicatesNotice } from '#web/crm/public/duplicates-notice.tsx'
import { useDuplicates } from '#web/crm/public/use-duplicates.ts'
import { MoreDetails } from '#web/forms/more-details.tsx'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { FormSelectField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { paths } from '#web/paths.ts'
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
  /** Separated by commas. */
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

const startOf = (prospect?: ProspectRow): Values => ({
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
})

type ProspectDialogProps = {
  /** The prospect to edit; undefined adds a new one. */
  prospect?: ProspectRow | undefined
  onSaved?: (prospect: ProspectRow) => void
  close: () => void
}

/** Adds or edits a prospect. The status is set when it is added; later it has its own action. */
export function ProspectDialog({ prospect: latest, onSaved, close }: ProspectDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [prospect] = useState(latest)
  const form = useForm<Values>({
    resolver: prospect
      ? bodyResolver({ schema: ProspectInput, bodyOf, fieldOf })
      : bodyResolver({ schema: NewProspect, bodyOf: newBodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: startOf(prospect),
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
  const field = (name: Exclude<keyof Values, 'owner'>, label: string) => ({
    label,
    autoComplete: 'off',
    control: form.control,
    name,
  })
  return (
    <RecordDialog
      title={prospect ? 'Edit prospect' : 'Add prospect'}
      what="prospect"
      record={prospect}
      startOf={startOf}
      submitLabel={prospect ? 'Save prospect' : 'Add prospect'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(values, base) => {
        if (!base) return create.submit({ body: newBodyOf(values) })
        update.submit({ params: { id: base.id }, body: bodyOf(values), version: base.version })
      }}
      close={close}
    >
      {!prospect && <KnownAlready control={form.control} close={close} />}
      <FormTextField required {...field('name', 'Name')} help="Name of the hospital, pharmacy or clinic." />
      <FormTextField {...field('contact', 'Contact person')} />
      <FieldRow>
        <FormTextField type="email" {...field('email', 'Email')} />
        <FormTextField type="tel" {...field('phone', 'Phone')} />
      </FieldRow>
      <MoreDetails help="Source, status, follow-up date, address, notes …" startsOpen={prospect !== undefined}>
        <div className="flex flex-col gap-4">
          <FieldRow>
            {!prospect && (
              <FormSelectField {...field('status', 'Status')}>
                {openProspectStatuses.map((status) => (
                  <option key={status} value={status}>
                    {status}
                  </option>
                ))}
              </FormSelectField>
            )}
            <FormTextField type="date" {...field('followUpDate', 'Follow-up date')} />
          </FieldRow>
          <FieldRow>
            <FormTextField {...field('source', 'Source')} help="For example a trade fair, a referral or a call." />
            <FormTextField {...field('country', 'Country')} />
          </FieldRow>
          <FormTextAreaField rows={2} {...field('address', 'Address')} />
          <FormTextField help="Separated by commas." {...field('labels', 'Labels')} />
          <FormTextAreaField rows={3} {...field('notes', 'Notes')} />
        </div>
      </MoreDetails>
    </RecordDialog>
  )
}

/** Customers and prospects that may be duplicates of the one being entered. */
function KnownAlready({ control, close }: { control: Control<Values>; close: () => void }) {
  const [name, email, phone] = useWatch({ control, name: ['name', 'email', 'phone'] })
  const typed = { name, email, phone }
  const customers = useDuplicates(mergeApi.listAccountTwins, typed, true)
  const prospects = useDuplicates(mergeApi.listProspectTwins, typed, true)
  return (
    <>
      <DuplicatesNotice
        title="Already a customer?"
        many="customers"
        duplicates={customers}
        pathOf={paths.customer}
        onOpen={close}
      />
      <DuplicatesNotice many="prospects" duplicates={prospects} pathOf={paths.prospect} onOpen={close} />
    </>
  )
}
