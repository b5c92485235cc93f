import { Copy, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan } from '#web/session/session.ts'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

type RecordMenuProps = {
  /** The module whose edit and delete rights apply. */
  module: 'inventory' | 'rawmaterials'
  label?: string | undefined
  /** The paths of the edit page and of the page that adds a copy. */
  editPath: string
  copyPath: string
  onDelete: () => void
  /** More items for users with edit rights, shown first. */
  children?: ReactNode
}

/** The menu of a record with its own form: edit, duplicate, delete; not rendered without either right. */
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
