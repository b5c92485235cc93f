import { Link } from 'react-router'
import { priceTierNames, priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { AttributeFacts } from './attribute-facts.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const days = (count: number) => (count === 1 ? '1 day' : `${count.toLocaleString()} days`)
const count = (value: number | null) => value?.toLocaleString()

/** The side column of a product: everything but its stock. */
export function ProductFacts({ product }: { product: Product }) {
  const { currency, lowStockThreshold } = useSettings()
  const maySeeSupplier = useCan('crm.view')
  const money = (amount: string | null) => amount && formatDecimalInput(amount, 2)
  const tiers = priceTiers.filter((tier) => product.priceTiers[tier] !== null)
  const { details, supplier, warehouse } = product
  const reorder =
    product.reorderPoint === null
      ? `${lowStockThreshold.toLocaleString()} (company)`
      : product.reorderPoint.toLocaleString()
  const basics: Fact[] = [
    { label: 'SKU', value: product.sku },
    { label: 'Barcode', value: product.barcode },
    { label: 'Category', value: product.category },
    {
      label: 'Supplier',
      value: maySeeSupplier ? <Link to={paths.supplier(supplier.id)}>{supplier.name}</Link> : supplier.name,
    },
    { label: "Supplier's code", value: product.supplierCode },
    { label: 'Lead time', value: product.leadTimeDays === null ? null : days(product.leadTimeDays), numeric: true },
    { label: warehouse.type, value: warehouse.name },
    { label: 'Lot-tracked', value: product.lotControlled ? 'Yes' : 'No' },
    { label: 'Cold chain', value: product.coldChain ? 'Yes' : 'No' },
    { label: 'Controlled substance', value: product.controlled ? 'Yes' : 'No' },
    { label: 'Reorder point', value: reorder, numeric: true },
  ]
  const prices: Fact[] = [
    { label: 'Price', value: money(product.price), numeric: true },
    ...tiers.map((tier) => ({ label: priceTierNames[tier], value: money(product.priceTiers[tier]), numeric: true })),
    { label: 'Cost', value: money(product.cost), numeric: true },
  ]
  const packaging: Fact[] = [
    { label: 'Pieces per case', value: count(product.pcsPerCase), numeric: true },
    { label: 'Cases per bale', value: count(product.casesPerBale), numeric: true },
    { label: 'Minimum order', value: count(product.moq), numeric: true },
    { label: 'Size', value: details.size },
    { label: 'Color', value: details.color },
    { label: 'Weight', value: details.weight && `${formatDecimalInput(details.weight)} kg`, numeric: true },
  ]
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card title="Details">
        <DescriptionList facts={basics} />
      </Card>
      <Card title={`Prices, ${currency}`}>
        <DescriptionList facts={prices} />
      </Card>
      <Card title="Packaging and details">
        <DescriptionList facts={packaging} />
      </Card>
      <AttributeFacts attributes={product.attributes} />
      <Card title="Made of">
        {product.billOfMaterials.length === 0 ? (
          <p className="text-secondary">Purchased.</p>
        ) : (
          <DescriptionList
            facts={product.billOfMaterials.map((part) => ({
              label: part.name,
              value: part.quantity.toLocaleString(),
              numeric: true,
            }))}
          />
        )}
      </Card>
      <Card title="Description">
        <p className="whitespace-pre-line text-pretty text-secondary">{product.description}</p>
        {details.note && <p className="mt-3 whitespace-pre-line text-pretty text-secondary">{details.note}</p>}
        <p className="mt-3 text-muted text-xs">
          Added <RelativeTime at={product.createdAt} />, last changed <RelativeTime at={product.updatedAt} />
        </p>
      </Card>
    </div>
  )
}
