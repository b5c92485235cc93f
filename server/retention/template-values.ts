import type { UsualItem } from '#shared/retention/candidates-api.ts'
import type { Channel } from '#shared/retention/channels.ts'
import { daysBetween } from '#shared/dates.ts'
import { renderSms, renderTemplate, type TemplateValues, usualItemsText } from '#shared/retention/template-fields.ts'
import { formatDay } from '#shared/format-day.ts'

interface About {
  name: string
  lastOrderDate: string
  usualItems: Pick<UsualItem, 'name' | 'quantity'>[]
}

export interface CompanyBlock {
  name: string
  phone: string | null
}

export const templateValues = (
  { name, lastOrderDate, usualItems }: About,
  company: CompanyBlock,
  today: string,
): TemplateValues => ({
  customer: name,
  company: company.name,
  lastOrder: formatDay(lastOrderDate),
  daysSince: String(daysBetween(lastOrderDate, today)),
  usualItems: usualItemsText(usualItems),
  phone: company.phone,
})

/** Renders a message with its values. */
export function renderMessage(channel: Channel, text: { subject: string; body: string }, values: TemplateValues) {
  return channel === 'SMS'
    ? { subject: null, body: renderSms(text.body, values) }
    : { subject: renderTemplate(text.subject, values), body: renderTemplate(text.body, values) }
}

/** The customer in test messages. */
export const exampleCustomer = {
  name: 'St. Mary Hospital',
  usualItems: [
    { name: 'Nitrile gloves M', quantity: 40 },
    { name: 'Gauze swabs 10 × 10 cm', quantity: 10 },
  ],
}
