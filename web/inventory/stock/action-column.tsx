import { Pencil, Trash2 } from 'lucide-react'
import type { Column } from '#web/ui/table/column.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

/** The dialog that a list has open, and for which of its records. */
export type Open<Row> = { act: 'add' } | { act: 'edit' | 'delete'; record: Row }

/** The column of a list whose records have no page of their own: edit and delete, for those who may. */
export const actionColumn = <Row extends { name: string }>(
  mayEdit: boolean,
  mayDelete: boolean,
  open: (what: Open<Row>) => void,
): Column<Row> => ({
  id: 'acts',
  header: 'Actions',
  hideHeader: true,
  align: 'end',
  width: '3rem',
  phone: 'corner',
  cell: (record) => (
    <Menu label={`Actions for ${record.name}`}>
      {mayEdit && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => open({ act: 'edit', record })}>
          Edit
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => open({ act: 'delete', record })}>
          Delete
        </MenuItem>
      )}
    </Menu>
  ),
})
