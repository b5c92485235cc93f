import { Link } from 'react-router'
import { consignmentApi } from '#shared/portal/consignment-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConsignmentLots } from './public/consignment-lots.tsx'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'

/** Stock of ours at the customer's: what is there, and the last count. Nothing where there is none. */
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
              {last?.status === 'To review' && (
                <p className="mt-3 text-secondary">
                  Counted by {last.by}. We review it before we invoice what was used.
                </p>
              )}
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
