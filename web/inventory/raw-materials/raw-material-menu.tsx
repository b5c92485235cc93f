import { useQueryClient } from '@tanstack/react-query'
import { Copy, PackageMinus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type RawMaterial, rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { whyNotReduced } from '#shared/inventory/stock/reduction-guard.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

const { getRawMaterial } = rawMaterialsApi

/** What can be done with a raw material beside adding stock. */
export function RawMaterialMenu({ material, onReduce }: { material: RawMaterial; onReduce: () => void }) {
  const { id, name } = material
  const [deleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayEdit = useCan('rawmaterials.edit')
  const mayDelete = useCan('rawmaterials.delete')
  if (!mayEdit && !mayDelete) return null
  return (
    <>
      <Menu>
        {mayEdit && (
          <>
            <MenuItem
              icon={<PackageMinus aria-hidden />}
              disabled={whyNotReduced(material) !== null}
              reason={whyNotReduced(material)}
              onSelect={onReduce}
            >
              Reduce stock
            </MenuItem>
            <MenuItem asChild>
              <Link to={paths.rawMaterialEdit(id)}>
                <Pencil aria-hidden />
                Edit
              </Link>
            </MenuItem>
            <MenuItem asChild>
              <Link to={`${paths.rawMaterialNew}?copy=${id}`}>
                <Copy aria-hidden />
                Duplicate
              </Link>
            </MenuItem>
          </>
        )}
        {mayEdit && mayDelete && <MenuLine />}
        {mayDelete && (
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setDeleting(true)}>
            Delete
          </MenuItem>
        )}
      </Menu>
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
