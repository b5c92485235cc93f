import { useState } from 'react'
import { Link } from 'react-router'
import { accountConsignmentApi, type ConsignmentCount, whyCountNotDecided } from '#shared/portal/consignment-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ConsignmentLots } from './consignment-lots.tsx'

const tones: Record<ConsignmentCount['status'], Tone> = {
  'To review': 'warn',
  Posted: 'good',
  Dismissed: 'neutral',
  Replaced: 'neutral',
}

/**
 * On a customer's page: consignment stock by lot, and the customer's counts to be posted. Renders nothing if there is
 * none.
 */
export function AccountConsignment({ accountId }: { accountId: string }) {
  const query = useApiQuery(accountConsignmentApi.listAccountConsignments, { params: { id: accountId } })
  const { data: list, error } = query
  if (error && !list)
    return (
      <Card title="Consignment stock">
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      </Card>
    )
  if (!list || (list.data.length === 0 && list.counts.length === 0)) return null
  const shown = list.counts.filter(({ status }) => status !== 'Replaced').slice(0, 5)
  return (
    <Card title="Consignment stock" help="Ours until the customer counts its use and you post that.">
      <div className="flex flex-col gap-5">
        {shown.map((count) => (
          <CountRow key={count.id} count={count} />
        ))}
        {list.data.map((place) => (
          <section key={place.id} aria-label={place.name}>
            <h3 className="wrap-anywhere font-medium">
              <Link className="link" to={paths.location(place.id)}>
                {place.name}
              </Link>
            </h3>
            {place.lots.length === 0 ? (
              <p className="text-muted">Nothing is here now.</p>
            ) : (
              <ConsignmentLots lots={place.lots} />
            )}
          </section>
        ))}
      </div>
    </Card>
  )
}

function CountRow({ count }: { count: ConsignmentCount }) {
  const mayPost = useCan('salesOrders.edit')
  const [isDismissing, setDismissing] = useState(false)
  const post = useApiMutation(accountConsignmentApi.postConsignmentCount, {
    successMessage: ({ order }) => (order ? `Posted as order ${order.number}` : 'Posted: nothing was used'),
  })
  const params = { id: count.id }
  const differs = count.lines.filter(({ expected, counted }) => expected !== counted)
  return (
    <section aria-label={`Count of ${count.location.name}`} className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 font-medium">
          Counted <RelativeTime at={count.at} /> by {count.by}
        </h3>
        <StatusBadge tone={tones[count.status]}>{count.status}</StatusBadge>
      </header>
      {differs.length === 0 && <p className="text-muted">Nothing was used.</p>}
      <ul className="flex flex-col gap-1">
        {differs.map(({ lotId, product, lotNumber, expected, counted }) => (
          <li key={lotId} className="flex justify-between gap-4">
            <span className="wrap-anywhere min-w-0">
              {product.name}
              {lotNumber && `, lot ${lotNumber}`}
            </span>
            <span className="figures shrink-0">
              {counted < expected
                ? `${(expected - counted).toLocaleString('en')} used of ${expected.toLocaleString('en')}`
                : `${(counted - expected).toLocaleString('en')} more than expected, not posted`}
            </span>
          </li>
        ))}
      </ul>
      {count.reason && <p className="wrap-anywhere text-muted text-table">{count.reason}</p>}
      {count.order && (
        <Link className="link" to={paths.order(count.order.id)}>
          {count.order.number}
        </Link>
      )}
      {!whyCountNotDecided(count) && mayPost && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={post.isPending} onClick={() => post.submit({ params, body: {} })}>
            Post use and invoice
          </Button>
          <Button onClick={() => setDismissing(true)}>Dismiss</Button>
        </div>
      )}
      {isDismissing && (
        <ReasonPromptDialog
          route={accountConsignmentApi.dismissConsignmentCount}
          sent={{ params }}
          title="Dismiss this count?"
          description="Nothing is posted. The customer reads the reason and can count again."
          submitLabel="Dismiss count"
          successMessage={() => 'The count was dismissed'}
          close={() => setDismissing(false)}
        />
      )}
    </section>
  )
}
