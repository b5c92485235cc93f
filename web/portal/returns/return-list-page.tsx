import { Link } from 'react-router'
import { portalReturnsApi } from '#shared/portal/returns-api.ts'
import { returnReasonNames } from '#shared/sales/returns/return-transitions.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ReturnStatusBadge } from '#web/sales/public/return-status-badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Loaded } from '../loaded.tsx'
import { ReturnPhotos } from './return-photos.tsx'
import { usePortal } from '../portal-context.ts'
import { pieces, useMoney } from '../portal-words.ts'

/** The customer's return requests and their status. */
export default function ReturnListPage() {
  const { base, query } = usePortal()
  const money = useMoney()
  const list = useApiQuery(portalReturnsApi.listReturns, { query }, { untold: true })
  return (
    <>
      <PageHeader title="Returns" help="To return goods, open the delivered order and choose Return goods." />
      <Loaded what="Returns" query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState kind="nothing" title="No returns yet" />
          ) : (
            <ul className="flex flex-col gap-4">
              {data.map((one) => (
                <li key={one.id}>
                  <Card title={one.number} action={<ReturnStatusBadge status={one.status} />}>
                    <p className="text-muted text-table">
                      From{' '}
                      <Link className="link" to={`${base}/orders/${one.order.id}`}>
                        {one.order.number}
                      </Link>
                      , <RelativeTime at={one.createdAt} />
                    </p>
                    <ul className="mt-2 flex flex-col gap-1">
                      {one.lines.map((line, at) => (
                        // Lines have no id but their index.
                        <li key={at} className="flex justify-between gap-4">
                          <span className="wrap-anywhere min-w-0">
                            {line.product}
                            {line.lotNumber && `, lot ${line.lotNumber}`}
                            <span className="block text-muted text-table">{returnReasonNames[line.reason]}</span>
                          </span>
                          <span className="figures shrink-0">{pieces(line.quantity)}</span>
                        </li>
                      ))}
                    </ul>
                    <ReturnPhotos found={one} />
                    {one.notes && <p className="wrap-anywhere mt-2 whitespace-pre-line text-secondary">{one.notes}</p>}
                    {one.reason && <p className="wrap-anywhere mt-2 text-secondary">{one.reason}</p>}
                    {one.creditNote && (
                      <p className="mt-2 text-secondary">
                        Credit note {one.creditNote.number}: {money(one.creditNote.total)}
                      </p>
                    )}
                  </Card>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}
