import { useState } from 'react'
import { Link } from 'react-router'
import { orderStatusNames, type OrderStatus } from '#shared/sales/orders/order-transitions.ts'
import type { PartnerKindName } from '#shared/crm/partners/partners-api.ts'
import { type PartnerEvent, timelineApi, timelineSources } from '#shared/crm/partners/timeline-api.ts'
import { useApiPages } from '#web/api/pages.ts'
import { ShowMore } from '#web/lists/show-more.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { changeWords } from './change-words.ts'
import { FieldChanges } from './field-changes.tsx'
import { purchaseMoveWords } from '#web/purchasing/public/purchase-moves.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterSelect } from '#web/lists/filter-bar.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { unbrokenNumbers } from '#web/ui/table/unbroken-numbers.tsx'

/** The entries of the first page, and of each further one. */
const firstRows = 20
const moreRows = 60

const sourceNames: Record<PartnerEvent['source'], string> = {
  change: 'Changes and notes',
  order: 'Orders',
  invoice: 'Invoices',
  payment: 'Payments',
  mail: 'Emails',
  purchase: 'Purchase orders',
}
const sourcesOf = {
  accounts: timelineSources.filter((source) => source !== 'purchase'),
  suppliers: ['change', 'purchase', 'mail'] as const,
}

const routes = { accounts: timelineApi.listAccountTimeline, suppliers: timelineApi.listSupplierTimeline }

type PartnerTimelineProps = { kind: PartnerKindName; id: string }

/** The timeline of a customer or supplier, newest first. */
export function PartnerTimeline({ kind, id }: PartnerTimelineProps) {
  const mayView = useCan('crm.view')
  const { currency } = useSettings()
  const [source, setSource] = useState('')
  // Both routes have the same reply.
  const route = routes[kind] as typeof timelineApi.listAccountTimeline
  const query = source ? { source: source as PartnerEvent['source'] } : {}
  const timeline = useApiPages(
    route,
    { params: { id }, query },
    {
      first: firstRows,
      more: moreRows,
      enabled: mayView,
      keepPrevious: true,
    },
  )
  const { rows, error, isFetching, refetch } = timeline
  if (!mayView) return null
  return (
    <Card
      title="Timeline"
      action={
        <FilterSelect
          label="Show"
          allLabel="Everything"
          value={source}
          onChange={setSource}
          options={sourcesOf[kind].map((value) => ({ value, label: sourceNames[value] }))}
        />
      }
    >
      {!rows && !error && <SkeletonText lines={6} />}
      {!rows && error && <ErrorState error={error} onRetry={refetch} retrying={isFetching} />}
      {rows?.length === 0 && <p className="text-muted text-sm">No entries of this kind.</p>}
      {rows && rows.length > 0 && (
        <div className="flex flex-col gap-4" aria-busy={isFetching}>
          <Timeline
            label="Timeline"
            entries={rows.map((entry) => ({
              id: entry.id,
              who: entry.actor ?? 'Wardstock',
              what: <What entry={entry} currency={currency} />,
              at: entry.at,
              tone: toneOf(entry),
              detail: <Detail entry={entry} />,
            }))}
          />
          <ShowMore pages={timeline} className="self-start" />
        </div>
      )}
    </Card>
  )
}

/** Verbs for payments, credit and their reversals, before the amount. */
const paymentWords: Record<string, string> = {
  PAYMENT: 'recorded a payment of',
  REVERSAL: 'reversed a payment of',
  CREDIT_REVERSAL: 'reversed the use of credit of',
}
const toneOf = ({ source, act }: PartnerEvent) =>
  source === 'payment'
    ? ['PAYMENT', 'CREDIT', 'OVERPAYMENT'].includes(act)
      ? 'good'
      : 'warn'
    : act === 'failed' || act === 'voided'
      ? 'bad'
      : 'neutral'

const mailStates: Record<string, string> = {
  queued: 'queued an email',
  sent: 'sent an email',
  failed: 'could not send an email',
  kept: 'created an email',
}
const withText = new Set([
  'merged',
  'mergedInto',
  'contact.added',
  'contact.changed',
  'contact.removed',
  'contact.merged',
])

function What({ entry, currency }: { entry: PartnerEvent; currency: string }) {
  const { source, act, status, text } = entry
  const link = <DocumentLink entry={entry} />
  if (source === 'mail') return mailStates[act] ?? 'sent an email'
  if (source === 'order')
    return (
      <>
        {act === 'create' ? 'created' : 'moved'} order {link}
        {act !== 'create' && status && ` to ${orderStatusNames[status as OrderStatus].toLowerCase()}`}
        {text && `: ${text}`}
      </>
    )
  if (source === 'purchase')
    return (
      <>
        {purchaseMoveWords(act)}: {link}
        {text && ` (${text})`}
      </>
    )
  if (source === 'invoice')
    return act === 'credited' ? (
      <>
        issued credit note {unbrokenNumbers(text ?? '')} for {link}
      </>
    ) : (
      <>
        {act === 'voided' ? 'voided' : 'issued'} invoice {link}
      </>
    )
  if (source === 'payment') {
    const amount = (
      <span className="figures">
        {currency} {text}
      </span>
    )
    if (act === 'OVERPAYMENT') return <>kept {amount} of a payment as credit</>
    if (act === 'OVERPAYMENT_REVERSAL') return <>reversed the credit of {amount} that a payment had left</>
    return act === 'CREDIT' ? (
      <>
        settled {link} with credit of {amount}
      </>
    ) : (
      <>
        {paymentWords[act]} {amount} for {link}
      </>
    )
  }
  const name = act.replace(/^(account|supplier|customer)\./, '')
  return (
    <>
      {changeWords(name)}
      {withText.has(name) && ` ${text}`}
      {name.startsWith('credit.') && text && ` of ${currency} ${text}`}
    </>
  )
}

function DocumentLink({ entry: { source, document } }: { entry: PartnerEvent }) {
  if (!document) return null
  const to =
    source === 'order'
      ? paths.order(document.id)
      : source === 'purchase'
        ? paths.purchaseOrder(document.id)
        : paths.invoice(document.id)
  return <Link to={to}>{unbrokenNumbers(document.number)}</Link>
}

const names = { notes: 'About' }

function Detail({ entry: { source, act, text, changes } }: { entry: PartnerEvent }) {
  if (changes && changes.length > 0) return <FieldChanges changes={changes} names={names} />
  const isShown = source === 'mail' || (source === 'invoice' && act === 'voided') || /\.(note|address)\./.test(act)
  return isShown && text ? <p className="whitespace-pre-line break-words">{text}</p> : null
}
