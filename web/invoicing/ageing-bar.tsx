import { type AgeBucket, ageNames } from '#shared/invoicing/ageing.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useSettings } from '#web/session/settings.ts'
import { cn } from '#web/ui/class-names.ts'
import { TotalsError } from '#web/ui/table/totals-error.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type AgeingBarProps = { account: string | undefined; chosen: string; onChoose: (age: string) => void }

/** The balance due by age; selecting an age filters the list. */
export function AgeingBar({ account, chosen, onChoose }: AgeingBarProps) {
  const { currency } = useSettings()
  const ages = useApiQuery(invoicingApi.sumAges, { query: { account } }, { keepPrevious: true })
  const { data } = ages
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be one more heading above five buttons
    <div
      role="group"
      aria-label="Balance due by age"
      className="relative flex min-h-8 gap-1 overflow-x-auto overflow-y-hidden"
    >
      {ages.error && !data && <TotalsError query={ages} />}
      {data?.data.map(({ age, due, invoices }) => (
        <button
          key={age}
          type="button"
          aria-pressed={chosen === age}
          onClick={() => onChoose(chosen === age ? '' : age)}
          className={cn(
            'flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-table hover:bg-subtle-strong',
            chosen === age && 'bg-accent-soft hover:bg-accent-soft',
          )}
        >
          <span className="text-secondary">{ageNames[age]}</span>
          <span className={cn('figures font-semibold', isLate(age) && invoices > 0 && 'text-bad')}>
            <span className="sr-only">{currency} </span>
            {formatDecimalInput(due, 2)}
          </span>
          <span className="figures text-muted text-xs">
            {invoices} <span className="max-2xl:sr-only">{invoices === 1 ? 'invoice' : 'invoices'}</span>
          </span>
        </button>
      ))}
    </div>
  )
}

const isLate = (age: AgeBucket) => age !== 'not-due'
