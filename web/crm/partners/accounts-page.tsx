import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Account, crmApi, inactiveAfterDays } from '#shared/crm/partners/api.ts'
import { accountPartsApi } from '#shared/crm/partners/partners-api.ts'
import type { Call } from '#shared/http/route.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { CustomerDialog } from '#web/crm/public/customer-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Query = NonNullable<Call<(typeof crmApi.listAccounts)['spec']>['query']>

/** The overview of customers: how many there are, inactive and new ones. */
export default function AccountsPage() {
  const [adding, setAdding] = useState(false)
  const mayEdit = useCan('crm.edit')
  const mayView = useCan('crm.view')
  const navigate = useNavigate()
  const labels = useApiQuery(accountPartsApi.listLabels, {}, { enabled: mayView, aside: 'labels' })
  const all = useApiQuery(crmApi.listAccounts, { query: { limit: 1 } })
  const add = mayEdit && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add customer
    </Button>
  )
  const isEmpty = all.data?.total === 0
  return (
    <>
      <PageHeader
        title="Accounts"
        help="Your customers at a glance."
        menu={
          <Button asChild>
            <Link to={paths.customers}>All customers</Link>
          </Button>
        }
        action={!isEmpty && add}
      />
      {isEmpty ? (
        <Card flush>
          <EmptyState kind="nothing" title="No customers yet" action={add}>
            Hospitals, pharmacies and clinics that order from you.
          </EmptyState>
        </Card>
      ) : (
        <>
          <div className="grid grid-cols-4 gap-4 max-xl:grid-cols-2">
            <Count label="Active customers" query={{ status: 'active' }} />
            <Count label={`Ordered in the last ${inactiveAfterDays} days`} query={{ ordered: 'recent' }} />
            <Count label={`No order for ${inactiveAfterDays} days`} query={{ ordered: 'silent' }} />
            <Count label="Never ordered" query={{ ordered: 'never' }} />
          </div>
          <div className="grid grid-cols-2 items-start gap-6 max-lg:grid-cols-1">
            <Some
              title="Inactive customers"
              help={`Active customers without an order for ${inactiveAfterDays} days.`}
              query={{ status: 'active', ordered: 'silent', sort: 'lastOrderDate' }}
              none="No customer has stopped ordering."
              tells="lastOrderDate"
            />
            <Some
              title="Newest customers"
              help="Recently added."
              query={{ sort: '-createdAt' }}
              none="None yet."
              tells="createdAt"
            />
          </div>
          {labels.data && labels.data.data.length > 0 && (
            <Card title="Labels">
              <ul aria-label="Labels" className="flex flex-wrap gap-2">
                {labels.data.data.map(({ label, count }) => (
                  <li key={label}>
                    <Link to={`${paths.customers}?${new URLSearchParams({ label })}`}>
                      <Badge>
                        {label} · {count.toLocaleString()}
                      </Badge>
                    </Link>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </>
      )}
      {adding && (
        <CustomerDialog
          onSaved={(account) => void navigate(paths.customer(account.id))}
          close={() => setAdding(false)}
        />
      )}
    </>
  )
}

const addressOf = (query: Query) => `${paths.customers}?${new URLSearchParams(query as Record<string, string>)}`

/** The number of customers of a filter, linked to their list. */
function Count({ label, query }: { label: string; query: Query }) {
  const { data, error } = useApiQuery(crmApi.listAccounts, { query: { ...query, limit: 1 } }, { aside: 'figures' })
  const value = data ? `${data.totalIsMore ? 'over ' : ''}${data.total.toLocaleString()}` : '–'
  return (
    <Link to={addressOf(query)} className="rounded-lg border border-line bg-card p-5 hover:border-line-control">
      <Figure label={label} value={value} loading={!data && !error} />
    </Link>
  )
}

type SomeProps = { title: string; help: string; query: Query; none: string; tells: 'lastOrderDate' | 'createdAt' }

/** The first customers of a filter, each with the figure that it is listed for. */
function Some({ title, help, query, none, tells }: SomeProps) {
  const accounts = useApiQuery(crmApi.listAccounts, { query: { ...query, limit: 6 } })
  const { data, error, isFetching, refetch } = accounts
  return (
    <Card
      title={title}
      help={help}
      action={
        <Button asChild size="sm">
          <Link to={addressOf(query)}>See all</Link>
        </Button>
      }
    >
      {!data && !error && <SkeletonText lines={6} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data?.data.length === 0 && <p className="text-muted text-sm">{none}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {data?.data.map((account) => (
          <li key={account.id} className="flex items-baseline justify-between gap-4 py-2 text-sm [&_a]:link">
            <Link to={paths.customer(account.id)} className="truncate">
              {account.name}
            </Link>
            <span className="figures shrink-0 text-muted text-table">
              <PartnerDate account={account} tells={tells} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function PartnerDate({
  account: { lastOrderDate, createdAt },
  tells,
}: { account: Account } & Pick<SomeProps, 'tells'>) {
  if (tells === 'createdAt') return <RelativeTime at={createdAt} />
  return lastOrderDate && formatDay(lastOrderDate)
}
