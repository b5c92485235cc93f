import { lazy, Suspense, useState } from 'react'
import type { ProductDialogProps } from './product-dialog.tsx'
import { useCan } from '#web/session/session.ts'

const ProductDialog = lazy(() => import('./product-dialog.tsx'))

/** "Create new product…" for users with edit rights: pass `choice` to the picker and render `dialog` beside it. */
export function useNewProduct({ start, onSaved }: Pick<ProductDialogProps, 'start' | 'onSaved'>) {
  const mayCreate = useCan('inventory.edit')
  const [typed, setTyped] = useState<string>()
  return {
    choice: mayCreate ? { onCreate: setTyped, createLabel: 'Create new product…' } : {},
    dialog: typed !== undefined && (
      <Suspense>
        <ProductDialog typed={typed} start={start} onSaved={onSaved} close={() => setTyped(undefined)} />
      </Suspense>
    ),
  }
}
