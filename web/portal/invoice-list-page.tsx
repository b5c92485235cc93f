import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { addDays } from '#shared/dates.ts'
import { DateOnly } from '#shared/fields.ts'
import { ageNames } from '#shared/invoicing/ageing.ts'
import { portalInvoicesApi } from '#shared/portal/invoices-api.ts'
import { addressOf } from '#web/api/address.ts'
import { call } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { formatDay } from '#shared/format-day.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { unbrokenNumbers } from '#web/ui/table/unbroken-numbers.tsx'
import { SearchInput } from '#web/ui/table/search-input.tsx'
import { Loaded } from './loaded.tsx'
import { usePortal } from './portal-context.ts'
import { useMoney } from './portal-words.ts'
import { RowLink, Rows } from './row-link.tsx'
import { useSearchWords } from './use-search-words.ts'

/** Overdue invoices, all other invoices, and the statement of account. */
export default function InvoiceListPage() {
  const [words, setWords] = useSearchWords()
  const [overdue, others] = [useInvoices('true', words), useInvoices('false', words)]
  const isAny = ({ data }: Invoices) => data?.pages.some((page) => page.data.length > 0) ?? false
  // While a search is loading, the rows of the previous search are shown.
  const isOfBefore = overdue.isPlaceholderData || others.isPlaceholderData
  const isEmpty = overdue.data && others.data && !isAny(overdue) && !isAny(others) && !isOfBefore
  return (
    <>
      <PageHeader title="Invoices" />
      <Balance />
      {(words || isOfBefore || isAny(overdue) || isAny(others)) && (
        <SearchInput
          label="Search invoices"
          placeholder="Invoice, order or your reference"
          value={words}
          onChange={setWords}
          className="max-w-none"
        />
      )}
      {isEmpty && (
        <EmptyState kind={words ? 'no-match' : 'nothing'} title={words ? 'No invoice matches' : 'No invoices yet'} />
      )}
      <InvoiceRows title="Overdue" list={overdue} />
      {overdue.data && <InvoiceRows title={isAny(overdue) ? 'Other invoices' : null} list={others} />}
      <StatementCard />
    </>
  )
}

/** Overdue invoices, oldest first; or all others, newest first. */
function useInvoices(overdue: 'true' | 'false', q: string) {
  const { query } = usePortal()
  return useInfiniteQuery({
    queryKey: [portalInvoicesApi.listInvoices.path, 'pages', { ...query, overdue, q }],
    queryFn: ({ pageParam, signal }) =>
      call(
        portalInvoicesApi.listInvoices,
        { query: { ...query, overdue, limit: 30, ...(q && { q }), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (before) => before,
    staleTime: 0,
  })
}

type Invoices = ReturnType<typeof useInvoices>

function InvoiceRows({ title, list }: { title: string | null; list: Invoices }) {
  const money = useMoney()
  const titleId = useId()
  if (!list.data)
    return list.error ? (
      <ErrorState what="Invoices" error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <SkeletonText lines={6} />
    )
  const invoices = list.data.pages.flatMap((page) => page.data)
  if (invoices.length === 0) return null
  return (
    <section className="flex flex-col gap-3" aria-labelledby={title ? titleId : undefined}>
      {title && (
        <h2 id={titleId} className="font-semibold text-base">
          {title}
        </h2>
      )}
      <Rows>
        {invoices.map((invoice) => (
          <RowLink
            key={invoice.id}
            to={`/invoices/${invoice.id}`}
            title={invoice.number}
            note={
              <>
                {unbrokenNumbers(invoice.order?.number ?? invoice.reference ?? '')},{' '}
                <span className="whitespace-nowrap">due {formatDay(invoice.dueDate)}</span>
              </>
            }
            side={
              <>
                <InvoiceBadge {...invoice} />
                <span className="figures text-table">{money(invoice.total)}</span>
                {invoice.due !== '0.00' && invoice.due !== invoice.total && (
                  <span className="figures text-muted text-table">{money(invoice.due)} due</span>
                )}
              </>
            }
          />
        ))}
      </Rows>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

export function InvoiceBadge({ paymentStatus, overdue }: { paymentStatus: string; overdue: boolean }) {
  if (overdue) return <StatusBadge tone="bad">Overdue</StatusBadge>
  if (paymentStatus === 'Paid in Full') return <StatusBadge tone="good">{paymentStatus}</StatusBadge>
  return <StatusBadge tone={paymentStatus === 'Unpaid' ? 'neutral' : 'warn'}>{paymentStatus}</StatusBadge>
}

function Balance() {
  const { query } = usePortal()
  const money = useMoney()
  const balance = useApiQuery(portalInvoicesApi.getBalance, { query }, { untold: true })
  return (
    <Card title="Balance">
      <Loaded what="The balance" query={balance}>
        {({ due, credit, ages }) => (
          <DescriptionList
            facts={[
              { label: 'Balance due', value: <strong>{money(due)}</strong>, numeric: true },
              ...ages
                .filter((one) => one.invoices > 0)
                .map((one) => ({
                  label: one.age === 'not-due' ? ageNames[one.age] : `${ageNames[one.age]} overdue`,
                  value: money(one.due),
                  numeric: true,
                })),
              ...(credit === '0.00' ? [] : [{ label: 'Your credit', value: money(credit), numeric: true }]),
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}

function StatementCard() {
  const {
    query,
    home: { today },
  } = usePortal()
  const [params, change] = useUrlQuery()
  const from = dayOf(params.get('from')) ?? addDays(today, -90)
  const until = dayOf(params.get('until')) ?? today
  const choose = (name: 'from' | 'until', day: string) => change((next) => next.set(name, day), { replace: true })
  const isSpan = from !== '' && until !== '' && from <= until
  const missing = (day: string) => (day === '' ? 'Choose a day' : undefined)
  return (
    <Card title="Statement of account" help="Invoices and payments between two days, as a PDF.">
      <div className="flex flex-wrap items-end gap-4">
        <TextField
          label="From"
          type="date"
          value={from}
          onChange={(event) => choose('from', event.target.value)}
          error={missing(from)}
        />
        <TextField
          label="To"
          type="date"
          value={until}
          onChange={(event) => choose('until', event.target.value)}
          error={missing(until) ?? (from > until ? 'Must not be before the first day' : undefined)}
        />
        {isSpan && (
          <Button asChild>
            <a href={addressOf(portalInvoicesApi.printStatement, { query: { ...query, from, until } })} download>
              Download statement
            </a>
          </Button>
        )}
      </div>
    </Card>
  )
}

/** A date from the URL, or ''; null if it isn't a valid date. */
const dayOf = (value: string | null) => (value === '' || DateOnly.safeParse(value).success ? value : null)
