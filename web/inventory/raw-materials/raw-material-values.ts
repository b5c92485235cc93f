import type { Call } from '#shared/http/route.ts'
import type { RawMaterial, rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

/** What the form of a raw material holds while it is typed. */
export type RawMaterialValues = {
  name: string
  materialType: string
  description: string
  sku: string
  barcode: string
  cost: string
  supplier: ComboboxOption | null
  location: ComboboxOption | null
  lotControlled: boolean
  reorderPoint: number | null
  quantity: number | null
}

export type RawMaterialBody = Call<(typeof rawMaterialsApi.createRawMaterial)['spec']>['body']

/** What the fields are called, on them and in the list of what is wrong. */
export const rawMaterialLabels = {
  name: 'Name',
  materialType: 'Material type',
  description: 'Description',
  sku: 'SKU',
  barcode: 'Barcode',
  cost: 'Unit cost',
  supplier: 'Supplier',
  location: 'Location',
  quantity: 'Quantity',
  reorderPoint: 'Reorder point',
  lotControlled: 'Lot-tracked',
} as const satisfies Record<keyof RawMaterialValues, string>

export const newRawMaterial: RawMaterialValues = {
  name: '',
  materialType: '',
  description: '',
  sku: '',
  barcode: '',
  cost: '',
  supplier: null,
  location: null,
  lotControlled: false,
  reorderPoint: null,
  quantity: 0,
}

export const rawMaterialValues = (material: RawMaterial): RawMaterialValues => ({
  name: material.name,
  materialType: material.materialType,
  description: material.description,
  sku: material.sku,
  barcode: material.barcode ?? '',
  cost: material.cost,
  supplier: material.supplier && { id: material.supplier.id, label: material.supplier.name },
  location: material.location && { id: material.location.id, label: locationLabel(material.location) },
  lotControlled: material.lotControlled,
  reorderPoint: material.reorderPoint,
  quantity: material.quantity,
})

/** A twin: what makes a raw material unique is left to be typed. */
export const copiedRawMaterial = (material: RawMaterial): RawMaterialValues => ({
  ...rawMaterialValues(material),
  name: `${material.name} (copy)`,
  sku: '',
  barcode: '',
  quantity: 0,
})

/** The body that the values mean. What is missing is left missing: the schema says so. */
export function rawMaterialBody(values: RawMaterialValues, quantityBefore?: number): RawMaterialBody {
  const { supplier, location, cost, quantity, ...rest } = values
  return {
    ...rest,
    cost: cost || '0',
    supplier: supplier?.id ?? null,
    location: location?.id ?? null,
    // Sent only when it was changed: what others have moved meanwhile must not be booked back.
    ...(quantity !== quantityBefore && { quantity: quantity as number }),
    ...(quantityBefore !== undefined && quantity !== quantityBefore && { quantityBefore }),
  }
}
