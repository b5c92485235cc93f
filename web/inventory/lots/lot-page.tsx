import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type Lot, type LotEffect, lotsApi } from '#shared/inventory/lots/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { LotBalances } from './lot-balances.tsx'
import type { LotMenuAction } from './lot-action.ts'
import { LotActionDialog } from './lot-action-dialog.tsx'
import { LotChanges } from './lot-changes.tsx'
import { LotEffectNotice } from '#web/inventory/stock/lot-effect-notice.tsx'
import { LotFacts } from './lot-facts.tsx'
import { LotMenu } from './lot-menu.tsx'
import { LotMovements } from './lot-movements.tsx'
import { LotOrders } from './lot-orders.tsx'
import { LotStatusBadge } from '#web/inventory/stock/lot-status-badge.tsx'
import { LotTrace } from './lot-trace.tsx'
import { useToday } from '#web/session/today.ts'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card, Figure } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { isBlocked, mayUse, onDay } from '#shared/inventory/stock/usable-lots.ts'
import { RecordGate } from '#web/records/record-gate.tsx'
import { lotPlace } from '#web/records/record-places.ts'

export const record = lotsApi.getLot

/** A lot: its stock, the orders that have pieces of it, and its trace. */
export default function LotPage() {
  const { id = '' } = useParams()
  const lot = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={lot} place={lotPlace}>
      {(found) => <LotView key={id} lot={found} />}
    </RecordGate>
  )
}

function LotView({ lot }: { lot: Lot }) {
  const { currency } = useSettings()
  const [act, setAct] = useState<LotMenuAction>()
  const [effect, setEffect] = useState<LotEffect>()
  const today = useToday()
  const facts = { lotStatus: lot.status, expiryDate: lot.expiryDate }
  const isFree = mayUse(facts, onDay(today))
  return (
    <>
      <PageHeader
        title={`Lot ${lot.lotNumber}`}
        status={<LotStatusBadge status={lot.status} expiryDate={lot.expiryDate} />}
        help={
          <Link to={paths.product(lot.product.id)} className="link">
            {lot.product.name}
          </Link>
        }
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.products}>Inventory</Link>
            <Link to={paths.lots}>Lots & expiry</Link>
          </Breadcrumbs>
        }
        menu={<LotMenu lot={lot} onChoose={setAct} />}
      />
      {effect && <LotEffectNotice effect={effect} onClose={() => setEffect(undefined)} />}
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1 print:block print:[&>*+*]:mt-6">
        <div className="flex min-w-0 flex-col gap-6">
          <Card>
            <div className="grid grid-cols-4 gap-4 max-md:grid-cols-2">
              <Figure label="On hand" value={lot.onHand.toLocaleString()} note="All locations" />
              <Figure label="Reserved" value={lot.committed.toLocaleString()} note="For open documents" />
              <Figure
                label={isFree ? 'Available to sell' : 'Not for sale'}
                value={(lot.onHand - lot.committed).toLocaleString()}
                note={isFree ? 'Sellable' : isBlocked(facts) ? 'Blocked' : 'Expired'}
              />
              <Figure label={`Value, ${currency}`} value={formatDecimalInput(lot.value, 2)} note="At cost" />
            </div>
          </Card>
          <LotBalances lot={lot} />
          <LotOrders lot={lot} />
          <LotTrace lotId={lot.id} />
          <LotMovements lotId={lot.id} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <LotFacts lot={lot} />
          <LotChanges lot={lot} />
        </div>
      </div>
      {act && <LotActionDialog lot={lot} act={act} onDone={setEffect} close={() => setAct(undefined)} />}
    </>
  )
}
