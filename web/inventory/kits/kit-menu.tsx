import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Kit, kitsApi } from '#shared/inventory/kits/api.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

/** What can be done with a kit beside packing it. */
export function KitMenu({ kit: { id, name } }: { kit: Kit }) {
  const [deleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  if (!mayEdit && !mayDelete) return null
  return (
    <>
      <Menu>
        {mayEdit && (
          <>
            <MenuItem asChild>
              <Link to={paths.kitEdit(id)}>
                <Pencil aria-hidden />
                Edit
              </Link>
            </MenuItem>
            <MenuItem asChild>
              <Link to={`${paths.kitNew}?copy=${id}`}>
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
          route={kitsApi.deleteKit}
          id={id}
          kind="kit"
          what="kit"
          name={name}
          onDeleted={() => void navigate(paths.kitList)}
          close={() => setDeleting(false)}
        >
          It is removed from the list. Orders that packed or sold it are kept. You can undo this now, or restore it
          later from the deleted items.
        </DeleteDialog>
      )}
    </>
  )
}
