import { Link } from 'react-router'
import { type Chain, type ChainKind, type ChainLink, chainApi } from '#shared/sales/orders/chain-api.ts'
import { orderStatusNames, type OrderStatus } from '#shared/sales/orders/order-transitions.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useIsUnsent } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'

const steps = [
  { name: 'prospects', label: 'Prospect', path: paths.prospect },
  { name: 'accounts', label: 'Customer', path: paths.customer },
  { name: 'opportunities', label: 'Opportunity', path: paths.opportunity },
  { name: 'estimates', label: 'Estimate', path: paths.estimate },
  { name: 'orders', label: 'Order', path: paths.order },
] as const satisfies readonly { name: keyof Chain; label: string; path: (id: string) => string }[]

/** The chain of related records, from the first contact to the order; nothing if the record has no others. */
export function ChainCard({ kind, id }: { kind: ChainKind; id: string }) {
  const { data } = useApiQuery(chainApi.getChain, { params: { kind, id } }, { aside: 'related records' })
  // Users of sales orders alone get the customer's name, but may not open its page.
  const seesCustomers = useCan('crm.view')
  const shown = data ? steps.filter(({ name }) => data[name].length > 0) : []
  const others = shown.flatMap(({ name }) => data?.[name] ?? []).filter((link) => link.id !== id)
  if (!data || others.length === 0) return null
  return (
    <Card title="Related records">
      <ol aria-label="From the prospect to the order" className="flex flex-col gap-3">
        {shown.map(({ name, label, path }) => (
          <li key={name} className="flex flex-col gap-0.5">
            <span className="text-muted text-xs">{label}</span>
            {data[name].map((link) => (
              <span key={link.id} className="flex min-w-0 items-baseline justify-between gap-3">
                {link.id === id ? (
                  <span aria-current="page" className="wrap-anywhere min-w-0 font-medium">
                    {link.name}
                  </span>
                ) : name === 'accounts' && !seesCustomers ? (
                  <span className="wrap-anywhere min-w-0">{link.name}</span>
                ) : (
                  <Link to={path(link.id)} className="link wrap-anywhere min-w-0">
                    {link.name}
                  </Link>
                )}
                <LinkStatus name={name} link={link} />
              </span>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function LinkStatus({ name, link: { status, mailState = null } }: { name: keyof Chain; link: ChainLink }) {
  const isUnsent = useIsUnsent(mailState)
  if (!status) return null
  const words =
    name === 'orders'
      ? (orderStatusNames[status as OrderStatus] ?? status)
      : status === 'Sent' && isUnsent
        ? 'Not sent'
        : status
  return <span className="shrink-0 text-secondary text-xs">{words}</span>
}
