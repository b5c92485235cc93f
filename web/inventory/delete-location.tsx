import { inventoryApi, type Location } from '#shared/inventory/api.ts'
import { DeleteDialog } from '#web/api/delete-dialog.tsx'

type DeleteLocationProps = { location: Location; onDeleted?: () => void; close: () => void }

/** Asks before a location is deleted; what stands there or calls it home is told in the question. */
export function DeleteLocation({ location, onDeleted, close }: DeleteLocationProps) {
  return (
    <DeleteDialog
      route={inventoryApi.deleteLocation}
      id={location.id}
      kind="location"
      what="location"
      name={location.name}
      invalidates={[inventoryApi.listLocations]}
      {...(onDeleted && { onDeleted })}
      close={close}
    >
      A location where goods stand, documents are open or products have their warehouse can't be deleted. You can undo
      this right afterwards, or later from the deleted items.
    </DeleteDialog>
  )
}
