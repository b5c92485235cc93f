import { type AgeBucket, ageNames } from '#shared/invoicing/ageing.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useSettings } from '#web/session/settings.ts'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type AgeingBarProps = { account: string | undefined; chosen: string; onChoose: (age: string) => void }

/** What is open by how long it is overdue; a press narrows the list to it. */
export function AgeingBar({ account, chosen, onChoose }: AgeingBarProps) {
  const { currency } = useSettings()
  const { data } = useApiQuery(invoicingApi.sumAges, { query: { account } }, { keepPrevious: true })
  if (!data) return <div className="h-19" />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be one more heading above five buttons
    <div role="group" aria-label="Balance due by age" className="grid grid-cols-2 gap-2 md:grid-cols-5">
      {data.data.map(({ age, due, invoices }) => (
        <button
          key={age}
          type="button"
          aria-pressed={chosen === age}
          onClick={() => onChoose(chosen === age ? '' : age)}
          className={cn(
            'flex flex-col gap-0.5 rounded-lg border border-line bg-card px-4 py-2.5 text-left hover:bg-subtle',
            chosen === age && 'border-accent bg-accent-soft',
          )}
        >
          <span className="text-muted text-xs">{ageNames[age]}</span>
          <span className={cn('figures font-semibold', isLate(age) && invoices > 0 && 'text-bad')}>
            <span className="sr-only">{currency} </span>
            {formatDecimalInput(due, 2)}
          </span>
          <span className="figures text-muted text-xs">
            {invoices} {invoices === 1 ? 'invoice' : 'invoices'}
          </span>
        </button>
      ))}
    </div>
  )
}

const isLate = (age: AgeBucket) => age !== 'not-due'
