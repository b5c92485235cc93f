import { z } from 'zod'
import { text } from '#shared/fields.ts'
import { noTax, PercentInput, taxKinds, type TaxRule } from '#shared/money-lines.ts'

/** A tax rate. Lines refer to it by name and keep a copy, which stays when it is changed here. */
const TaxRate = z
  .strictObject({
    name: text(40),
    /** Added to the price, included in it, or none. */
    kind: z.enum(taxKinds),
    percent: z.string().trim(),
  })
  .superRefine(({ kind, percent }, context) => {
    const read = PercentInput.safeParse(percent)
    const message = read.success ? 'must be 0 where there is no tax' : read.error.issues[0]?.message
    if (!read.success || (kind === 'exempt' && read.data !== 0n))
      context.addIssue({ code: 'custom', path: ['percent'], message: message ?? 'is not a percentage' })
  })
export type TaxRate = z.output<typeof TaxRate>

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The tax rates of the company, and the default for new lines. */
export const TaxSettings = z
  .strictObject({
    rates: z.array(TaxRate).min(1, 'needs at least one rate').max(20, 'may have at most 20 rates'),
    defaultRate: text(40),
  })
  .superRefine(({ rates, defaultRate }, context) => {
    for (const [at, rate] of rates.entries()) {
      if (rates.slice(0, at).some((one) => sameName(one.name, rate.name)))
        context.addIssue({ code: 'custom', path: ['rates', at, 'name'], message: 'is listed twice' })
    }
    if (!rates.some((rate) => rate.name === defaultRate))
      context.addIssue({ code: 'custom', path: ['defaultRate'], message: 'is not one of the rates' })
  })
export type TaxSettings = z.output<typeof TaxSettings>

/** The copy of a rate for a line. */
export function taxRuleOf({ rates }: TaxSettings, name: string): TaxRule | undefined {
  const rate = rates.find((one) => sameName(one.name, name))
  return rate && { name: rate.name, kind: rate.kind, rate: Number(PercentInput.parse(rate.percent)) }
}

export const defaultTax = (settings: TaxSettings): TaxRule => taxRuleOf(settings, settings.defaultRate) ?? noTax
