import { type Category, inventoryApi } from '#shared/inventory/api.ts'
import { call } from '#web/api/client.ts'
import { Picker, pickerLimit, type PickerProps } from '#web/pickers/picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type CategoryOption = ComboboxOption & { category: Category }

export const categoryOption = (category: Category): CategoryOption => ({
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

/** Picks a category; a product names it by its label. */
export function CategoryPicker(props: PickerProps<CategoryOption>) {
  return <Picker placeholder="Search categories…" createLabel="Create new category…" {...props} search={search} />
}
