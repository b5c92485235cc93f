import { exportedList, money } from '#server/delivery/exported-list.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'

export const invoiceExport = exportedList('invoices', invoicingApi.listInvoices, {
  number: ['Number', (row) => row.number],
  customer: ['Customer', (row) => row.account.name],
  order: ['Order or reference', (row) => row.order?.number ?? row.reference ?? ''],
  issuedDate: ['Issued', (row) => row.issuedDate],
  dueDate: ['Due', (row) => row.dueDate],
  status: ['Payment', (row) => (row.voided ? 'Void' : row.paymentStatus)],
  daysOverdue: ['Days overdue', (row) => row.daysOverdue],
  total: ['Total', (row) => money(row.total)],
  paid: ['Paid', (row) => money(row.paid)],
  creditUsed: ['Credit used', (row) => money(row.creditUsed)],
  open: ['Balance due', (row) => money(row.due)],
})
