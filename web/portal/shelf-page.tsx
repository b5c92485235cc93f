import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { type Shelf, shelfApi } from '#shared/portal/shelf-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loaded } from './loaded.tsx'
import { ConsignmentCards } from './consignment-cards.tsx'
import { useShelfOffline } from './hold-shelf.ts'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { ShelfItems } from './public/shelf-items.tsx'
import { ShelfLastCount } from './public/shelf-last-count.tsx'
import { UnsentCountsNotice } from './unsent-counts-notice.tsx'

/** The customer's shelves: par levels, counts and shortages. */
export default function ShelfPage() {
  const { base, home, query } = usePortal()
  const mayKeep = useMayInPortal('keepShelves')
  const list = useApiQuery(shelfApi.listShelves, { query }, { untold: true, every: 60_000 })
  const { isOffice } = home.user
  useShelfOffline()
  const add = mayKeep && (
    <Button asChild>
      <Link to={`${base}/shelf/new`}>
        <Plus aria-hidden />
        Add shelf
      </Link>
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Shelf"
        help="Count what is there; we propose what to order, in whole packs. Counting works without a connection."
        action={add}
      />
      {!isOffice && <UnsentCountsNotice />}
      <Loaded what="Shelves" query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState kind="nothing" title="No shelves yet">
              A shelf is a place where you keep our goods, such as “Ward 3”, with the pieces that should be there.
            </EmptyState>
          ) : (
            data.map((shelf) => <ShelfCard key={shelf.id} shelf={shelf} />)
          )
        }
      </Loaded>
      <ConsignmentCards />
    </>
  )
}

function ShelfCard({ shelf }: { shelf: Shelf }) {
  const { base } = usePortal()
  const mayKeep = useMayInPortal('keepShelves')
  const mayOrder = useMayInPortal('order')
  const lacking = shelf.items.filter((item) => (item.topUp ?? 0) > 0).length
  const canOrder = mayOrder && lacking > 0 && shelf.lastCount !== null && !shelf.isOrdered
  return (
    <Card
      title={shelf.name}
      help={<ShelfLastCount shelf={shelf} />}
      action={
        mayKeep && (
          <Link className="link inline-flex min-h-11 items-center" to={`${base}/shelf/${shelf.id}/edit`}>
            Edit<span className="sr-only"> {shelf.name}</span>
          </Link>
        )
      }
    >
      {shelf.items.length === 0 ? (
        <p className="text-muted">Nothing is kept here yet.</p>
      ) : (
        <ShelfItems items={shelf.items} />
      )}
      {shelf.isOrdered && (
        <Notice tone="good" className="mt-3">
          The last count has already been ordered.
        </Notice>
      )}
      {shelf.items.length > 0 && (mayKeep || canOrder) && (
        <div className="mt-4 flex flex-wrap gap-2">
          {mayKeep && (
            <Button asChild variant={canOrder ? 'secondary' : 'primary'}>
              <Link to={`${base}/shelf/${shelf.id}/count`}>
                Count<span className="sr-only"> {shelf.name}</span>
              </Link>
            </Button>
          )}
          {canOrder && (
            <Button asChild variant="primary">
              <Link to={`${base}/orders/new?shelf=${shelf.id}`}>
                Order top-up: {lacking} {lacking === 1 ? 'item' : 'items'}
              </Link>
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
