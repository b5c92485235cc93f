import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountRow } from '#shared/inventory/counts/count.ts'
import { type KitOrderRow, kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { type TransferRow, transfersApi } from '#shared/inventory/transfers/api.ts'
import { call } from '#web/api/client.ts'
import type { BulkActionPrompt } from '#web/lists/bulk-action-dialog.tsx'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { useCan } from '#web/session/session.ts'

const reason = { label: 'Reason', required: true, maxLength: 500 } as const satisfies BulkActionPrompt
const freed =
  'Pending ones are cancelled and their stock is released. You can undo this now, or restore it later from the deleted items.'

/** The bulk actions of the transfer list. */
export function useTransferBulkActions(): BulkActions<TransferRow> {
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  return {
    route: transfersApi.listTransfers,
    nameOf: ({ number }) => number,
    one: 'stock transfer',
    many: 'stock transfers',
    acts: [
      mayEdit && {
        label: 'Cancel transfers',
        past: 'cancelled',
        question: reason,
        act: ({ id }, key, why) =>
          call(
            transfersApi.cancelTransfer,
            { params: { id }, body: { reason: why } },
            { quiet: true, idempotencyKey: key },
          ),
      },
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'stockTransfer',
        confirm: freed,
        act: ({ id }, key) =>
          call(transfersApi.deleteTransfer, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}

/** The bulk actions of the kit order list. */
export function useKitOrderBulkActions(): BulkActions<KitOrderRow> {
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  return {
    route: kitOrdersApi.listKitOrders,
    nameOf: ({ number }) => number,
    one: 'kit order',
    many: 'kit orders',
    acts: [
      mayEdit && {
        label: 'Cancel kit orders',
        past: 'cancelled',
        question: reason,
        act: ({ id }, key, why) =>
          call(
            kitOrdersApi.cancelKitOrder,
            { params: { id }, body: { reason: why } },
            { quiet: true, idempotencyKey: key },
          ),
      },
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'kitOrder',
        confirm: freed,
        act: ({ id }, key) =>
          call(kitOrdersApi.deleteKitOrder, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}

/** The bulk actions of the count list. */
export function useCountBulkActions(): BulkActions<CountRow> {
  const mayEdit = useCan('inventory.edit')
  return {
    route: countsApi.listCounts,
    nameOf: ({ number }) => number,
    one: 'count',
    many: 'counts',
    acts: [
      mayEdit && {
        label: 'Cancel counts',
        past: 'cancelled',
        question: { ...reason, maxLength: 300 },
        act: ({ id }, key, why) =>
          call(countsApi.cancelCount, { params: { id }, body: { reason: why } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}
