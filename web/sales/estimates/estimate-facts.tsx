import { Link } from 'react-router'
import type { Estimate } from '#shared/sales/estimates/api.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { formatDay } from '#web/ui/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** For whom an estimate is, until when it holds, and whether the customer has looked at it. */
export function EstimateFacts({ estimate }: { estimate: Estimate }) {
  const seesCustomers = useCan('crm.view')
  const { account, revises, link, sentAt, sentTo } = estimate
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          {
            label: 'Customer',
            value: seesCustomers ? <Link to={paths.customer(account.id)}>{account.name}</Link> : account.name,
          },
          { label: 'Created', value: formatDay(estimate.estimateDate) },
          { label: 'Valid until', value: formatDay(estimate.validUntil) },
          { label: 'Reference', value: estimate.reference },
          ...(revises
            ? [{ label: 'Revises', value: <Link to={paths.estimate(revises.id)}>{revises.number}</Link> }]
            : []),
          { label: 'Sent', value: sentAt && <RelativeTime at={sentAt} /> },
          { label: 'To', value: sentTo },
          ...(estimate.status === 'Sent'
            ? [
                { label: 'Link', value: link ? `open until ${formatDay(link.expiresAt.slice(0, 10))}` : 'ended' },
                {
                  label: 'Opened',
                  value: link?.firstSeenAt ? <RelativeTime at={link.firstSeenAt} /> : 'not yet',
                },
              ]
            : []),
          ...(estimate.cancelReason ? [{ label: 'Cancelled', value: estimate.cancelReason }] : []),
        ]}
      />
      {estimate.notes && (
        <p className="mt-4 whitespace-pre-line border-line border-t pt-4 text-pretty text-secondary">
          {estimate.notes}
        </p>
      )}
    </Card>
  )
}
