import { EditDeleteItems } from '#web/records/edit-delete-items.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { Menu } from '#web/ui/menu.tsx'

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
      <EditDeleteItems mayEdit={mayEdit} mayDelete={mayDelete} onChoose={(act) => open({ act, record })} />
    </Menu>
  ),
})
