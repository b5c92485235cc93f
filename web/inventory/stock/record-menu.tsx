import { Copy, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan } from '#web/session/session.ts'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

type RecordMenuProps = {
  /** Whose rights it takes to edit and to delete it. */
  module: 'inventory' | 'rawmaterials'
  label?: string | undefined
  /** The pages that edit it, and that add another like it. */
  editPath: string
  copyPath: string
  onDelete: () => void
  /** What else those who may edit can do with it: the first items. */
  children?: ReactNode
}

/** The menu of a record that has a form of its own: edit, duplicate, delete; nothing for those who may only look. */
export function RecordMenu({ module, label, editPath, copyPath, onDelete, children }: RecordMenuProps) {
  const mayEdit = useCan(`${module}.edit`)
  const mayDelete = useCan(`${module}.delete`)
  if (!mayEdit && !mayDelete) return null
  return (
    <Menu {...(label && { label })}>
      {mayEdit && (
        <>
          {children}
          <MenuItem asChild>
            <Link to={editPath}>
              <Pencil aria-hidden />
              Edit
            </Link>
          </MenuItem>
          <MenuItem asChild>
            <Link to={copyPath}>
              <Copy aria-hidden />
              Duplicate
            </Link>
          </MenuItem>
        </>
      )}
      {mayEdit && mayDelete && <MenuLine />}
      {mayDelete && (
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={onDelete}>
          Delete
        </MenuItem>
      )}
    </Menu>
  )
}
