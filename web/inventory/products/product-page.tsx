import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { productListApi } from '#shared/inventory/products/product-list-api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { ListNeighbours, useListOrigin } from '#web/lists/list-neighbours.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { LabelButton } from '#web/inventory/public/label-button.tsx'
import { PriceHistory } from './price-history.tsx'
import { type ProductAction, ProductActionDialog } from './product-actions.tsx'
import { ProductFacts } from './product-facts.tsx'
import { ProductImages } from './product-images.tsx'
import { ProductMenu } from './product-menu.tsx'
import { ProductUses } from './product-uses.tsx'
import { ProductionCard } from '#web/inventory/production/production-card.tsx'
import { ForecastCard } from '#web/reports/public/forecast-card.tsx'
import { StockBar } from '#web/inventory/stock/stock-bar.tsx'
import { StockHistory } from '#web/inventory/stock/stock-history.tsx'
import { StockPlaces } from '#web/inventory/stock/stock-places.tsx'
import { StockStatusBadge } from '#web/inventory/stock/stock-status-badge.tsx'
import { productStock, stockedProduct } from '#web/inventory/stock/stocked-item.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { productPlace } from '#web/records/record-places.ts'

export const record = inventoryApi.getProduct

/** A product: its stock, its locations, and all stock movements. */
export default function ProductPage() {
  const { id = '' } = useParams()
  const product = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={product} place={productPlace}>
      {(found) => <ProductView product={found} />}
    </RecordGate>
  )
}

function ProductView({ product }: { product: Product }) {
  // `?act=reduce` comes from the expiry radar.
  const [params] = useSearchParams()
  const [dialog, setDialog] = useState<ProductAction | undefined>(params.get('act') === 'reduce' ? 'reduce' : undefined)
  const mayEdit = useCan('inventory.edit')
  const search = useListOrigin()
  return (
    <>
      <PageHeader
        title={product.name}
        status={<StockStatusBadge status={product.stockStatus} />}
        help={product.sku}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={{ pathname: paths.products, search }}>Inventory</Link>
          </Breadcrumbs>
        }
        menu={
          <>
            <ListNeighbours route={productListApi.getNeighbours} id={product.id} what="product" path={paths.product} />
            <ProductMenu product={product} onChoose={setDialog} />
            <LabelButton labels={[{ type: 'product', id: product.id }]} />
          </>
        }
        action={
          mayEdit && (
            <Button variant="primary" onClick={() => setDialog('add')}>
              Add stock
            </Button>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-6">
          <Card>
            <div className="flex flex-wrap gap-4 *:min-w-min *:flex-1">
              <Figure label="On hand" value={product.onHand.toLocaleString()} note="All locations" />
              <Figure label="Reserved" value={product.committed.toLocaleString()} note="Reserved for open documents" />
              <Figure label="Available" value={product.available.toLocaleString()} note="Available to sell" />
            </div>
            <StockBar product={product} />
            {product.lastAudit && (
              <p className="mt-4 text-muted text-table">
                Last audited <RelativeTime at={product.lastAudit.at} /> by {product.lastAudit.by ?? 'somebody'} (
                {product.lastAudit.number})
              </p>
            )}
          </Card>
          <StockPlaces item={stockedProduct(product)} />
          {product.billOfMaterials.length > 0 && <ProductionCard product={product} />}
          <ForecastCard itemId={product.id} />
          <StockHistory itemId={product.id} calls={productStock} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {(mayEdit || product.images.length > 0) && (
            <Card title="Images">
              <ProductImages product={product} mayEdit={mayEdit} />
            </Card>
          )}
          <ProductFacts product={product} />
          <ProductUses productId={product.id} />
          <PriceHistory productId={product.id} />
        </div>
      </div>
      {dialog && <ProductActionDialog product={product} act={dialog} close={() => setDialog(undefined)} />}
    </>
  )
}
