import { ClipboardCheck, PackageMinus, PackagePlus } from 'lucide-react'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { whyNotReduced } from '#shared/inventory/stock/reduction-guard.ts'
import { RecordMenu } from '#web/inventory/stock/record-menu.tsx'
import type { ProductAction } from './product-actions.tsx'
import { paths } from '#web/paths.ts'
import { MenuItem, MenuLine } from '#web/ui/menu.tsx'

type ProductMenuProps = {
  product: ProductRow
  label?: string
  /** Adds "Add stock" to the menu where no button beside it does. */
  withAdd?: boolean
  onChoose: (act: ProductAction) => void
}

/** The menu of a product; empty without edit or delete rights. */
export function ProductMenu({ product, label, withAdd = false, onChoose }: ProductMenuProps) {
  return (
    <RecordMenu
      module="inventory"
      label={label}
      editPath={paths.productEdit(product.id)}
      copyPath={`${paths.productNew}?copy=${product.id}`}
      onDelete={() => onChoose('delete')}
    >
      {withAdd && (
        <MenuItem icon={<PackagePlus aria-hidden />} onSelect={() => onChoose('add')}>
          Add stock
        </MenuItem>
      )}
      <MenuItem
        icon={<PackageMinus aria-hidden />}
        disabled={whyNotReduced(product) !== null}
        reason={whyNotReduced(product)}
        onSelect={() => onChoose('reduce')}
      >
        Reduce stock
      </MenuItem>
      <MenuItem icon={<ClipboardCheck aria-hidden />} onSelect={() => onChoose('audit')}>
        Audit stock
      </MenuItem>
      <MenuLine />
    </RecordMenu>
  )
}
