import { Link } from 'react-router'
import type { Lot } from '#shared/inventory/lots/api.ts'
import { ExpiryDate } from '#web/inventory/stock/expiry-date.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The side column of a lot: its product, dates and supplier. */
export function LotFacts({ lot }: { lot: Lot }) {
  const seesSuppliers = useCan('crm.view')
  const { product, expiryDate, manufacturedOn, supplier, createdAt } = lot
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          { label: 'Product', value: <Link to={paths.product(product.id)}>{product.sku}</Link> },
          { label: 'Expires', value: expiryDate === null ? 'Does not expire' : <ExpiryDate date={expiryDate} /> },
          { label: 'Made on', value: manufacturedOn && formatDay(manufacturedOn), numeric: true },
          {
            label: 'Supplier',
            value:
              supplier &&
              (seesSuppliers ? <Link to={paths.supplier(supplier.id)}>{supplier.name}</Link> : supplier.name),
          },
          ...(lot.recalls.length > 0
            ? [
                {
                  label: 'Recalls',
                  value: lot.recalls.map(({ id, number }) => (
                    <Link key={id} to={paths.recall(id)} className="block!">
                      {number}
                    </Link>
                  )),
                },
              ]
            : []),
          { label: 'Created', value: <RelativeTime at={createdAt} /> },
        ]}
      />
    </Card>
  )
}
