import { RotateCcw, Trash2 } from 'lucide-react'
import { can, type Subject } from '#shared/access/can.ts'
import type { DeletedItem } from '#shared/reports/deleted-api.ts'
import { deletedKinds, deleteRightOf } from '#shared/reports/deleted-kinds.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

type Choices = {
  user: Subject
  onRestore: (item: DeletedItem) => void
  onPurge: (item: DeletedItem) => void
}

/** The columns of the list of deleted records. Rows of modules without delete rights have no buttons. */
export const deletedColumns = ({ user, onRestore, onPurge }: Choices): readonly Column<DeletedItem>[] => [
  {
    id: 'name',
    exportedAs: ['name', 'detail'],
    header: 'Name',
    sortable: true,
    width: '45%',
    cell: ({ name, detail }) => (detail ? <TwoLines first={name} second={detail} /> : name),
  },
  { id: 'kind', header: 'Kind', phone: true, cell: ({ kind }) => <Badge>{deletedKinds[kind].label}</Badge> },
  {
    id: 'deletedBy',
    header: 'Deleted by',
    phone: true,
    cell: ({ deletedBy }) => deletedBy?.name ?? <span className="text-muted">–</span>,
  },
  {
    id: 'deletedAt',
    header: 'Deleted',
    sortable: true,
    phone: true,
    cell: ({ deletedAt }) => <RelativeTime at={deletedAt} />,
  },
  {
    id: 'acts',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    phone: 'corner',
    cell: (item) =>
      can(user, deleteRightOf(item.kind)) && (
        <div className="flex items-center justify-end gap-1">
          {!item.notRestorable && (
            <Button size="sm" aria-label={`Restore ${item.name}`} onClick={() => onRestore(item)}>
              <RotateCcw aria-hidden />
              Restore
            </Button>
          )}
          <Menu label={`Actions for ${item.name}`}>
            {item.notRestorable && (
              <MenuItem icon={<RotateCcw aria-hidden />} disabled reason={item.notRestorable}>
                Restore
              </MenuItem>
            )}
            <MenuItem
              danger
              icon={<Trash2 aria-hidden />}
              disabled={item.kept !== null}
              {...(item.kept && { reason: item.kept })}
              onSelect={() => onPurge(item)}
            >
              Delete permanently
            </MenuItem>
          </Menu>
        </div>
      ),
  },
]
