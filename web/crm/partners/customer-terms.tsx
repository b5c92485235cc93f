import type { Account } from '#shared/crm/partners/api.ts'
import { formatWindow } from '#shared/crm/partners/delivery-windows.ts'
import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import { PartnerLabels } from './partner-labels.tsx'
import { paths } from '#web/paths.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import type { Fact } from '#web/ui/description-list.tsx'

const days = (count: number) => (count === 1 ? '1 day' : `${count.toLocaleString()} days`)

/** The terms of a customer, and their delivery windows. */
export const customerTerms = (account: Account, currency: string): Fact[] => [
  { label: 'Price tier', value: priceTierNames[account.priceTier] },
  { label: 'Payment terms', value: days(account.paymentTermsDays), numeric: true },
  {
    label: 'Credit limit',
    value: account.creditLimit === null ? 'None' : `${currency} ${formatDecimalInput(account.creditLimit, 2)}`,
    numeric: true,
  },
  {
    label: 'Minimum shelf life',
    value: account.minShelfLifeDays === null ? 'Company default' : days(account.minShelfLifeDays),
    numeric: true,
  },
  {
    label: 'Delivery windows',
    value:
      account.deliveryWindows.length === 0 ? (
        'Any time'
      ) : (
        <span className="flex flex-col">
          {account.deliveryWindows.map((window) => {
            const words = formatWindow(window)
            return (
              <span key={words} className="whitespace-nowrap">
                {words}
              </span>
            )
          })}
        </span>
      ),
  },
  { label: 'Delivery note', value: account.deliveryNote },
  { label: 'Labels', value: <PartnerLabels labels={account.labels} list={paths.customers} /> },
]
