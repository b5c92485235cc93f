import { inOneLine } from '#shared/in-one-line.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isNotified, type RecallCustomer } from '#shared/inventory/recalls/recall.ts'
import { notifiedLabels } from './recall-labels.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useIsUnsent } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Badge, StatusBadge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { unbrokenAddress, unbrokenNumbers } from '#web/ui/table/unbroken-numbers.tsx'

type RecallCustomersProps = {
  customers: readonly RecallCustomer[]
  /** Opens the dialog to notify a customer or to book their return; undefined for a drill. */
  onAct?: (act: 'tell' | 'back', customer: RecallCustomer) => void
  action?: ReactNode
}

/** The affected customers: contact data, what they have, and whether they were notified and sent it back. */
export function RecallCustomers({ customers, onAct, action }: RecallCustomersProps) {
  const notifiedCount = customers.filter(isNotified).length
  const acknowledged = customers.filter((customer) => customer.acknowledged !== null).length
  return (
    <Card
      flush
      title="Customers to notify"
      help={
        customers.length === 0
          ? 'No customer has these goods.'
          : `${notifiedCount.toLocaleString()} of ${customers.length.toLocaleString()} notified, ${acknowledged.toLocaleString()} acknowledged`
      }
      action={action}
    >
      <ul aria-label="Customers to notify" className="border-line border-t empty:hidden">
        {customers.map((customer) => (
          <li
            key={customer.id}
            className="grid break-inside-avoid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_13rem] items-start gap-x-6 gap-y-2 border-line border-b px-5 py-3 text-table last:border-b-0 max-md:grid-cols-1 max-md:px-4"
          >
            <Contact customer={customer} />
            <Goods customer={customer} />
            <div className="flex flex-col items-end gap-2 max-md:items-start">
              <NotifiedCell customer={customer} />
              <Acknowledged customer={customer} />
              {onAct && (
                <div className="flex gap-2">
                  <Button size="sm" aria-label={`Notify ${customer.name}`} onClick={() => onAct('tell', customer)}>
                    {customer.told ? 'Notify again' : 'Notify'}
                  </Button>
                  <Button
                    size="sm"
                    aria-label={`Record return from ${customer.name}`}
                    disabled={customer.goods.every((one) => one.outstanding === 0)}
                    onClick={() => onAct('back', customer)}
                  >
                    Record return
                  </Button>
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Contact({ customer: { id, name, email, phone, address } }: { customer: RecallCustomer }) {
  const seesCustomers = useCan('crm.view')
  return (
    <div className="flex min-w-0 flex-col">
      <span className="truncate font-medium">
        {seesCustomers ? (
          <Link to={paths.customer(id)} className="inline-block leading-6 hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      {phone && (
        <a href={`tel:${phone.replace(/\s/g, '')}`} className="link inline-block self-start leading-6">
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className="link inline-block self-start break-all leading-6">
          {email}
        </a>
      )}
      {address && <span className="text-pretty text-muted text-xs">{unbrokenAddress(inOneLine(address))}</span>}
      {!phone && !email && !address && <span className="text-muted text-xs">No contact on file.</span>}
    </div>
  )
}

function Goods({ customer }: { customer: RecallCustomer }) {
  return (
    <ul className="flex min-w-0 flex-col gap-1">
      {customer.goods.map(({ lotId, lotNumber, product, quantity, cameBack, outstanding, consigned, orders }) => (
        <li key={lotId} className="text-pretty">
          <span className="figures font-medium">{outstanding.toLocaleString()}</span> × {product}, lot {lotNumber}
          <span className="block text-muted text-xs">
            {unbrokenNumbers(orders.slice(0, 4).join(', '))}
            {orders.length > 4 && ` and ${orders.length - 4} more`}
            {cameBack > 0 && ` · ${cameBack.toLocaleString()} of ${quantity.toLocaleString()} returned`}
            {consigned > 0 && ` · ${consigned.toLocaleString()} consignment stock`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Acknowledged({ customer: { acknowledged, goods } }: { customer: RecallCustomer }) {
  if (!acknowledged) return null
  const delivered = goods.reduce((sum, { quantity, consigned }) => sum + quantity + consigned, 0)
  const { name, held, note, at } = acknowledged
  return (
    <div className="flex flex-col items-end gap-1 max-md:items-start">
      <StatusBadge tone="good">Acknowledged</StatusBadge>
      <span className="text-muted text-xs">
        {name}, <RelativeTime at={at} />: {held.toLocaleString()} still with them
      </span>
      {held > delivered && <Badge tone="warn">More than the {delivered.toLocaleString()} delivered</Badge>}
      {note && <span className="max-w-48 text-pretty text-right text-xs max-md:text-left">{note}</span>}
    </div>
  )
}

function NotifiedCell({ customer }: { customer: RecallCustomer }) {
  const { told } = customer
  const isUnsent = useIsUnsent(told?.mailState ?? null)
  if (!told) return isNotified(customer) ? null : <StatusBadge tone="warn">Not notified</StatusBadge>
  return (
    <div className="flex flex-col items-end gap-1 max-md:items-start">
      {isUnsent ? (
        <StatusBadge tone="bad">Email not sent</StatusBadge>
      ) : told.mailState === 'queued' ? (
        <StatusBadge tone="info">Email on its way</StatusBadge>
      ) : (
        <StatusBadge tone="good">Notified {notifiedLabels[told.how]}</StatusBadge>
      )}
      <span className="text-muted text-xs">
        <RelativeTime at={told.at} />
        {told.by && ` by ${told.by}`}
      </span>
      {told.note && <span className="max-w-48 text-pretty text-right text-xs max-md:text-left">{told.note}</span>}
    </div>
  )
}
