import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type RawMaterial, rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AddStockDialog } from '#web/inventory/stock/add-stock-dialog.tsx'
import { RawMaterialFacts } from './raw-material-facts.tsx'
import { RawMaterialMenu } from './raw-material-menu.tsx'
import { ReduceStockDialog } from '#web/inventory/stock/reduce-stock-dialog.tsx'
import { StockHistory } from '#web/inventory/stock/stock-history.tsx'
import { StockPlaces } from '#web/inventory/stock/stock-places.tsx'
import { StockStatusBadge } from '#web/inventory/stock/stock-status-badge.tsx'
import { rawMaterialStock, stockedRawMaterial } from '#web/inventory/stock/stocked-item.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { rawMaterialPlace } from '#web/records/record-places.ts'

export const record = rawMaterialsApi.getRawMaterial

/** A raw material: its stock, its locations, and all stock movements. */
export default function RawMaterialPage() {
  const { id = '' } = useParams()
  const untold = !useCan('inventory.view')
  const material = useApiQuery(rawMaterialsApi.getRawMaterial, { params: { id } }, { untold })
  return (
    <RecordGate query={material} place={rawMaterialPlace}>
      {(found) => <RawMaterialView material={found} />}
    </RecordGate>
  )
}

function RawMaterialView({ material }: { material: RawMaterial }) {
  const [dialog, setDialog] = useState<'add' | 'reduce'>()
  const mayEdit = useCan('rawmaterials.edit')
  const close = () => setDialog(undefined)
  const item = stockedRawMaterial(material)
  return (
    <>
      <PageHeader
        title={material.name}
        status={<StockStatusBadge status={material.stockStatus} />}
        help={material.materialType}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.rawMaterials}>Raw materials</Link>
          </Breadcrumbs>
        }
        menu={<RawMaterialMenu material={material} onReduce={() => setDialog('reduce')} />}
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
            <div className="grid grid-cols-3 gap-4">
              <Figure label="On hand" value={material.onHand.toLocaleString()} note="All locations" />
              <Figure label="Reserved" value={material.committed.toLocaleString()} note="Reserved for transfers" />
              <Figure label="Available" value={material.available.toLocaleString()} note="Available to use" />
            </div>
          </Card>
          <StockPlaces item={item} />
          <StockHistory itemId={material.id} calls={rawMaterialStock} />
        </div>
        <RawMaterialFacts material={material} />
      </div>
      {dialog === 'add' && <AddStockDialog item={item} calls={rawMaterialStock} close={close} />}
      {dialog === 'reduce' && <ReduceStockDialog item={item} calls={rawMaterialStock} close={close} />}
    </>
  )
}
