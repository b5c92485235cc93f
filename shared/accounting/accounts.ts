import { z } from 'zod'
import { text } from '#shared/fields.ts'
import { type PaymentMethod, paymentMethodNames, paymentMethods } from '#shared/invoicing/payment-methods.ts'

type Split = 'tax' | 'method'
interface AccountRole {
  label: string
  /** The default account number. */
  number: string
  name: string
  /** For what the role can have separate accounts: each tax rate, each payment method. */
  by?: Split
}

/** The accounts of the journal. A role is one side of an entry; the company's chart maps it to an account. */
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

/** An account of the chart: of a role, or of one of its tax rates or payment methods. */
export const JournalAccount = z.strictObject({
  role: z.enum(accountRoleNames),
  /** The name of a tax rate or a payment method; '' for all others of the role. */
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

/** The accounts that the company has set; other roles have their default. */
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
 * The complete chart: an account for every role, and for tax rates and methods with one of their own. An account has one name:
 * if the company uses a role's default number for another account, the role gets that account's name.
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

/** The names by which a role can be split, for the form. */
export function keysOf(role: AccountRoleName, taxRates: readonly string[]): { key: string; label: string }[] {
  const split = splitOf(role)
  if (split === 'tax') return taxRates.map((key) => ({ key, label: key }))
  if (split === 'method') return paymentMethods.map((key) => ({ key, label: paymentMethodNames[key] }))
  return []
}
