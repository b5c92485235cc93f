import { invalid } from '#shared/http/refusal.ts'
import { customerExempt, noTax, type TaxRule } from '#shared/money-lines.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'
import { defaultTax, taxRuleOf } from '#shared/settings/tax-settings.ts'

/** Which tax a line has, by the name that was sent with it. */
export type TaxChoice = (name: string | undefined, field: string) => TaxRule

/**
 * The company's rates, of its `settings` as they are kept; `frozen` are those that the order has already, which stay good when
 * the company drops them. Nothing is owed by an exempt customer.
 */
export function taxChoice(settings: unknown, exempt: boolean, frozen: readonly TaxRule[]): TaxChoice {
  if (exempt) return () => customerExempt
  const { tax } = overDefaults(settings)
  return (name, field) => {
    if (name === undefined) return defaultTax(tax)
    const rule = taxRuleOf(tax, name) ?? frozen.find((one) => one.name === name && one.name !== customerExempt.name)
    if (rule) return rule
    // What was exempt because of its customer is taxed as the company taxes, once it is somebody else's.
    if (name === customerExempt.name || name === noTax.name) return defaultTax(tax)
    throw invalid(field, 'is not a tax rate')
  }
}
