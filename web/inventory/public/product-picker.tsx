import { wordRank } from '#shared/search-words.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { priceOfTier, type PriceTier } from '#shared/inventory/stock/price-tiers.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { call } from '#web/api/client.ts'
import { useNewProduct } from './new-product.tsx'
import { type CreatingPickerProps, Picker, pickerLimit } from '#web/forms/picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** `price` is the product's price in the picker's tier. */
export type ProductOption = ComboboxOption & { product: ProductRow; price: string }

export type ProductPickerProps = CreatingPickerProps<ProductOption> & {
  /** The price tier to show; the list price if undefined. */
  tier?: PriceTier | undefined
  /** Whether kits can be picked too, in sales documents. */
  withKits?: boolean
  /** Looks up what is available to a particular customer, if that differs from the general availability. */
  availableTo?: ((ids: string[], signal: AbortSignal) => Promise<Stock>) | undefined
}

type Stock = readonly { productId: string; available: number }[]

/** Picks a product by name, SKU or barcode; options show availability and price. */
export function ProductPicker({
  tier,
  withKits = false,
  creatable = false,
  availableTo,
  ...props
}: ProductPickerProps) {
  const { currency } = useSettings()
  const added = useNewProduct({
    start: { quantity: 0 },
    onSaved: (product) => props.onChange(productOption(product, tier, currency)),
  })
  async function search(typed: string, signal: AbortSignal) {
    const query = { q: typed || undefined, limit: pickerLimit, kits: withKits ? ('true' as const) : undefined }
    const { data } = await call(inventoryApi.listProducts, { query }, { signal, quiet: true })
    const rank = ({ name, sku }: ProductRow) => wordRank(typed, `${name} ${sku}`)
    const best = data.toSorted((one, other) => rank(one) - rank(other))
    const ids = best.map(({ id }) => id)
    const own = new Map((await availableTo?.(ids, signal))?.map((one) => [one.productId, one.available]))
    return best.map((product) => productOption(product, tier, currency, own.get(product.id)))
  }
  return (
    <>
      <Picker placeholder="Name, SKU or barcode…" {...props} {...(creatable && added.choice)} search={search} />
      {added.dialog}
    </>
  )
}

function productOption(
  product: ProductRow,
  tier: PriceTier | undefined,
  currency: string,
  available = product.available,
): ProductOption {
  const price = tier ? priceOfTier(product.price, product.priceTiers, tier) : product.price
  return {
    id: product.id,
    label: product.name,
    secondary: [
      product.sku,
      available > 0 ? `${available.toLocaleString()} available` : 'Out of stock',
      `${currency} ${formatDecimalInput(price, 2)}`,
    ].join(' · '),
    product,
    price,
  }
}
