import { invalid } from '#shared/http/refusal.ts'
import { customerExempt, noTax, type TaxRule } from '#shared/money-lines.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'
import { defaultTax, taxRuleOf } from '#shared/settings/tax-settings.ts'

/** Returns the tax rule of a line by the name in the request. */
export type TaxChoice = (name: string | undefined, field: string) => TaxRule

/**
 * The company's tax rates from the stored `settings`; `frozen` are those that the order already has, which stay valid after the
 * company drops them. An exempt customer pays no tax.
 */
export function taxChoice(settings: unknown, exempt: boolean, frozen: readonly TaxRule[]): TaxChoice {
  if (exempt) return () => customerExempt
  const { tax } = overDefaults(settings)
  return (name, field) => {
    if (name === undefined) return defaultTax(tax)
    const rule = taxRuleOf(tax, name) ?? frozen.find((one) => one.name === name && one.name !== customerExempt.name)
    if (rule) return rule
    // A line that was exempt because of its customer gets the company's default tax if the customer is not exempt.
    if (name === customerExempt.name || name === noTax.name) return defaultTax(tax)
    throw invalid(field, 'is not a tax rate')
  }
}
