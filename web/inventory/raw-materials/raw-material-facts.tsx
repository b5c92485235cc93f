import { Link } from 'react-router'
import type { RawMaterial } from '#shared/inventory/raw-materials/api.ts'
import { ProduceButton } from '#web/inventory/production/produce-button.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The side column of a raw material: everything but its stock, and the products that are made of it. */
export function RawMaterialFacts({ material }: { material: RawMaterial }) {
  const { currency, lowStockThreshold } = useSettings()
  const maySeeSuppliers = useCan('crm.view')
  const maySeeProducts = useCan('inventory.view')
  const mayProduce = useCan('inventory.edit')
  const { supplier, location, reorderPoint, usedIn } = material
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card title="Details">
        <DescriptionList
          facts={[
            { label: 'SKU', value: material.sku },
            { label: 'Barcode', value: material.barcode },
            { label: `Unit cost, ${currency}`, value: formatDecimalInput(material.cost, 2), numeric: true },
            {
              label: 'Supplier',
              value:
                supplier &&
                (maySeeSuppliers ? <Link to={paths.supplier(supplier.id)}>{supplier.name}</Link> : supplier.name),
            },
            { label: location?.type ?? 'Location', value: location?.name },
            { label: 'Lot-tracked', value: material.lotControlled ? 'Yes' : 'No' },
            {
              label: 'Reorder point',
              value:
                reorderPoint === null
                  ? `${lowStockThreshold.toLocaleString()} (company)`
                  : reorderPoint.toLocaleString(),
              numeric: true,
            },
          ]}
        />
      </Card>
      <Card title="Where used" help={usedIn.length > 0 ? 'Quantity per piece of the product or kit.' : undefined}>
        {usedIn.length === 0 ? (
          <p className="text-pretty text-secondary">
            Not used in any bill of materials or kit. Edit a product or kit to use it.
          </p>
        ) : (
          <ul className="flex flex-col gap-2.5">
            {usedIn.map(({ id, name, sku, kind, quantity }) => (
              <li key={id} className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 flex-1">
                  {maySeeProducts ? (
                    <Link to={kind === 'kit' ? paths.kit(id) : paths.product(id)} className="link break-words">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                  <span className="block text-muted text-xs">{sku}</span>
                </span>
                <span className="figures">{quantity.toLocaleString()}</span>
                {mayProduce && kind === 'product' && <ProduceButton product={{ id, name }} />}
              </li>
            ))}
          </ul>
        )}
        {maySeeProducts && usedIn.length > 0 && (
          <Link to={`${paths.production}?material=${material.id}`} className="link mt-3 inline-block text-table">
            All production runs with it
          </Link>
        )}
      </Card>
      <Card title="Description">
        <p className="whitespace-pre-line text-pretty break-words text-secondary">{material.description || 'None.'}</p>
        <p className="mt-3 text-muted text-xs">
          Added <RelativeTime at={material.createdAt} />, last changed <RelativeTime at={material.updatedAt} />
        </p>
      </Card>
    </div>
  )
}
