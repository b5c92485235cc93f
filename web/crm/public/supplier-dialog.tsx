import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { crmApi, type Supplier, SupplierInput } from '#shared/crm/partners/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { PartnerFields } from './partner-fields.tsx'
import { DuplicatesNotice } from './duplicates-notice.tsx'
import { useDuplicates } from './use-duplicates.ts'
import { paths } from '#web/paths.ts'
import { partnerAsOne, partnerBody, partnerField, type PartnerValues, partnerValues } from './partner-values.ts'

type SupplierDialogProps = {
  /** The supplier to edit; undefined adds a new one. */
  supplier?: Supplier | undefined
  /** The initial name of a new supplier. */
  typed?: string | undefined
  onSaved?: (supplier: Supplier) => void
  close: () => void
}

/** Adds or edits a supplier. */
export function SupplierDialog({ supplier: latest, typed = '', onSaved, close }: SupplierDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [supplier] = useState(latest)
  const form = useForm<PartnerValues>({
    resolver: bodyResolver({ schema: SupplierInput, bodyOf: partnerBody, fieldOf: partnerField }),
    mode: 'onTouched',
    defaultValues: partnerValues(supplier, typed),
  })
  const refusal = useFormRefusal(form, partnerField)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved: Supplier) => {
      toast.success(supplier ? 'Supplier saved' : 'Supplier added')
      onSaved?.(saved)
      close()
    },
  } as const
  const create = useApiMutation(crmApi.createSupplier, choices)
  const update = useApiMutation(crmApi.updateSupplier, choices)
  const [name, email, phone, taxNumber] = useWatch({
    control: form.control,
    name: ['name', 'email', 'phone', 'taxNumber'],
  })
  const duplicates = useDuplicates(mergeApi.listSupplierTwins, { name, email, phone, taxNumber }, !supplier)
  return (
    <RecordDialog
      title={supplier ? 'Edit supplier' : 'Add supplier'}
      what="supplier"
      record={supplier}
      startOf={partnerValues}
      asOne={partnerAsOne}
      submitLabel={supplier ? 'Save supplier' : 'Add supplier'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(values, base) => {
        const body = partnerBody(values)
        if (!base) return create.submit({ body })
        update.submit({ params: { id: base.id }, body, version: base.version })
      }}
      close={close}
    >
      <DuplicatesNotice many="suppliers" duplicates={duplicates} pathOf={paths.supplier} onOpen={close} />
      <PartnerFields
        control={form.control}
        isEdited={supplier !== undefined}
        foldedHelp="Address, tax number, labels, status …"
      />
    </RecordDialog>
  )
}
