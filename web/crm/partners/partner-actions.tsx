import { Merge, Trash2 } from 'lucide-react'
import type { Deletion } from '#shared/crm/partners/api.ts'
import type { byId } from '#shared/fields.ts'
import type { Access, Route } from '#shared/http/route.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type PartnerActsProps = {
  id: string
  /** Returns why the record can't be deleted. */
  deletion: Route<{ access: Access; summary: string; params: typeof byId; reply: typeof Deletion }>
  onEdit: () => void
  onDelete: () => void
  onMerge?: () => void
}

/** The actions of a customer or supplier, depending on the user's rights. */
export function PartnerActions({ id, deletion, onEdit, onDelete, onMerge }: PartnerActsProps) {
  const mayEdit = useCan('crm.edit')
  const mayDelete = useCan('crm.delete')
  const reason = useApiQuery(deletion, { params: { id } }, { enabled: mayDelete }).data?.reason
  return (
    <>
      {mayDelete && (
        <Menu>
          {onMerge && (
            <MenuItem icon={<Merge aria-hidden />} onSelect={onMerge}>
              Merge another into this
            </MenuItem>
          )}
          <MenuItem
            danger
            icon={<Trash2 aria-hidden />}
            disabled={Boolean(reason)}
            reason={reason && <span className="block max-w-64 text-pretty">{reason}</span>}
            onSelect={onDelete}
          >
            Delete
          </MenuItem>
        </Menu>
      )}
      {mayEdit && <Button onClick={onEdit}>Edit</Button>}
    </>
  )
}
