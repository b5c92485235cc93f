import { DeliveryWindows, formatWindow } from '#shared/crm/partners/delivery-windows.ts'
import { formatDay } from '#shared/format-day.ts'
import { type PriceTier, priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import { partnerStatusNames } from '#web/crm/public/partner-fields.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/* Labels and formats the fields of a timeline's changes as on the record's page. */

const names: Record<string, string> = {
  minShelfLifeDays: 'Minimum shelf life',
  paymentTermsDays: 'Payment terms',
  followUpDate: 'Follow-up date',
}
const spaced = (camel: string) => camel.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)

export const fieldName = (field: string) =>
  names[field] ?? spaced(field).replace(/^./, (letter) => letter.toUpperCase())

const statusNames: Record<string, string> = partnerStatusNames
const days = (value: string) => `${formatDecimalInput(value)} ${value === '1' ? 'day' : 'days'}`
const money = (value: string) => formatDecimalInput(value, 2)

/** Lists are stored as JSON. */
const words: Record<string, (value: string) => string> = {
  labels: (value) => (JSON.parse(value) as string[]).join(', '),
  deliveryWindows: (value) => DeliveryWindows.safeParse(JSON.parse(value)).data?.map(formatWindow).join('; ') ?? value,
  priceTier: (value) => priceTierNames[value as PriceTier],
  status: (value) => statusNames[value] ?? value,
  paymentTermsDays: days,
  minShelfLifeDays: days,
  creditLimit: money,
  value: money,
  expectedClose: (value) => formatDay(value),
  followUpDate: (value) => formatDay(value),
}

export const fieldValue = (field: string, value: string | null) =>
  (value && (words[field]?.(value) ?? value)) || (field === 'owner' ? 'nobody' : 'nothing')
