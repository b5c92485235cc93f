import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { locationLabel } from './location-picker.tsx'

const firstTwo = { query: { limit: 2, own: 'true' } } as const

/** While `isNew`, fills an empty location with the company's own one if there is no other, also as the value that a reset restores. */
export function useOnlyLocation<Values extends FieldValues>(
  { getValues, resetField }: Pick<UseFormReturn<Values>, 'getValues' | 'resetField'>,
  name: Path<Values>,
  isNew: boolean,
): void {
  const { data } = useApiQuery(inventoryApi.listLocations, firstTwo, { enabled: isNew })
  const only = data?.data.length === 1 ? data.data[0] : undefined
  useEffect(() => {
    if (!only || getValues(name) !== null) return
    const option = { id: only.id, label: locationLabel(only) }
    resetField(name, { defaultValue: option as PathValue<Values, Path<Values>> })
  }, [only, name, getValues, resetField])
}
