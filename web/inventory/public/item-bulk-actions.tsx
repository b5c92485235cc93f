import { type KitRow, kitsApi } from '#shared/inventory/kits/api.ts'
import { type RawMaterialRow, rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { call } from '#web/api/client.ts'
import { deletionNote } from '#web/lists/list-bulk.tsx'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { useCan } from '#web/session/session.ts'

/** The bulk actions of the kit list. */
export function useKitBulkActions(): BulkActions<KitRow> {
  const mayDelete = useCan('inventory.delete')
  return {
    route: kitsApi.listKits,
    nameOf: ({ name }) => name,
    one: 'kit',
    many: 'kits',
    acts: [
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'kit',
        confirm: deletionNote,
        act: ({ id }, key) => call(kitsApi.deleteKit, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}

/** The bulk actions of the raw material list. */
export function useRawMaterialBulkActions(): BulkActions<RawMaterialRow> {
  const mayDelete = useCan('rawmaterials.delete')
  return {
    route: rawMaterialsApi.listRawMaterials,
    nameOf: ({ name }) => name,
    one: 'raw material',
    many: 'raw materials',
    acts: [
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'rawMaterial',
        confirm: deletionNote,
        act: ({ id }, key) =>
          call(rawMaterialsApi.deleteRawMaterial, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}
