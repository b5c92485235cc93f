import { expect } from 'vitest'
import { journalApi } from '#shared/accounting/journal-api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { addDays } from '#shared/dates.ts'
import { type InvoiceRow, invoicingApi } from '#shared/invoicing/api.ts'
import { type Balance, balancesApi } from '#shared/invoicing/balances-api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { portalInvoicesApi } from '#shared/portal/invoices-api.ts'
import { notSales, reportsApi } from '#shared/reports/api.ts'
import { receivablesReport, taxReport } from '#shared/reports/more-reports.ts'
import { itemsReport, ordersReport, salesReport } from '#shared/reports/reports.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import type { Client } from '#test/client.ts'
import { everyRow } from './random-company.ts'
import { units, unitsOf } from './selling-company.ts'

/* Checks that an amount is the same on every screen that shows it. */

/** An order's lines add up to its totals, and its invoice has the amounts of the invoice page. */
export async function expectOrderSums(admin: Client, id: string) {
  const { status, body: order } = await admin.call(salesApi.getOrder, { params: { id } })
  if (status === 404) return
  const lines = [...order.orderLines, ...order.charges]
  expect(unitsOf(lines.map((line) => line.total))).toBe(units(order.subtotal))
  expect(unitsOf(lines.flatMap(({ net, taxed }) => [net, taxed]))).toBe(units(order.total))
  expect(unitsOf(lines.map(({ taxed }) => taxed))).toBe(units(order.tax))
  expect(unitsOf(lines.map(({ discount }) => discount))).toBe(units(order.discount?.amount))
  if (!order.invoice) return
  expect(await admin.do(invoicingApi.getInvoice, { params: { id: order.invoice.id } })).toMatchObject(order.invoice)
  expect([order.number, order.invoice.total]).toEqual([order.number, order.total])
}

/** A customer's debts and credit: by invoice, by age, by payment, in the statement, and in the portal. */
export async function expectCustomerSums(admin: Client, owner: Client, id: string, day: string) {
  const account = { params: { id } }
  const statementOf = (from: string, until: string) =>
    admin.do(balancesApi.getStatement, { ...account, query: { from, until } })
  const { data: invoices } = await admin.do(invoicingApi.listInvoices, { query: { account: id, limit: 200 } })
  const valid = invoices.filter(({ voided }) => !voided)
  const balance = await admin.do(balancesApi.getBalance, account)
  const { data: ages } = await admin.do(invoicingApi.sumAges, { query: { account: id } })
  const { data: entries, credit } = await admin.do(paymentsApi.listCredit, { ...account, query: {} })
  expect(balance).toMatchObject({ credit, ages })
  expect(unitsOf(valid.map(({ due }) => due))).toBe(units(balance.due))
  expect(unitsOf(ages.map(({ due }) => due))).toBe(units(balance.due))
  expect(unitsOf(entries.map(({ amount }) => amount))).toBe(units(credit))
  expect(units(balance.balance)).toBe(units(balance.due) - units(credit))
  const [whole, recent] = [await statementOf('2000-01-01', '2099-12-31'), await statementOf(addDays(day, -9), day)]
  expect([whole.opening, whole.closing, recent.closing]).toEqual(['0.00', balance.balance, balance.balance])
  expect(recent.dueToday).toMatchObject({ ages, credit, balance: balance.balance })

  const paid = new Map<string, bigint>()
  const { data: payments } = await admin.do(paymentsApi.listPayments, { query: { account: id, limit: 200 } })
  for (const payment of payments) {
    expect(unitsOf([...payment.invoices.map(({ amount }) => amount), payment.kept])).toBe(units(payment.amount))
    if (payment.voided) continue
    for (const part of payment.invoices) paid.set(part.id, (paid.get(part.id) ?? 0n) + units(part.amount))
  }
  for (const row of invoices) await expectInvoiceSums(admin, owner, row, paid.get(row.id) ?? 0n)

  const { due } = balance
  const theirs = await owner.do(portalInvoicesApi.getBalance, { query: {} })
  expect(theirs).toEqual({ due, credit, balance: balance.balance, ages })
  const { data: shown } = await owner.do(portalInvoicesApi.listInvoices, { query: { limit: 200 } })
  const seen = new Map(valid.map((row) => [row.id, row]))
  expect(shown).toHaveLength(valid.length)
  for (const row of shown)
    expect(seen.get(row.id)).toMatchObject({
      total: row.total,
      due: row.due,
      paymentStatus: row.paymentStatus,
      overdue: row.overdue,
    })
}

