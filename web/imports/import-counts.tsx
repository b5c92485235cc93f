import { Link } from 'react-router'
import type { ImportCounts } from '#shared/imports/api.ts'
import { formatAmount } from '#shared/money.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { useImportKind } from './import-kind.tsx'

/** The counts by kind of record; after the import with links to them. */
export function ImportCountList({ counts, linked = false }: { counts: ImportCounts; linked?: boolean }) {
  const kind = useImportKind()
  const { currency } = useSettings()
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-4">
      {kind.counts.map(({ count, label, path, isAmount }) => (
        <div key={count} className="flex min-w-0 flex-col gap-1">
          <dt className="text-pretty text-muted text-table">
            {linked && path ? (
              <Link to={path} className="link">
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd className="figures font-semibold text-xl tracking-tight">
            {isAmount
              ? `${currency} ${formatDecimalInput(formatAmount(counts[count]), 2)}`
              : counts[count].toLocaleString('en')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
