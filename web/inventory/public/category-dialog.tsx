import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type Category, CategoryInput, inventoryApi } from '#shared/inventory/stock/api.ts'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'

type Values = { name: string; description: string }

const startOf = (category: Category | undefined, typed = ''): Values => ({
  name: category?.name ?? typed,
  description: category?.description ?? '',
})

type CategoryDialogProps = {
  /** The category to edit; undefined adds a new one. */
  category?: Category | undefined
  /** The initial name of a new category. */
  typed?: string | undefined
  onSaved?: (category: Category) => void
  close: () => void
}

/** Adds or edits a category. */
export function CategoryDialog({ category: latest, typed, onSaved, close }: CategoryDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [category] = useState(latest)
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: CategoryInput }),
    mode: 'onTouched',
    defaultValues: startOf(category, typed),
  })
  const refusal = useFormRefusal(form)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved: Category) => {
      toast.success(category ? 'Category saved' : 'Category added')
      onSaved?.(saved)
      close()
    },
  } as const
  const create = useApiMutation(inventoryApi.createCategory, choices)
  const update = useApiMutation(inventoryApi.updateCategory, choices)
  return (
    <RecordDialog
      title={category ? 'Edit category' : 'Add category'}
      size="sm"
      what="category"
      record={category}
      startOf={startOf}
      submitLabel={category ? 'Save category' : 'Add category'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(body, base) => {
        if (!base) return create.submit({ body })
        update.submit({ params: { id: base.id }, body, version: base.version })
      }}
      close={close}
    >
      <FormTextField label="Name" required autoComplete="off" control={form.control} name="name" />
      <FormTextAreaField
        label="Description"
        help="What belongs in this category."
        control={form.control}
        name="description"
      />
    </RecordDialog>
  )
}
