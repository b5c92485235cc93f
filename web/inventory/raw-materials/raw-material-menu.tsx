import { useQueryClient } from '@tanstack/react-query'
import { PackageMinus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type RawMaterial, rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { whyNotReduced } from '#shared/inventory/stock/reduction-guard.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { RecordMenu } from '#web/inventory/stock/record-menu.tsx'
import { paths } from '#web/paths.ts'
import { MenuItem } from '#web/ui/menu.tsx'

const { getRawMaterial } = rawMaterialsApi

/** The actions of a raw material other than adding stock. */
export function RawMaterialMenu({ material, onReduce }: { material: RawMaterial; onReduce: () => void }) {
  const { id, name } = material
  const [deleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  return (
    <>
      <RecordMenu
        module="rawmaterials"
        editPath={paths.rawMaterialEdit(id)}
        copyPath={`${paths.rawMaterialNew}?copy=${id}`}
        onDelete={() => setDeleting(true)}
      >
        <MenuItem
          icon={<PackageMinus aria-hidden />}
          disabled={whyNotReduced(material) !== null}
          reason={whyNotReduced(material)}
          onSelect={onReduce}
        >
          Reduce stock
        </MenuItem>
      </RecordMenu>
      {deleting && (
        <DeleteDialog
          route={rawMaterialsApi.deleteRawMaterial}
          id={id}
          kind="rawMaterial"
          what="raw material"
          name={name}
          onDeleted={() => {
            void navigate(paths.rawMaterials)
            client.removeQueries({ queryKey: [getRawMaterial.path, { id }], type: 'inactive' })
          }}
          close={() => setDeleting(false)}
        >
          It is removed from the list. Documents that use it are kept. You can undo this now, or restore it later from
          the deleted items.
        </DeleteDialog>
      )}
    </>
  )
}
