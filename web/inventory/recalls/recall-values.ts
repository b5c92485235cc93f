import type { Call } from '#shared/http/route.ts'
import type { recallsApi } from '#shared/inventory/recalls/api.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

/** The form values to start a recall or a drill. */
export type RecallValues = {
  by: 'lots' | 'supplier'
  lots: ComboboxOption[]
  supplier: ComboboxOption | null
  receivedFrom: string
  receivedTo: string
  reason: string
  instruction: string
}
export type DrillBody = NonNullable<Call<(typeof recallsApi.drill)['spec']>['body']>

/** The search part of the request body: lots, or supplier and days. */
export const searchOf = ({ by, lots, supplier, receivedFrom, receivedTo }: RecallValues): DrillBody =>
  by === 'lots' ? { lotIds: lots.map(({ id }) => id) } : { supplierId: supplier?.id, receivedFrom, receivedTo }

export const recallBody = (values: RecallValues) => ({
  ...searchOf(values),
  reason: values.reason,
  instruction: values.instruction,
})

/** Maps a path of the request body to the form field that shows its error. */
export const recallField = (by: RecallValues['by']) => (path: string) => {
  if (path.startsWith('lotIds')) return by === 'lots' ? 'lots' : 'supplier'
  return path === 'supplierId' ? 'supplier' : path
}
