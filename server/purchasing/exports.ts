import { exportedList, moment, money } from '#server/delivery/exported-list.ts'
import { isPlaced } from '#shared/purchasing/orders/purchase-transitions.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'

export const purchaseExport = exportedList('purchase-orders', purchasingApi.listPurchaseOrders, {
  number: ['Number', (row) => row.number],
  supplier: ['Supplier', (row) => row.supplier.name],
  reference: ['Reference', (row) => row.reference],
  location: ['Delivered to', (row) => row.location.name],
  status: ['Status', (row) => row.status],
  orderDate: ['Ordered', (row) => (isPlaced(row.status) ? row.orderDate : null)],
  expectedDate: ['Expected', (row) => row.expectedDate],
  late: ['Late', (row) => row.late],
  lines: ['Lines', (row) => row.lines],
  ordered: ['Pieces ordered', (row) => row.ordered],
  received: ['Pieces received', (row) => row.received],
  total: ['Total', (row) => money(row.total)],
  sentAt: ['Sent', (row) => moment(row.sentAt)],
})
