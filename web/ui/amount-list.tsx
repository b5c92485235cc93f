import { cn } from './class-names.ts'
import { formatDecimalInput } from './decimal-input.ts'

export type AmountRow = { label: string; value: string; isTotal?: boolean } | false

/** The amounts of a document below each other; the last one, the total, is emphasized. */
export function AmountList({ rows }: { rows: readonly AmountRow[] }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] content-start gap-x-6 gap-y-2">
      {rows.map(
        (row) =>
          row && (
            <div
              key={row.label}
              className={cn(
                'col-span-2 grid grid-cols-subgrid',
                row.isTotal && 'border-line-control border-t pt-2 font-semibold',
              )}
            >
              <dt className={row.isTotal ? undefined : 'text-secondary'}>{row.label}</dt>
              <dd className="figures text-right">{formatDecimalInput(row.value, 2)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
