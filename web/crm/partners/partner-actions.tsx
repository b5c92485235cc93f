import { Merge, Trash2 } from 'lucide-react'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type PartnerActsProps = { onEdit: () => void; onDelete: () => void; onMerge?: () => void }

/** What can be done with a customer or supplier, for those who may. */
export function PartnerActions({ onEdit, onDelete, onMerge }: PartnerActsProps) {
  const mayEdit = useCan('crm.edit')
  const mayDelete = useCan('crm.delete')
  return (
    <>
      {mayDelete && (
        <Menu>
          {onMerge && (
            <MenuItem icon={<Merge aria-hidden />} onSelect={onMerge}>
              Merge another into this
            </MenuItem>
          )}
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={onDelete}>
            Delete
          </MenuItem>
        </Menu>
      )}
      {mayEdit && <Button onClick={onEdit}>Edit</Button>}
    </>
  )
}
