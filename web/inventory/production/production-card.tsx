import { useState } from 'react'
import type { Product } from '#shared/inventory/stock/product.ts'
import { productionApi, type ProductionRow } from '#shared/inventory/production/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ProduceDialog } from './produce-dialog.tsx'
import { ProductionRuns } from './production-runs.tsx'
import { ReverseProductionDialog } from './reverse-production-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** For a product with a bill of materials: how many can be produced where, the dialog to produce, and the latest runs. */
export function ProductionCard({ product }: { product: Product }) {
  const { data, error, isFetching, refetch } = useApiQuery(productionApi.getProduction, { params: { id: product.id } })
  const mayEdit = useCan('inventory.edit')
  const [making, setMaking] = useState(false)
  const [reversing, setReversing] = useState<ProductionRow>()
  return (
    <Card
      title="Production"
      help="Manufactured at a factory from raw materials in stock there."
      action={
        mayEdit &&
        data &&
        data.factories.length > 0 && (
          <Button size="sm" onClick={() => setMaking(true)}>
            Produce
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!error && !data && <SkeletonText lines={3} />}
      {data && (
        <div className="flex flex-col gap-5">
          {data.factories.length === 0 ? (
            <p className="text-secondary">No factory yet. Add a location of type Factory first.</p>
          ) : (
            <ul aria-label="Can be made now" className="flex flex-col gap-3">
              {data.factories.map(({ location, canMake, limits }) => (
                <li key={location.id}>
                  <p className="flex items-baseline justify-between gap-6">
                    <span className="min-w-0 break-words">{location.name}</span>
                    <span className="figures font-medium">{canMake.toLocaleString()} can be made now</span>
                  </p>
                  <p className="text-pretty text-muted text-xs">
                    Limited by {limits.map((one) => `${one.name} (${one.available.toLocaleString()})`).join(', ')}
                  </p>
                </li>
              ))}
            </ul>
          )}
          <ProductionRuns runs={data.runs} onTakeBack={mayEdit ? setReversing : undefined} />
        </div>
      )}
      {making && data && <ProduceDialog production={data} close={() => setMaking(false)} />}
      {reversing && <ReverseProductionDialog run={reversing} close={() => setReversing(undefined)} />}
    </Card>
  )
}
