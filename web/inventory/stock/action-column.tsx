import { EditDeleteItems } from '#web/records/edit-delete-items.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { Menu } from '#web/ui/menu.tsx'

/** The dialog that a list has open, with its record. */
export type Open<Row> = { act: 'add' } | { act: 'edit' | 'delete'; record: Row }

/** The actions column for records without a page of their own: edit and delete, depending on the user's rights. */
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
