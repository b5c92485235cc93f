import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type RawMaterialRow, rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'

type Values = { name: string; materialType: string }

type RawMaterialDialogProps = {
  /** The initial name. */
  typed?: string | undefined
  onSaved?: (rawMaterial: RawMaterialRow) => void
  close: () => void
}

/** Adds a raw material. */
export function RawMaterialDialog({ typed = '', onSaved, close }: RawMaterialDialogProps) {
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: rawMaterialsApi.createRawMaterial.spec.body }),
    mode: 'onTouched',
    defaultValues: { name: typed, materialType: '' },
  })
  const refusal = useFormRefusal(form)
  const create = useApiMutation(rawMaterialsApi.createRawMaterial, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved) => {
      toast.success('Raw material added')
      onSaved?.(saved)
      close()
    },
  })
  return (
    <RecordDialog
      title="Add raw material"
      size="sm"
      what="raw material"
      submitLabel="Add raw material"
      form={form}
      refusal={refusal}
      busy={create.isPending}
      onSubmit={(body) => create.submit({ body })}
      close={close}
    >
      <FormTextField label="Name" required autoComplete="off" control={form.control} name="name" />
      <FormTextField
        label="Material type"
        required
        autoComplete="off"
        help="Such as nonwoven, plastic or cardboard."
        control={form.control}
        name="materialType"
      />
    </RecordDialog>
  )
}
