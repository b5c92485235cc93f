import { salesApi, type OrderRow } from '#shared/sales/api.ts'
import { orderHoldApi } from '#shared/sales/order-hold-api.ts'
import { call } from '#web/api/client.ts'
import type { Ticking } from '#web/api/listing.ts'
import { afterOrderChange } from '#web/sales/order-changes.ts'
import { useCan } from '#web/session/session.ts'

/** What can be done with many sales orders at once. */
export function useOrderTicking(): Ticking<OrderRow> {
  const mayEdit = useCan('salesOrders.edit')
  const mayDelete = useCan('salesOrders.delete')
  return {
    route: salesApi.listOrders,
    nameOf: ({ number }) => number,
    one: 'sales order',
    many: 'sales orders',
    reads: afterOrderChange,
    acts: [
      mayEdit && {
        label: 'Confirm',
        past: 'confirmed',
        confirm:
          'The goods are promised and the invoices issued. An order of which something is missing stays pending.',
        act: ({ id }, key) =>
          call(salesApi.confirm, { params: { id }, body: {} }, { quiet: true, idempotencyKey: key }),
      },
      mayEdit && {
        label: 'Hold',
        past: 'on hold',
        question: { label: 'Reason', required: true, most: 500 },
        act: ({ id }, key, reason) =>
          call(orderHoldApi.hold, { params: { id }, body: { reason } }, { quiet: true, idempotencyKey: key }),
      },
      mayEdit && {
        label: 'Release hold',
        past: 'released',
        act: ({ id }, key) =>
          call(orderHoldApi.releaseHold, { params: { id }, body: {} }, { quiet: true, idempotencyKey: key }),
      },
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'salesOrder',
        confirm:
          'Their stock is free again or comes back, and their invoices and shipping records go with them. You can undo this right afterwards, or later from the deleted items.',
        act: ({ id }, key) => call(salesApi.deleteOrder, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}
