import { type CustomerColumn, customerColumns, customerColumnSet } from '#shared/imports/customer-columns.ts'
import { customerImportsApi } from '#shared/imports/customer-imports-api.ts'
import { accountKind, createAccount, updateAccount } from '#server/crm/partners/accounts.ts'
import { addAddress } from '#server/crm/partners/addresses.ts'
import { bookOpeningBalances, type OpeningBalance } from '#server/invoicing/opening-balances.ts'
import type { Work } from '#server/kernel/work.ts'
import { importOfRecords } from '../import-records.ts'
import { openingColumns } from './opening-cells.ts'
import { type NewAddress, planCustomers } from './plan-customers.ts'

const example: Partial<Record<CustomerColumn, string>> = {
  code: 'HC-014',
  name: 'Harbour Clinic',
  email: 'orders@harbour-clinic.example',
  phone: '+63 2 555 0114',
  address: '12 Harbour Road, Manila',
  country: 'Philippines',
  taxNumber: '004-512-778',
  billingAddress: 'Finance, 12 Harbour Road, Manila',
  shippingAddress: 'Pharmacy, dock 3, 14 Harbour Road, Manila',
  priceTier: 'Wholesale',
  paymentTermsDays: '45',
  creditLimit: '25000',
  openingBalance: '1250.00',
  openingDate: '2026-08-14',
  openingDueDate: '2026-09-28',
  openingReference: 'R-4711',
  labels: 'clinic, city',
  notes: 'Closed on Sundays',
}

async function addAll(work: Work, accountId: string, addresses: readonly NewAddress[]): Promise<void> {
  for (const address of addresses) await addAddress(work, accountKind, accountId, address)
}

/**
 * A list of customers: each row adds one with its addresses and opening balance, or changes the one with its code. Further rows
 * of a customer add further balances.
 */
export const customerKind = importOfRecords({
  name: 'accounts',
  calls: customerImportsApi,
  key: 'code',
  columns: customerColumns,
  repeatable: openingColumns,
  columnSet: customerColumnSet,
  example,
  template: 'customers-template.csv',
  // Customers are added one by one with the form's command, which is slower than a bulk insert.
  batchRows: 100,
  plan: planCustomers,
  sums: ({ creations, changes }) => {
    const openings = [...creations, ...changes].flatMap((one) => one.openings)
    return {
      openingBalances: openings.length,
      openingAmount: openings.reduce((sum, { amount }) => sum + amount, 0),
    }
  },
  carryOut: async (work, { creations, changes }) => {
    const openings: OpeningBalance[] = []
    for (const { before, input, addresses, openings: own } of changes) {
      openings.push(...own.map((one) => ({ ...one, accountId: before.id })))
      await updateAccount(work, before.id, before.version, input)
      await addAll(work, before.id, addresses)
    }
    for (const { input, addresses, openings: own } of creations) {
      const { id } = await createAccount(work, input)
      openings.push(...own.map((one) => ({ ...one, accountId: id })))
      await addAll(work, id, addresses)
    }
    await bookOpeningBalances(work, openings)
  },
})
