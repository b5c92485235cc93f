import { useState } from 'react'
import { productionApi } from '#shared/inventory/production/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ProduceDialog } from './produce-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Made = { id: string; name: string }

/** Opens the production dialog of a product from other pages than its own. */
export function ProduceButton({ product }: { product: Made }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={`Produce ${product.name}`} onClick={() => setOpen(true)}>
        Produce
      </Button>
      {open && <Produce product={product} close={() => setOpen(false)} />}
    </>
  )
}

function Produce({ product, close }: { product: Made; close: () => void }) {
  const { data, error, refetch } = useApiQuery(productionApi.getProduction, { params: { id: product.id } })
  if (data && data.factories.length > 0) return <ProduceDialog production={data} close={close} />
  return (
    <Dialog open title={`Produce ${product.name}`} onOpenChange={close}>
      <DialogBody>
        {error ? (
          <ErrorState what="Production" error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <p className="text-secondary">No factory yet. Add a location of type Factory first.</p>
        ) : (
          <SkeletonText lines={4} />
        )}
      </DialogBody>
    </Dialog>
  )
}
