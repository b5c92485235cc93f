import { Link } from 'react-router'
import { journalApi, type TrialBalance } from '#shared/accounting/journal-api.ts'
import { LoadPart } from '#web/api/load-part.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { fadingClass, useStrip } from '#web/ui/table/strip.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'

const written = (amount: string) => Number(amount).toLocaleString(undefined, { minimumFractionDigits: 2 })
const sides = ['opening', 'debit', 'credit', 'closing'] as const
const titles = { opening: 'Opening', debit: 'Debit', credit: 'Credit', closing: 'Closing' }

/** The accounts of a period with their sums; an account links to its entries. */
export function TrialBalanceTable({ days }: { days: { from: string; until: string } }) {
  const { currency } = useSettings()
  const answer = useApiQuery(journalApi.trialBalance, { query: days }, { keepPrevious: true, untold: true })
  const { data, error, refetch, isFetching, isPlaceholderData } = answer
  if (error && !data)
    return (
      <Card>
        <ErrorState what="The trial balance" error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    )
  if (!data)
    return (
      <LoadPart result={answer}>
        <Card>
          <SkeletonText lines={10} />
        </Card>
      </LoadPart>
    )
  if (data.rows.length === 0)
    return (
      <Card flush>
        <EmptyState kind="nothing" title="Nothing posted yet">
          Accounts appear here once invoices, payments or stock were posted.
        </EmptyState>
      </Card>
    )
  return (
    <LoadPart result={answer}>
      <Card
        title="Trial balance"
        help={`Amounts in ${currency}. Debit balances are above zero, credit balances below.`}
      >
        <div
          aria-busy={isFetching}
          className={cn('transition-opacity duration-180', isPlaceholderData && 'opacity-60')}
        >
          <Balance balance={data} days={days} />
        </div>
      </Card>
    </LoadPart>
  )
}

function Balance({ balance, days }: { balance: TrialBalance; days: { from: string; until: string } }) {
  const cell = 'border-line border-b py-2 pl-4 text-right figures whitespace-nowrap'
  const region = useStrip<HTMLElement>('')
  return (
    // Scrollable regions must be reachable by keyboard.
    <section ref={region} aria-label="Trial balance" tabIndex={0} className={fadingClass}>
      <table className="w-full text-table">
        <thead>
          <tr className="text-muted text-xs">
            <th scope="col" className="border-line border-b py-2 text-left font-medium">
              Account
            </th>
            {sides.map((side) => (
              <th key={side} scope="col" className="border-line border-b py-2 pl-4 text-right font-medium">
                {titles[side]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {balance.rows.map((row) => (
            <tr key={row.account}>
              <th scope="row" className="min-w-36 border-line border-b py-2 text-left font-normal">
                <Link
                  className="link"
                  to={`${paths.journal}?${new URLSearchParams({ ...days, account: row.account })}`}
                >
                  <span className="figures">{row.account}</span> {row.name}
                </Link>
              </th>
              {sides.map((side) => (
                <td key={side} className={cell}>
                  {written(row[side])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-2 text-left">
              Total
            </th>
            <td />
            <td className="figures py-2 pl-4 text-right">{written(balance.totals.debit)}</td>
            <td className="figures py-2 pl-4 text-right">{written(balance.totals.credit)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
