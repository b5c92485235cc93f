import { lotsApi, type LotRow } from '#shared/inventory/lots/api.ts'
import { call } from '#web/api/client.ts'
import type { BulkActionPrompt } from '#web/lists/bulk-action-dialog.tsx'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { LabelButton } from '#web/inventory/public/label-button.tsx'
import { useCan } from '#web/session/session.ts'

const question = { label: 'Reason', required: true, maxLength: 500 } as const satisfies BulkActionPrompt
const moves = { confirm: 'Affected orders take other lots or wait for stock.', question }

/** The bulk actions of the lot list. */
export function useLotBulkActions(): BulkActions<LotRow> {
  const mayEdit = useCan('inventory.edit')
  return {
    route: lotsApi.listLots,
    nameOf: ({ lotNumber, product }) => `${lotNumber} of ${product.name}`,
    one: 'lot',
    many: 'lots',
    extra: (rows) => <LabelButton size="sm" labels={rows.map(({ id }) => ({ type: 'lot', id }))} />,
    acts: [
      mayEdit && {
        label: 'Put on hold',
        past: 'on hold',
        ...moves,
        act: ({ id }, key, reason) =>
          call(lotsApi.hold, { params: { id }, body: { reason } }, { quiet: true, idempotencyKey: key }),
      },
      mayEdit && {
        label: 'Quarantine',
        past: 'in quarantine',
        ...moves,
        act: ({ id }, key, reason) =>
          call(lotsApi.quarantine, { params: { id }, body: { reason } }, { quiet: true, idempotencyKey: key }),
      },
      mayEdit && {
        label: 'Release',
        past: 'released',
        question,
        act: ({ id }, key, reason) =>
          call(lotsApi.release, { params: { id }, body: { reason } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}
