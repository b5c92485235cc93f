import { sql } from 'kysely'
import { customerExempt } from '#shared/money-lines.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'
import { defaultTax } from '#shared/settings/tax-settings.ts'

export interface Terms {
  tier: string
  isExempt: boolean
  settings: unknown
  hasDiscount: boolean
  hasCharges: boolean
  /** Of the lines; the tier is null for a manual price. */
  priced: { tier: string | null; tax: string }[] | null
}

/** SQL of the terms of the order `o` of the account `a`. */
export const termsSql = sql`json_build_object('tier', a.price_tier,
  'isExempt', coalesce((select b.tax_exempt from account_billing b where b.account_id = a.id), false),
  'settings', (select content from settings), 'hasDiscount', o.discount_kind is not null,
  'hasCharges', exists (select 1 from sales_order_charges c where c.order_id = o.id),
  'priced', (select json_agg(json_build_object('tier', l.price_tier, 'tax', l.tax_name)) from sales_order_lines l where l.order_id = o.id))`

/** True if the office has set terms on the order that the portal doesn't offer: a change in the portal would lose them. */
export function hasAgreedTerms({ tier, isExempt, settings, hasDiscount, hasCharges, priced }: Terms): boolean {
  const tax = isExempt ? customerExempt : defaultTax(overDefaults(settings).tax)
  return hasDiscount || hasCharges || (priced ?? []).some((line) => line.tier !== tier || line.tax !== tax.name)
}
