import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Kit, kitsApi } from '#shared/inventory/kits/api.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { RecordMenu } from '#web/inventory/stock/record-menu.tsx'
import { paths } from '#web/paths.ts'

/** The actions of a kit other than packing. */
export function KitMenu({ kit: { id, name } }: { kit: Kit }) {
  const [deleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <RecordMenu
        module="inventory"
        editPath={paths.kitEdit(id)}
        copyPath={`${paths.kitNew}?copy=${id}`}
        onDelete={() => setDeleting(true)}
      />
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
