import type { Product } from '#shared/inventory/stock/product.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseItem } from '#shared/purchasing/orders/purchase-order.ts'
import { call } from '#web/api/client.ts'
import { useNewProduct } from './new-product.tsx'
import { Picker, pickerLimit, type PickerProps } from '#web/forms/picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** A product or raw material that can be purchased, as a form value. */
export type BoughtItem = PurchaseItem & { label: string }
export const boughtItem = (item: PurchaseItem): BoughtItem => ({ ...item, label: item.name })

type BoughtItemOption = ComboboxOption & { item: PurchaseItem }
type BoughtItemPickerProps = PickerProps<BoughtItemOption> & {
  /** Its items are listed first; also the supplier of a product that is added here. */
  supplier: ComboboxOption | null
  /** The default location of a product that is added here. */
  location: ComboboxOption | null
}

/** Picks an item to purchase by name, SKU or barcode; the supplier's items come first. */
export function BoughtItemPicker({ supplier, location, ...props }: BoughtItemPickerProps) {
  const { currency } = useSettings()
  async function search(typed: string, signal: AbortSignal) {
    const query = { q: typed || undefined, limit: pickerLimit, supplier: supplier?.id }
    const { data } = await call(purchasingApi.listPurchaseItems, { query }, { signal, quiet: true })
    return data.map((item) => boughtOption(item, currency))
  }
  const added = useNewProduct({
    start: { supplier, warehouse: location, quantity: 0 },
    onSaved: (product) => props.onChange(boughtOption(purchaseItem(product), currency)),
  })
  return (
    <>
      <Picker placeholder="Name, SKU or barcode…" {...props} {...added.choice} search={search} />
      {added.dialog}
    </>
  )
}

const boughtOption = (item: PurchaseItem, currency: string): BoughtItemOption => ({
  id: item.id,
  label: item.name,
  secondary: [
    item.supplierCode ? `${item.sku}, theirs ${item.supplierCode}` : item.sku,
    `${item.available.toLocaleString()} available`,
    `${currency} ${formatDecimalInput(item.cost, 2)}`,
  ].join(' · '),
  item,
})

const purchaseItem = ({ supplier, ...product }: Product): PurchaseItem => ({
  ...product,
  kind: 'product',
  supplierId: supplier.id,
})
