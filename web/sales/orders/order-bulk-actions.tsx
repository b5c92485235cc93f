import { useState } from 'react'
import { toast } from 'sonner'
import { maxDocuments } from '#shared/delivery/documents.ts'
import { orderDocumentsApi } from '#shared/sales/orders/order-documents-api.ts'
import { type OrderStatus, unpacked } from '#shared/sales/orders/order-transitions.ts'
import { ApiError } from '#web/api/api-error.ts'
import { download } from '#web/api/download.ts'
import { showError } from '#web/api/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { OrderRow } from '#shared/sales/orders/order.ts'
import { orderHoldApi } from '#shared/sales/orders/order-hold-api.ts'
import type { BulkRow } from '#web/lists/use-bulk-action.ts'
import { call } from '#web/api/client.ts'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { ZipButton } from '#web/lists/zip-button.tsx'
import { useCan } from '#web/session/session.ts'

/** The bulk actions of the order list. */
export function useOrderBulkActions(): BulkActions<OrderRow> {
  const mayEdit = useCan('salesOrders.edit')
  const mayDelete = useCan('salesOrders.delete')
  const seesInvoices = useCan('invoices.view')
  return {
    route: salesApi.listOrders,
    nameOf: ({ number }) => number,
    one: 'sales order',
    many: 'sales orders',
    extra: (rows) => (
      <>
        <PickLists rows={rows} />
        {seesInvoices && <InvoicePdfs rows={rows} />}
      </>
    ),
    acts: [
      mayEdit && {
        label: 'Confirm',
        past: 'confirmed',
        confirm: 'Stock is reserved and invoices are created. Orders with missing stock stay pending.',
        act: ({ id }, key) =>
          call(salesApi.confirm, { params: { id }, body: {} }, { quiet: true, idempotencyKey: key }),
      },
      mayEdit && {
        label: 'Hold',
        menu: 'Hold',
        past: 'on hold',
        question: { label: 'Reason', required: true, maxLength: 500 },
        act: ({ id }, key, reason) =>
          call(orderHoldApi.hold, { params: { id }, body: { reason } }, { quiet: true, idempotencyKey: key }),
      },
      mayEdit && {
        label: 'Release hold',
        menu: 'Hold',
        past: 'released',
        act: ({ id }, key) =>
          call(orderHoldApi.releaseHold, { params: { id }, body: {} }, { quiet: true, idempotencyKey: key }),
      },
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'salesOrder',
        confirm:
          'Stock reserved or packed for them is released, and their invoices and shipping records are deleted. You can undo this now, or restore it later from the deleted items.',
        act: ({ id }, key) => call(salesApi.deleteOrder, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}

/** The pick lists of the selected orders in one PDF; only confirmed orders that are not packed have one. */
function PickLists({ rows }: { rows: readonly BulkRow<OrderRow>[] }) {
  const [busy, setBusy] = useState(false)
  const ids = rows.filter(({ record }) => isPicked(record.status)).map(({ id }) => id)
  const left = rows.length - ids.length
  async function print() {
    if (ids.length > maxDocuments) return toast.error(`At most ${maxDocuments} pick lists are printed at once.`)
    setBusy(true)
    try {
      await download(orderDocumentsApi.printPickLists, { body: { ids } }, 'pick-lists.pdf')
      if (left > 0) toast.info(`${left === 1 ? '1 order has' : `${left.toLocaleString()} orders have`} no pick list.`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="sm"
      busy={busy}
      disabled={ids.length === 0}
      title={ids.length === 0 ? 'None of them is waiting to be picked.' : undefined}
      onClick={() => void print()}
    >
      Pick lists
    </Button>
  )
}
const isPicked = (status: OrderStatus) => status !== 'PENDING' && unpacked.includes(status)

/** The invoices of the selected orders; orders that are not confirmed have none. */
function InvoicePdfs({ rows }: { rows: readonly BulkRow<OrderRow>[] }) {
  const invoiced = rows.filter(({ record }) => record.paymentStatus !== null)
  const left = rows.length - invoiced.length
  return (
    <ZipButton
      label="Invoice PDFs"
      route={invoiceDocumentsApi.printInvoices}
      input={{ body: { orders: invoiced.map(({ id }) => id) } }}
      count={invoiced.length}
      one="invoice"
      many="invoices"
      without={
        left > 0 ? `${left === 1 ? '1 order has' : `${left.toLocaleString()} orders have`} no invoice yet.` : undefined
      }
      name="invoices"
    />
  )
}
