import { useState } from 'react'
import { type Category, inventoryApi } from '#shared/inventory/stock/api.ts'
import { call } from '#web/api/client.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { type CreatingPickerProps, Picker, pickerLimit } from '#web/forms/picker.tsx'
import { useCan } from '#web/session/session.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type CategoryOption = ComboboxOption & { category: Category }

const categoryOption = (category: Category): CategoryOption => ({
  id: category.id,
  label: category.name,
  secondary: category.description ?? undefined,
  category,
})

async function search(typed: string, signal: AbortSignal) {
  const query = { q: typed || undefined, limit: pickerLimit }
  const { data } = await call(inventoryApi.listCategories, { query }, { signal, quiet: true })
  return data.map(categoryOption)
}

/** Picks a category; products refer to categories by name. */
export function CategoryPicker({ creatable = false, ...props }: CreatingPickerProps<CategoryOption>) {
  const mayCreate = useCan('inventory.edit') && creatable
  const [typed, setTyped] = useState<string>()
  return (
    <>
      <Picker
        placeholder="Search categories…"
        createLabel="Create new category…"
        {...props}
        {...(mayCreate && { onCreate: setTyped })}
        search={search}
      />
      {typed !== undefined && (
        <CategoryDialog
          typed={typed}
          onSaved={(category) => props.onChange(categoryOption(category))}
          close={() => setTyped(undefined)}
        />
      )}
    </>
  )
}
