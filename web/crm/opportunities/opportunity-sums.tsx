import type { Reply } from '#shared/http/route.ts'
import type { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type OpportunitySumsProps = {
  /** Undefined until loaded. */
  open: Reply<(typeof opportunitiesApi.sumOpportunities)['spec']>['open'] | undefined
  /** Whether `open` is being loaded. */
  isLoading: boolean
  currency: string
}

/** The sums of the open opportunities, in one line above the list or board. */
export function OpportunitySums({ open, isLoading, currency }: OpportunitySumsProps) {
  const money = (amount: string | undefined) => (amount ? `${currency} ${formatDecimalInput(amount, 2)}` : '–')
  return (
    <dl
      aria-busy={isLoading}
      className="flex min-h-7 flex-wrap items-center gap-x-6 whitespace-nowrap max-md:gap-x-4 max-md:text-xs text-table [&>*]:flex [&>*]:gap-1.5 [&_dd]:font-semibold [&_dt]:text-muted"
    >
      <div>
        <dt>Open</dt>
        <dd className="figures">{open?.count.toLocaleString() ?? '–'}</dd>
      </div>
      <div>
        <dt>Open value</dt>
        <dd className="figures">{money(open?.value)}</dd>
      </div>
      <div title="Each stage’s value times its probability">
        <dt>Weighted forecast</dt>
        <dd className="figures">{money(open?.weighted)}</dd>
      </div>
    </dl>
  )
}
