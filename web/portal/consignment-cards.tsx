import { Link } from 'react-router'
import { type ConsignmentCount, consignmentApi } from '#shared/portal/consignment-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ConsignmentLots } from './public/consignment-lots.tsx'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { pieces } from './portal-words.ts'

/** Our consignment stock at the customer: quantities and the last count. Renders nothing if there is none. */
export function ConsignmentCards() {
  const { base, query } = usePortal()
  const mayKeep = useMayInPortal('keepShelves')
  const list = useApiQuery(consignmentApi.listConsignments, { query }, { untold: true, every: 60_000 })
  return (
    <Loaded what="Consignment stock" query={list}>
      {({ data, counts }) =>
        data.map((place) => {
          const last = counts.find(({ location, status }) => location.id === place.id && status !== 'Replaced')
          return (
            <Card
              key={place.id}
              title={place.name}
              help="Consignment stock: it is ours until you count what you have used; then we invoice that."
            >
              {place.lots.length === 0 ? (
                <p className="text-muted">Nothing is here now.</p>
              ) : (
                <ConsignmentLots lots={place.lots} />
              )}
              {last && <LastCount count={last} />}
              {mayKeep && place.lots.length > 0 && (
                <Button asChild variant="primary" className="mt-4">
                  <Link to={`${base}/shelf/consignment/${place.id}/count`}>
                    Count<span className="sr-only"> {place.name}</span>
                  </Link>
                </Button>
              )}
            </Card>
          )
        })
      }
    </Loaded>
  )
}

/** The last count's result, and what we did with it. */
function LastCount({ count: { status, at, by, lines, order, reason } }: { count: ConsignmentCount }) {
  const { base } = usePortal()
  const used = lines.reduce((sum, { expected, counted }) => sum + Math.max(expected - counted, 0), 0)
  return (
    <p className="wrap-anywhere mt-3 text-secondary">
      Counted <RelativeTime at={at} /> by {by}: {used === 0 ? 'nothing' : pieces(used)} used.{' '}
      {status === 'To review' && 'We review it before we invoice what was used.'}
      {status === 'Dismissed' && <>We did not take this count (“{reason}”). Please count again.</>}
      {order && (
        <>
          Your order:{' '}
          <Link className="link" to={`${base}/orders/${order.id}`}>
            {order.number}
          </Link>
        </>
      )}
    </p>
  )
}
