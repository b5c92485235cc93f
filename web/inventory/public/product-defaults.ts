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
  /** For `MissingPart`: what could not be loaded of them. */
  read: Read
}

export const defaultsName = 'the usual category, supplier and warehouse'

/**
 * What a new product starts with, so that its name is enough: category, supplier and warehouse of the one that was changed last,
 * else the first that there are. Undefined until it is known; what was not answered is left empty until it is (`useLateDefaults`).
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
  // A form that is open stays so while something is asked again.
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
 * Defaults that are answered only after the form has opened: it goes back to them like to the others. What somebody has chosen
 * meanwhile stays as their change.
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

/** Whether something that is required has no default: the company has no supplier yet. */
export const lacksDefaults = ({ category, supplier, warehouse }: ProductValues): boolean =>
  category === null || supplier === null || warehouse === null

/** A product that nobody has described is described by its name, until somebody types into its description. */
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
