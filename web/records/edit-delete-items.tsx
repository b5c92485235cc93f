import { Pencil, Trash2 } from 'lucide-react'
import { MenuItem } from '#web/ui/menu.tsx'

type EditDeleteItemsProps = { mayEdit: boolean; mayDelete: boolean; onChoose: (action: 'edit' | 'delete') => void }

/** The menu items that open the edit and delete dialogs of a record, depending on the user's rights. */
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