async function expectInvoiceSums(admin: Client, owner: Client, row: InvoiceRow, paid: bigint) {
  const params = { id: row.id }
  const invoice = await admin.do(invoicingApi.getInvoice, { params })
  expect(invoice).toMatchObject(row)
  expect([row.number, units(row.paid)]).toEqual([row.number, paid])
  const { lines, payments, taxes } = invoice
  expect(unitsOf(lines.map(({ gross }) => gross))).toBe(units(row.total))
  expect(unitsOf(lines.map(({ total }) => total))).toBe(units(invoice.subtotal))
  expect(unitsOf(taxes.map(({ tax }) => tax))).toBe(units(invoice.tax))
  expect(unitsOf(invoice.creditNotes.map(({ total }) => total)) <= units(row.total)).toBe(true)
  const active = payments.filter(({ kind, reversed }) => kind !== 'REVERSAL' && !reversed)
  expect(unitsOf(active.map(({ amount }) => amount))).toBe(units(row.paid) + units(row.creditUsed))
  if (row.voided) return
  expect(units(row.due)).toBe(units(row.total) - units(row.paid) - units(row.creditUsed))
  expect(units(row.due) >= 0n).toBe(true)
  const { total, due, creditUsed, subtotal, discount, tax } = invoice
  const shown = await owner.do(portalInvoicesApi.getInvoice, { params, query: {} })
  expect(shown).toMatchObject({ total, paid: row.paid, due, creditUsed, subtotal, discount, tax, taxes })
}

/** Debts and sales of all customers: on the dashboard, in the reports and in the journal. */
export async function expectCompanySums(admin: Client, first: string, last: string) {
  const accounts = await everyRow((page) => admin.do(crmApi.listAccounts, { query: page }))
  const balances: Balance[] = []
  for (const { id } of accounts) balances.push(await admin.do(balancesApi.getBalance, { params: { id } }))
  const due = unitsOf(balances.map((balance) => balance.due))
  const query = { start: first, end: last }
  const { receivables, sales } = await admin.do(reportsApi.dashboard, { query })
  expect(unitsOf([receivables?.unpaid.due, receivables?.partiallyPaid.due])).toBe(due)
  expect(units(receivables?.due)).toBe(due)
  const open = await admin.do(receivablesReport.read, { query })
  expect(open.totals.current).toMatchObject({ due: receivables?.due, overdue: receivables?.overdue.due })

  const orders = await everyRow((page) => admin.do(salesApi.listOrders, { query: page }))
  const sold = orders.filter(({ status }) => !notSales.some((none) => none === status))
  expect(unitsOf(sold.map(({ total }) => total))).toBe(units(sales?.total))
  const [bySale, byOrder, byItem, tax] = await Promise.all([
    admin.do(salesReport.read, { query }),
    admin.do(ordersReport.read, { query }),
    admin.do(itemsReport.read, { query }),
    admin.do(taxReport.read, { query }),
  ])
  expect(bySale.totals.current).toEqual({ total: sales?.total, orders: sold.length })
  expect(byOrder.totals.current['orders']).toBe(orders.length)
  expect(units(String(byOrder.totals.current['total']))).toBe(unitsOf(orders.map(({ total }) => total)))
  const lines: Order['orderLines'] = []
  for (const { id } of sold) lines.push(...(await admin.do(salesApi.getOrder, { params: { id } })).orderLines)
  expect(units(String(byItem.totals.current['net']))).toBe(unitsOf(lines.map(({ net }) => net)))
  expect(byItem.totals.current['quantity']).toBe(lines.reduce((sum, { quantity }) => sum + quantity, 0))

  const { rows, totals } = await admin.do(journalApi.trialBalance, {
    query: { from: addDays(last, -360), until: last },
  })
  expect(totals.debit).toBe(totals.credit)
  const closing = (...numbers: string[]) =>
    unitsOf(rows.filter(({ account }) => numbers.includes(account)).map((row) => row.closing))
  expect(closing('1200')).toBe(due)
  expect(-closing('2100')).toBe(unitsOf(balances.map(({ credit }) => credit)))
  expect(-closing('4000', '4200')).toBe(units(String(tax.totals.current['net'])))
  expect(-closing('2200')).toBe(units(String(tax.totals.current['tax'])))
}
