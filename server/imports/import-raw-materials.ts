import { v7 as newId } from 'uuid'
import {
  type RawMaterialColumn,
  rawMaterialColumns,
  rawMaterialColumnSet,
} from '#shared/imports/raw-material-columns.ts'
import { rawMaterialImportsApi } from '#shared/imports/raw-material-imports-api.ts'
import { addRawMaterials, updateRawMaterial } from '#server/inventory/raw-materials/raw-materials.ts'
import { importOfRecords } from './import-records.ts'
import { planRawMaterials } from './plan-raw-materials.ts'

const example: Partial<Record<RawMaterialColumn, string>> = {
  sku: 'FAB-SMS-40',
  name: 'SMS fabric 40 g, blue',
  materialType: 'Fabric',
  description: 'Non-woven, rolls of 500 m',
  supplier: 'Example Medical Ltd',
  location: 'Main factory',
  cost: '0.85',
  quantity: '1200',
  lotControlled: 'No',
  barcode: '4006381333931',
  reorderPoint: '300',
}

/** A list of raw materials: each row adds one, or changes the one with its SKU. */
export const rawMaterialKind = importOfRecords({
  name: 'rawMaterials',
  calls: rawMaterialImportsApi,
  key: 'sku',
  columns: rawMaterialColumns,
  columnSet: rawMaterialColumnSet,
  example,
  template: 'raw-materials-template.csv',
  batchRows: 200,
  plan: planRawMaterials,
  carryOut: async (work, { creations, changes }) => {
    for (const { before, input } of changes) await updateRawMaterial(work, before.id, before.version, input)
    await addRawMaterials(
      work,
      creations.map(({ input }) => ({ id: newId(), input })),
    )
  },
})
