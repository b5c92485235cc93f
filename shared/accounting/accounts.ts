import { z } from 'zod'
import { text } from '#shared/fields.ts'
import { type PaymentMethod, paymentMethodNames, paymentMethods } from '#shared/invoicing/payment-methods.ts'

type Split = 'tax' | 'method'
interface AccountRole {
  label: string
  /** Unless the company says otherwise. */
  number: string
  name: string
  /** What the role can have accounts of its own for: each tax rate, each payment method. */
  by?: Split
}

/** What the journal books to. A role is a side of an entry; the company's chart says which account that is. */
export const accountRoles = {
  receivables: { label: 'Receivables', number: '1200', name: 'Accounts receivable' },
  bank: { label: 'Payments received', number: '1000', name: 'Bank', by: 'method' },
  inventory: { label: 'Inventory', number: '1400', name: 'Inventory' },
  customerCredit: { label: 'Customer credit', number: '2100', name: 'Customer credit' },
  salesTax: { label: 'Sales tax', number: '2200', name: 'Sales tax payable', by: 'tax' },
  goodsReceived: { label: 'Goods received', number: '2300', name: 'Goods received, not invoiced' },
  openingStock: { label: 'Opening stock and balances', number: '3000', name: 'Opening balance equity' },
  revenue: { label: 'Sales of goods', number: '4000', name: 'Sales', by: 'tax' },
  serviceRevenue: { label: 'Services', number: '4100', name: 'Service revenue', by: 'tax' },
  feeRevenue: { label: 'Fees', number: '4200', name: 'Fees charged', by: 'tax' },
  costOfSales: { label: 'Cost of goods sold', number: '5000', name: 'Cost of goods sold' },
  stockAdjustments: { label: 'Stock adjustments', number: '5100', name: 'Inventory adjustments' },
  writeOffs: { label: 'Write-offs', number: '5200', name: 'Inventory write-offs' },
  production: { label: 'Production and kits', number: '5300', name: 'Production variance' },
  transit: { label: 'Stock transfers', number: '1450', name: 'Stock in transfer' },
  revaluation: { label: 'Cost changes and rounding', number: '5400', name: 'Inventory revaluation' },
} as const satisfies Record<string, AccountRole>
export type AccountRoleName = keyof typeof accountRoles
export const accountRoleNames = Object.keys(accountRoles) as [AccountRoleName, ...AccountRoleName[]]

/** One account of the chart: of a role, or of one tax rate or payment method of it. */
export const JournalAccount = z.strictObject({
  role: z.enum(accountRoleNames),
  /** The name of a tax rate or a payment method; '' for the rest of the role. */
  key: z.string().trim().max(40),
  number: z
    .string()
    .trim()
    .regex(/^\d{3,8}$/, 'must have 3 to 8 digits'),
  name: text(80),
})
export type JournalAccount = z.output<typeof JournalAccount>

const splitOf = (role: AccountRoleName): Split | undefined => {
  const { by }: AccountRole = accountRoles[role]
  return by
}

/** The accounts that a company chose; roles that are not among them have their default. */
export const ChosenAccounts = z
  .array(JournalAccount)
  .max(200, 'may be at most 200')
  .superRefine((accounts, context) => {
    const names = new Map<string, string>()
    for (const [at, { role, key, number, name }] of accounts.entries()) {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [at, field], message })
      if (accounts.slice(0, at).some((one) => one.role === role && one.key === key)) refuse('key', 'is listed twice')
      if (key !== '' && !splitOf(role)) refuse('key', 'is not possible for this role')
      if (splitOf(role) === 'method' && key !== '' && !paymentMethods.includes(key as PaymentMethod))
        refuse('key', 'is not a payment method')
      if ((names.get(number) ?? name) !== name) refuse('name', 'differs from another account with this number')
      names.set(number, name)
    }
  })

/**
 * The whole chart: every role has an account, tax rates and methods where the company chose one. An account has one name: a role that
 * books by default to a number that the company gave to another takes its name.
 */
export function chartOf(chosen: readonly JournalAccount[]): JournalAccount[] {
  const defaults = accountRoleNames
    .filter((role) => !chosen.some((one) => one.role === role && one.key === ''))
    .map(
      (role): JournalAccount => ({ role, key: '', number: accountRoles[role].number, name: accountRoles[role].name }),
    )
  const names = new Map(chosen.map(({ number, name }) => [number, name]))
  return [...defaults, ...chosen]
    .map((one) => ({ ...one, name: names.get(one.number) ?? one.name }))
    .toSorted((a, b) => accountRoleNames.indexOf(a.role) - accountRoleNames.indexOf(b.role) || (a.key < b.key ? -1 : 1))
}

/** What a role can be split by, for the form: names as they are shown. */
export function keysOf(role: AccountRoleName, taxRates: readonly string[]): { key: string; label: string }[] {
  const split = splitOf(role)
  if (split === 'tax') return taxRates.map((key) => ({ key, label: key }))
  if (split === 'method') return paymentMethods.map((key) => ({ key, label: paymentMethodNames[key] }))
  return []
}
