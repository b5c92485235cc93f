import { Link, useParams, useSearchParams } from 'react-router'
import { addDays, businessDate } from '#shared/dates.ts'
import { ageNames } from '#shared/invoicing/ageing.ts'
import { balancesApi, type Statement, statementNames } from '#shared/invoicing/balances-api.ts'
import { type ReactNode, useState } from 'react'
import { addressOf } from '#web/api/address.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AccountCredit } from './account-credit.tsx'
import { AccountPayments } from './account-payments.tsx'
import { SendStatementDialog } from './send-statement-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { customerPlace } from '#web/records/record-places.ts'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { ScrollRegion } from '#web/ui/table/scroll-region.tsx'

/** A customer's statement: opening balance, transactions and closing balance; the dates are in the URL. */
export default function StatementPage() {
  const { id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const { timeZone } = useSettings()
  const [today] = useState(() => businessDate(new Date(), timeZone))
  const span = { from: search.get('from') ?? addDays(today, -90), until: search.get('until') ?? today }
  const query = useApiQuery(balancesApi.getStatement, { params: { id }, query: span }, { keepPrevious: true })
  const [sending, setSending] = useState(false)
  const mayEdit = useCan('invoices.edit')
  const seesCustomers = useCan('crm.view')
  const choose = (part: Partial<typeof span>) => setSearch({ ...span, ...part }, { replace: true })
  const statement = query.data
  if (query.error?.status === 404)
    return (
      <RecordGate query={query} place={customerPlace} title="Statement of account">
        {() => null}
      </RecordGate>
    )
  return (
    <>
      <div data-chrome className="flex flex-col gap-6">
        <PageHeader
          title={statement ? `Statement of ${statement.account.name}` : 'Statement of account'}
          breadcrumbs={
            <Breadcrumbs>
              {seesCustomers ? (
                <Link to={paths.customer(id)}>{statement?.account.name ?? 'Customer'}</Link>
              ) : (
                <Link to={paths.invoices}>Invoices</Link>
              )}
            </Breadcrumbs>
          }
          action={
            mayEdit && (
              <Button variant="primary" disabled={!statement} onClick={() => setSending(true)}>
                Send
              </Button>
            )
          }
          menu={
            <>
              <Button onClick={() => window.print()}>Print</Button>
              <Button asChild>
                <a href={addressOf(balancesApi.printStatement, { params: { id }, query: span })} download>
                  Download PDF
                </a>
              </Button>
            </>
          }
        />
        <div className="flex flex-wrap gap-3">
          <TextField
            label="From"
            type="date"
            value={span.from}
            max={span.until}
            onChange={({ target }) => target.value && choose({ from: target.value })}
          />
          <TextField
            label="Until"
            type="date"
            value={span.until}
            min={span.from}
            onChange={({ target }) => target.value && choose({ until: target.value })}
          />
        </div>
      </div>
      {query.error ? (
        <Card>
          <ErrorState
            what="The statement"
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Card>
      ) : statement ? (
        <>
          <StatementTable statement={statement} />
          <DueByAge accountId={id} due={statement.dueToday} />
        </>
      ) : (
        <Card>
          <SkeletonText lines={8} />
        </Card>
      )}
      <div data-chrome className="grid items-start gap-6 lg:grid-cols-2">
        <AccountPayments accountId={id} />
        <AccountCredit accountId={id} />
      </div>
      {sending && statement && <SendStatementDialog statement={statement} close={() => setSending(false)} />}
    </>
  )
}

function StatementTable({ statement }: { statement: Statement }) {
  const { currency } = useSettings()
  const { lines, opening, closing, from, until } = statement
  return (
    <Card flush title="Statement of account" help={`${formatDay(from)} – ${formatDay(until)}, amounts in ${currency}`}>
      {/* On a phone, two amounts of ten digits don't fit side by side. */}
      <ScrollRegion label="Transactions">
        {() => (
          <table className="w-full text-table max-md:[&_td.figures]:text-xs">
            <thead>
              <tr className="border-line border-y bg-subtle text-muted [&>th]:h-9 [&>th]:px-3 max-md:[&>th]:px-1.5 [&>th]:font-medium">
                <th scope="col" className="pl-5! text-left max-md:hidden print:table-cell">
                  Date
                </th>
                <th scope="col" className="text-left max-md:pl-4!">
                  Transaction
                </th>
                <th scope="col" className="text-left max-md:hidden print:table-cell">
                  Due
                </th>
                <th scope="col" className="text-right">
                  Amount
                </th>
                <th scope="col" className="pr-5! text-right max-md:pr-4!">
                  Balance
                </th>
              </tr>
            </thead>
            <tbody className="[&>tr]:border-line [&>tr]:border-b [&_td]:px-3 max-md:[&_td]:px-1.5 [&_td]:py-2.5">
              <tr>
                <td className="whitespace-nowrap pl-5! max-md:hidden print:table-cell">{formatDay(from)}</td>
                <td className="max-md:pl-4!">
                  Opening balance
                  <PhoneDay day={from} />
                </td>
                <td className="max-md:hidden print:table-cell" />
                <td />
                <td className="figures pr-5! text-right max-md:pr-4!">{formatDecimalInput(opening, 2)}</td>
              </tr>
              {lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
                <tr key={at}>
                  <td className="whitespace-nowrap pl-5! max-md:hidden print:table-cell">{formatDay(line.day)}</td>
                  <td className="max-md:pl-4! [&>*]:whitespace-nowrap">
                    {statementNames[line.kind]}{' '}
                    {line.invoiceId && line.number ? (
                      <Link className="hover:underline" to={paths.invoice(line.invoiceId)}>
                        {line.number}
                      </Link>
                    ) : (
                      <span>{line.number}</span>
                    )}
                    <PhoneDay day={line.day} />
                  </td>
                  <td className="whitespace-nowrap max-md:hidden print:table-cell">
                    {line.dueDate && formatDay(line.dueDate)}
                  </td>
                  <td className="figures text-right">{formatDecimalInput(line.amount, 2)}</td>
                  <td className="figures pr-5! text-right max-md:pr-4!">{formatDecimalInput(line.balance, 2)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="font-semibold text-sm">
                <td className="max-md:hidden print:table-cell" />
                <th scope="row" className="h-12 px-3 text-left max-md:pl-4">
                  Closing balance
                </th>
                <td className="max-md:hidden print:table-cell" />
                <td />
                <td className="figures pr-5 text-right max-md:pr-4">{formatDecimalInput(closing, 2)}</td>
              </tr>
            </tfoot>
          </table>
        )}
      </ScrollRegion>
    </Card>
  )
}

/** The balance due today by age, credit and the resulting balance. */
function DueByAge({
  accountId,
  due: { day, ages, credit, balance },
}: {
  accountId: string
  due: Statement['dueToday']
}) {
  const hasCredit = Number(credit) > 0
  return (
    <Card title="Balance due by age" help={formatDay(day)}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-table sm:grid-cols-4 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
        {ages.map(({ age, due, invoices }) => (
          <AgeFigure key={age} label={ageNames[age]}>
            {invoices > 0 ? (
              <Link className="link" to={`${paths.invoices}?account=${accountId}&age=${age}`}>
                {formatDecimalInput(due, 2)}
              </Link>
            ) : (
              formatDecimalInput(due, 2)
            )}
          </AgeFigure>
        ))}
        {hasCredit && <AgeFigure label="Credit">{formatDecimalInput(`-${credit}`, 2)}</AgeFigure>}
        <AgeFigure label="Balance">
          <span className="font-semibold">{formatDecimalInput(balance, 2)}</span>
        </AgeFigure>
      </dl>
    </Card>
  )
}

const AgeFigure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted text-xs">{label}</dt>
    <dd className="figures">{children}</dd>
  </div>
)

/** On a phone the date has no column of its own. */
const PhoneDay = ({ day }: { day: string }) => (
  <span className="block text-muted text-xs md:hidden print:hidden">{formatDay(day)}</span>
)
