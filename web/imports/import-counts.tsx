import { Link } from 'react-router'
import type { ImportCounts } from '#shared/imports/api.ts'
import { paths } from '#web/paths.ts'

const kinds: Record<keyof ImportCounts, { label: string; path?: string }> = {
  orders: { label: 'Delivered orders', path: paths.orders },
  lines: { label: 'Order lines' },
  shipments: { label: 'Shipments', path: paths.shipping },
  accounts: { label: 'Customers', path: paths.customers },
  suppliers: { label: 'Suppliers', path: paths.suppliers },
  products: { label: 'Products', path: paths.products },
  categories: { label: 'Categories', path: paths.categories },
  factories: { label: 'Factories', path: paths.locations },
}

/** How many of each kind; once they are there, with the way to them. */
export function ImportCountList({ counts, linked = false }: { counts: ImportCounts; linked?: boolean }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-4">
      {(Object.keys(kinds) as (keyof ImportCounts)[]).map((kind) => {
        const { label, path } = kinds[kind]
        return (
          <div key={kind} className="flex min-w-0 flex-col gap-1">
            <dt className="truncate text-muted text-table">
              {linked && path ? (
                <Link to={path} className="link">
                  {label}
                </Link>
              ) : (
                label
              )}
            </dt>
            <dd className="figures font-semibold text-xl tracking-tight">{counts[kind].toLocaleString('en')}</dd>
          </div>
        )
      })}
    </dl>
  )
}
