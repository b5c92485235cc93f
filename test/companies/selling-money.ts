import { crmApi } from '#shared/crm/partners/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { addDays } from '#shared/dates.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { formatAmount } from '#shared/money.ts'
import { type Chance, isDone, oneOf, reason, type SellingCompany, someOf, units, unitsOf } from './selling-company.ts'

const invoicesOf = async ({ admin, accounts }: SellingCompany, which: number) =>
  (await admin.do(invoicingApi.listInvoices, { query: { account: accounts[which % 2] ?? '', limit: 200 } })).data

export async function pay(company: SellingCompany, { a, b, c }: Chance, keepRest: boolean) {
  const invoice = oneOf(
    (await invoicesOf(company, a)).filter(({ due }) => units(due) > 0n),
    b,
  )
  if (!invoice) return
  const due = units(invoice.due)
  const amount = formatAmount(keepRest ? due + BigInt(1 + (c % 500)) : someOf(due, c, 10) || due)
  const receivedDate = addDays(company.day, -(c % 4))
  const body = { amount, method: 'cash' as const, receivedDate, keepRest }
  isDone(company, 'pay', await company.admin.call(invoicingApi.recordPayment, { params: { id: invoice.id }, body }))
}

/** One payment for up to three invoices, with or without a rest. */
export async function payMany(company: SellingCompany, { a, b }: Chance) {
  const open = (await invoicesOf(company, a)).filter(({ due }) => units(due) > 0n).slice(0, 3)
  const parts = open.map(({ id, due }, at) => ({
    invoiceId: id,
    amount: formatAmount(at === 0 ? units(due) : (units(due) + 1n) / 2n),
  }))
  const rest = b % 2 || parts.length === 0 ? 37n : 0n
  const body = {
    accountId: company.accounts[a % 2] ?? '',
    amount: formatAmount(unitsOf(parts.map(({ amount }) => amount)) + rest),
    method: 'bank_transfer' as const,
    receivedDate: company.day,
    parts,
    keepRest: true,
  }
  isDone(company, 'payMany', await company.admin.call(paymentsApi.takePayment, { body }))
}

export async function voidPayment(company: SellingCompany, { a, b }: Chance) {
  const { data } = await company.admin.do(paymentsApi.listPayments, {
    query: { account: company.accounts[a % 2] ?? '' },
  })
  const id = oneOf(data, b)?.id
  if (id) isDone(company, 'void', await company.admin.call(paymentsApi.voidPayment, { params: { id }, body: reason }))
}

export async function changeInvoice(
  company: SellingCompany,
  { a, b, c }: Chance,
  act: 'reset' | 'apply' | 'deleteInvoice',
) {
  const { admin } = company
  const row = oneOf(await invoicesOf(company, a), b)
  if (!row) return
  const params = { id: row.id }
  const found = await admin.call(invoicingApi.getInvoice, { params })
  if (!isDone(company, 'getInvoice', found)) return
  const { version, due, credit } = found.body
  if (act === 'reset')
    isDone(company, act, await admin.call(invoicingApi.resetPayments, { params, body: reason }, { version }))
  if (act === 'deleteInvoice') isDone(company, act, await admin.call(invoicingApi.deleteInvoice, { params }))
  const amount = someOf(units(due) < units(credit) ? units(due) : units(credit), c, 4)
  if (act === 'apply' && amount > 0n)
    isDone(company, act, await admin.call(paymentsApi.applyCredit, { params, body: { amount: formatAmount(amount) } }))
}

export async function refund(company: SellingCompany, { a, b }: Chance) {
  const params = { id: company.accounts[a % 2] ?? '' }
  const balance = await company.admin.call(balancesApi.getBalance, { params })
  if (!isDone(company, 'getBalance', balance)) return
  const amount = someOf(units(balance.body.credit), b, 3)
  const body = { amount: formatAmount(amount), method: 'cash' as const, ...reason }
  if (amount > 0n) isDone(company, 'refund', await company.admin.call(paymentsApi.refundCredit, { params, body }))
}

/** Merges the two customers. */
export async function merge(company: SellingCompany) {
  const { admin, accounts } = company
  const [id, otherId] = accounts
  if (id === otherId) return
  const [stays, goes] = await Promise.all(accounts.map((one) => admin.call(crmApi.getAccount, { params: { id: one } })))
  // A concurrent step has just merged them.
  if (stays?.status !== 200 || goes?.status !== 200) return
  const body = { otherId, otherVersion: goes.body.version, take: [] }
  const { version } = stays.body
  if (isDone(company, 'merge', await admin.call(mergeApi.mergeAccounts, { params: { id }, body }, { version })))
    company.accounts = [id, id]
}
