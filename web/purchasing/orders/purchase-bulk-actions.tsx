import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrderRow } from '#shared/purchasing/orders/purchase-order.ts'
import { NotForRow } from '#web/lists/use-bulk-action.ts'
import { call } from '#web/api/client.ts'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { ZipButton } from '#web/lists/zip-button.tsx'
import { useCan } from '#web/session/session.ts'
import { useBulkMailWords } from '#web/session/settings.ts'

/** The bulk actions of the purchase order list. */
export function usePurchaseBulkActions(): BulkActions<PurchaseOrderRow> {
  const mayEdit = useCan('purchaseOrders.edit')
  const mayDelete = useCan('purchaseOrders.delete')
  const mail = useBulkMailWords()
  return {
    route: purchasingApi.listPurchaseOrders,
    nameOf: ({ number }) => number,
    one: 'purchase order',
    many: 'purchase orders',
    extra: (rows) => (
      <ZipButton
        label="Download PDFs"
        route={purchasingApi.printPurchaseOrders}
        input={{ body: { ids: rows.map(({ id }) => id) } }}
        count={rows.length}
        one="purchase order"
        many="purchase orders"
        name="purchase-orders"
      />
    ),
    acts: [
      mayEdit && {
        label: 'Place',
        past: 'placed',
        confirm: 'Drafts become open orders, or wait for approval if above the limit.',
        act: ({ id }, key) =>
          call(purchasingApi.submit, { params: { id }, body: {} }, { quiet: true, idempotencyKey: key }),
      },
      mayDelete && {
        label: 'Approve',
        past: 'approved',
        // Sends the version shown in the list, so that unseen changes are not approved.
        act: ({ id, record: { version } }, key) =>
          call(purchasingApi.approve, { params: { id }, body: {} }, { quiet: true, idempotencyKey: key, version }),
      },
      mayEdit && {
        label: 'Send',
        past: mail.past,
        confirm: mail.confirm('Each is emailed to its supplier as a PDF.'),
        act: send,
      },
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'purchaseOrder',
        confirm:
          'Only drafts and cancelled orders are deleted. You can undo this now, or restore it later from the deleted items.',
        act: ({ id }, key) =>
          call(purchasingApi.deletePurchaseOrder, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}

async function send({ id }: { id: string }, key: string) {
  const { sentTo, supplier } = await call(purchasingApi.getPurchaseOrder, { params: { id } }, { quiet: true })
  const to = sentTo ?? supplier.email
  if (!to) throw new NotForRow(`${supplier.name} has no email address.`)
  return call(purchasingApi.send, { params: { id }, body: { to } }, { quiet: true, idempotencyKey: key })
}
