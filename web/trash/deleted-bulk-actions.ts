import { can } from '#shared/access/can.ts'
import { deletedApi, type DeletedItem } from '#shared/reports/deleted-api.ts'
import { deletedKindNames, deleteRightOf } from '#shared/reports/deleted-kinds.ts'
import { type BulkRow, NotForRow } from '#web/lists/use-bulk-action.ts'
import { call } from '#web/api/client.ts'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { useUser } from '#web/session/session.ts'

/** The bulk actions of the list of deleted records. */
export function useDeletedBulkActions(): BulkActions<DeletedItem> {
  const user = useUser()
  const mayAny = deletedKindNames.some((kind) => can(user, deleteRightOf(kind)))
  return {
    route: deletedApi.listDeleted,
    nameOf: ({ name }) => name,
    one: 'deleted item',
    many: 'deleted items',
    acts: [
      mayAny && {
        label: 'Restore',
        past: 'restored',
        act: ({ id, record: { kind, notRestorable } }: BulkRow<DeletedItem>, key) => {
          if (notRestorable) throw new NotForRow(notRestorable)
          return call(deletedApi.restore, { params: { kind, id }, body: {} }, { quiet: true, idempotencyKey: key })
        },
      },
      mayAny && {
        label: 'Delete permanently',
        typed: 'permanently',
        danger: true,
        past: 'deleted permanently',
        confirm: 'This cannot be undone. Records used in documents or movements stay archived and are listed.',
        act: ({ id, record: { kind, kept } }: BulkRow<DeletedItem>, key) => {
          if (kept) throw new NotForRow(kept)
          return call(deletedApi.purge, { params: { kind, id } }, { quiet: true, idempotencyKey: key })
        },
      },
    ],
  }
}
