import { Link } from 'react-router'
import { businessDate } from '#shared/dates.ts'
import { type Estimate, estimatesApi } from '#shared/sales/estimates/api.ts'
import { addressLine } from '#shared/crm/partners/postal-address.ts'
import type { HeaderFact } from '#web/documents/document-frame.tsx'
import { AddressBlock } from '#web/sales/public/address-block.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { CopyField } from '#web/identity/public/copy-field.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useIsUnsent, useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

/** Header facts: customer, address, validity and total. */
export function useEstimateFacts({ account, shipTo, validUntil, total }: Estimate): HeaderFact[] {
  const seesCustomers = useCan('crm.view')
  const { currency } = useSettings()
  return [
    {
      label: 'Customer',
      value: seesCustomers ? <Link to={paths.customer(account.id)}>{account.name}</Link> : account.name,
    },
    { label: 'Ship to', value: unbrokenAddress(addressLine(shipTo)) },
    { label: 'Valid until', value: formatDay(validUntil) },
    { label: `Total, ${currency}`, value: formatDecimalInput(total, 2), isAmount: true },
  ]
}

/** The details of an estimate: what was agreed, and whether the customer has opened the link. */
export function EstimateFacts({ estimate }: { estimate: Estimate }) {
  const mayEdit = useCan('salesOrders.edit')
  const { timeZone } = useSettings()
  const { revises, link, sentAt, sentTo, shipTo, billTo } = estimate
  const isUnsent = useIsUnsent(estimate.mailState)
  return (
    <Card title="Customer">
      <DescriptionList
        facts={[
          {
            label: 'Bill to',
            value: addressLine(shipTo) === addressLine(billTo) ? 'Same address' : <AddressBlock address={billTo} />,
          },
          { label: 'Created', value: formatDay(estimate.estimateDate) },
          { label: 'Reference', value: estimate.reference },
          ...(revises
            ? [{ label: 'Revises', value: <Link to={paths.estimate(revises.id)}>{revises.number}</Link> }]
            : []),
          isUnsent
            ? { label: 'Email', value: 'Not sent' }
            : { label: 'Sent', value: sentAt && <RelativeTime at={sentAt} /> },
          { label: 'To', value: sentTo },
          ...(estimate.status === 'Sent'
            ? [
                {
                  label: 'Link',
                  value: link
                    ? `open until ${formatDay(businessDate(new Date(Date.parse(link.expiresAt) - 1), timeZone))}`
                    : 'ended',
                },
                {
                  label: 'Opened',
                  value: link?.firstSeenAt ? <RelativeTime at={link.firstSeenAt} /> : 'not yet',
                },
              ]
            : []),
        ]}
      />
      {isUnsent && link && mayEdit && <UnsentLink id={estimate.id} />}
      {estimate.notes && (
        <p className="mt-4 whitespace-pre-line border-line border-t pt-4 text-pretty text-secondary">
          {estimate.notes}
        </p>
      )}
    </Card>
  )
}

/** The customer's link, to share it by other means than a mail server. */
function UnsentLink({ id }: { id: string }) {
  const { data } = useApiQuery(estimatesApi.getUnsentLink, { params: { id } }, { aside: 'the link of the estimate' })
  if (!data?.url) return null
  return (
    <div className="mt-4">
      <CopyField
        label="Link for the customer"
        value={data.url}
        help="Not sent: no mail server is set up. Share it yourself."
      />
    </div>
  )
}
