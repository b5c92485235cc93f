import type { Call } from '#shared/http/route.ts'
import type { RawMaterial, rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

/** The values of the raw material form. */
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

/** The labels of the fields, also in the form's error summary. */
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

/** A copy of a raw material, without its unique values, which the user has to enter. */
export const copiedRawMaterial = (material: RawMaterial): RawMaterialValues => ({
  ...rawMaterialValues(material),
  name: `${material.name} (copy)`,
  sku: '',
  barcode: '',
  quantity: 0,
})

/** The request body of the form values. Missing values stay undefined, so that the schema reports them. */
export function rawMaterialBody(values: RawMaterialValues, quantityBefore?: number): RawMaterialBody {
  const { supplier, location, cost, quantity, ...rest } = values
  return {
    ...rest,
    cost: cost || '0',
    supplier: supplier?.id ?? null,
    location: location?.id ?? null,
    // Sent only if the user changed it, so that movements by others meanwhile are not reversed.
    ...(quantity !== quantityBefore && { quantity: quantity as number }),
    ...(quantityBefore !== undefined && quantity !== quantityBefore && { quantityBefore }),
  }
}
