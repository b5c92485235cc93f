import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { isGivenUp, type Read } from '#web/api/missing-parts.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { locationLabel } from './location-picker.tsx'
import { newProduct, type ProductValues } from './product-values.ts'

const first = { query: { limit: 1 } } as const
const firstOwn = { query: { limit: 1, own: 'true' } } as const

type ProductDefaults = {
  values: ProductValues
  /** For `MissingPart`: which of the defaults could not be loaded. */
  read: Read
}

export const defaultsName = 'the usual category, supplier and warehouse'

/**
 * The defaults of a new product, so that entering its name is enough: category, supplier and warehouse of the product that was
 * changed last, else the first of each. Undefined while loading; defaults that failed to load stay empty until they arrive
 * (`useLateDefaults`).
 */
export function useProductDefaults(enabled = true): ProductDefaults | undefined {
  const last = useApiQuery(
    inventoryApi.listProducts,
    { query: { limit: 1, sort: '-updatedAt' } },
    { enabled, untold: true },
  )
  const [product] = last.data?.data ?? []
  const isEmpty = enabled && last.isSuccess && !product
  const categories = useApiQuery(inventoryApi.listCategories, first, { enabled: isEmpty })
  const suppliers = useApiQuery(crmApi.listSuppliers, first, { enabled: isEmpty })
  const locations = useApiQuery(inventoryApi.listLocations, firstOwn, { enabled: isEmpty })
  const reads = isEmpty ? [categories, suppliers, locations] : [last]
  const isAnswered = enabled && !reads.some(({ isPending }) => isPending)
  // Once started, the form stays open during a refetch.
  const [hasStarted, setStarted] = useState(false)
  if (isAnswered && !hasStarted) setStarted(true)
  if (!isAnswered && !hasStarted) return undefined
  const category = product?.category ?? categories.data?.data[0]?.name
  const supplier = product?.supplier ?? suppliers.data?.data[0]
  const warehouse = product?.warehouse ?? locations.data?.data[0]
  const values = {
    ...newProduct,
    price: '0.00',
    cost: '0.00',
    pcsPerCase: 1,
    quantity: 0,
    billOfMaterials: { kind: 'bought', parts: [] },
    category: category === undefined ? null : { id: category, label: category },
    supplier: supplier ? { id: supplier.id, label: supplier.name } : null,
    warehouse: warehouse ? { id: warehouse.id, label: locationLabel(warehouse) } : null,
  } satisfies ProductValues
  return { values, read: asOne(reads) }
}

function asOne(reads: readonly Read[]): Read {
  const failed = reads.filter(isGivenUp)
  return {
    data: failed.length === 0 ? reads : undefined,
    error: failed[0]?.error ?? null,
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
}

const usual = ['category', 'supplier', 'warehouse'] as const

/**
 * Applies defaults that arrive after the form was opened, also as the values that a reset restores. Values that the user has
 * chosen meanwhile stay, as changes.
 */
export function useLateDefaults(
  { getValues, resetField, setValue }: UseFormReturn<ProductValues>,
  defaults: ProductValues,
): void {
  const late = useRef(usual.filter((name) => defaults[name] === null))
  useEffect(() => {
    late.current = late.current.filter((name) => {
      const value = defaults[name]
      if (!value) return true
      const chosen = getValues(name)
      resetField(name, { defaultValue: value })
      if (chosen) setValue(name, chosen, { shouldDirty: true })
      return false
    })
  })
}

/** Whether a required field has no default, e.g. because the company has no suppliers yet. */
export const lacksDefaults = ({ category, supplier, warehouse }: ProductValues): boolean =>
  category === null || supplier === null || warehouse === null

/** Fills the description with the name until the user edits the description. */
export function useDescriptionOfName({ control, getValues, setValue }: UseFormReturn<ProductValues>): void {
  const name = useWatch({ control, name: 'name' })
  const followed = useRef('')
  useEffect(() => {
    const description = getValues('description')
    if (description !== followed.current && description !== name) return
    followed.current = name
    if (description !== name) setValue('description', name, { shouldValidate: name !== '' })
  }, [name, getValues, setValue])
}
