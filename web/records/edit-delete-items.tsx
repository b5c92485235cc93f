import { Pencil, Trash2 } from 'lucide-react'
import { MenuItem } from '#web/ui/menu.tsx'

type EditDeleteItemsProps = { mayEdit: boolean; mayDelete: boolean; onChoose: (action: 'edit' | 'delete') => void }

/** The items of a menu that open the dialogs of a record: edit and delete, for those who may. */
export function EditDeleteItems({ mayEdit, mayDelete, onChoose }: EditDeleteItemsProps) {
  return (
    <>
      {mayEdit && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onChoose('edit')}>
          Edit
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onChoose('delete')}>
          Delete
        </MenuItem>
      )}
    </>
  )
}
