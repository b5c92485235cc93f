import { Link } from 'react-router'
import { addressLine } from '#shared/crm/partners/postal-address.ts'
import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import type { HeaderFact } from '#web/documents/document-frame.tsx'
import { AddressBlock } from '#web/sales/public/address-block.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

const isSame = ({ shipTo, billTo }: Order) => addressLine(shipTo) === addressLine(billTo)

/** Header facts: customer, address, date and amounts. */
export function useOrderFacts({ account, shipTo, requestedDate, total, invoice }: Order): HeaderFact[] {
  const seesCustomers = useCan('crm.view')
  const { currency } = useSettings()
  return [
    {
      label: 'Customer',
      value: seesCustomers ? <Link to={paths.customer(account.id)}>{account.name}</Link> : account.name,
    },
    { label: 'Ship to', value: unbrokenAddress(addressLine(shipTo)) },
    { label: 'Requested', value: requestedDate && formatDay(requestedDate) },
    { label: `Total, ${currency}`, value: formatDecimalInput(total, 2), isAmount: true },
    ...(invoice ? [{ label: 'Balance due', value: formatDecimalInput(invoice.due, 2), isAmount: true }] : []),
  ]
}

/** The details that were agreed with the customer. */
export function OrderFacts({ order }: { order: Order }) {
  const { account, deliveredDate, reference, notes } = order
  return (
    <Card title="Customer">
      <DescriptionList
        facts={[
          { label: 'Bill to', value: isSame(order) ? 'Same address' : <AddressBlock address={order.billTo} /> },
          { label: 'Prices', value: priceTierNames[account.priceTier] },
          { label: 'Reference', value: reference },
          { label: 'Ordered', value: formatDay(order.orderDate), numeric: true },
          ...(deliveredDate ? [{ label: 'Delivered', value: formatDay(deliveredDate), numeric: true }] : []),
        ]}
      />
      {notes && (
        <div className="mt-4 border-line border-t pt-3">
          <p className="text-muted text-xs">Notes</p>
          <p className="mt-1 whitespace-pre-line text-pretty break-words text-secondary">{notes}</p>
        </div>
      )}
    </Card>
  )
}
