import { exportedList, moment, money } from '#server/delivery/exported-list.ts'
import { addressLine } from '#shared/crm/partners/postal-address.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { orderBadgeNames } from '#shared/sales/orders/order-choice.ts'
import { orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'

export const orderExport = exportedList('orders', salesApi.listOrders, {
  number: ['Number', (row) => row.number],
  customer: ['Customer', (row) => row.account.name],
  shipTo: ['Ship to', (row) => addressLine(row.shipTo)],
  reference: ['Reference', (row) => row.reference],
  status: ['Status', (row) => orderStatusNames[row.status]],
  badges: ['Notes', (row) => row.badges.map((badge) => orderBadgeNames[badge]).join(', ')],
  payment: ['Payment', (row) => row.paymentStatus],
  orderDate: ['Ordered', (row) => row.orderDate],
  requestedDate: ['Requested', (row) => row.requestedDate],
  deliveredDate: ['Delivered', (row) => row.deliveredDate],
  lines: ['Lines', (row) => row.lines],
  total: ['Total', (row) => money(row.total)],
  createdAt: ['Added', (row) => moment(row.createdAt)],
})

export const estimateExport = exportedList('estimates', estimatesApi.listEstimates, {
  number: ['Estimate', (row) => row.number],
  account: ['Customer', (row) => row.account.name],
  status: ['Status', (row) => row.status],
  estimateDate: ['Created', (row) => row.estimateDate],
  validUntil: ['Valid until', (row) => row.validUntil],
  reference: ['Reference', (row) => row.reference],
  lines: ['Lines', (row) => row.lines],
  total: ['Total', (row) => money(row.total)],
  sentAt: ['Sent', (row) => moment(row.sentAt)],
})

export const returnExport = exportedList('returns', returnsApi.listReturns, {
  number: ['Number', (row) => row.number],
  account: ['Customer', (row) => row.account.name],
  status: ['Status', (row) => row.status],
  order: ['Order', (row) => row.order.number],
  quantity: ['Pieces', (row) => row.quantity],
  received: ['Received', (row) => row.received],
  creditNote: ['Credit note', (row) => row.creditNote?.number ?? null],
  credit: ['Credit', (row) => money(row.creditNote?.total ?? null)],
  createdAt: ['Requested', (row) => moment(row.createdAt)],
})
