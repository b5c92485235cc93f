import { Printer } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useParams } from 'react-router'
import { productionApi, type ProductionRun } from '#shared/inventory/production/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ProductionFacts } from './production-facts.tsx'
import { ProductionMaterials } from './production-materials.tsx'
import { RunStatusBadge } from './run-status-badge.tsx'
import { ReverseProductionDialog } from './reverse-production-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { productionPlace } from '#web/records/record-places.ts'

export const record = productionApi.getRun

/** A production run: materials, result, scrap and cost. */
export default function ProductionPage() {
  const { id = '' } = useParams()
  const run = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={run} place={productionPlace}>
      {(found) => <RunView key={found.id} run={found} />}
    </RecordGate>
  )
}

function RunView({ run }: { run: ProductionRun }) {
  const [reversing, setReversing] = useState(false)
  const reasonId = useId()
  const mayEdit = useCan('inventory.edit')
  const { number, status, product, quantity, location, reverses, reversedBy } = run
  const isReversible = mayEdit && status === 'made'
  return (
    <>
      <PageHeader
        title={number}
        status={<RunStatusBadge status={status} />}
        help={`${quantity.toLocaleString()} × ${product.name} at ${location.name}`}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.products}>Inventory</Link>
            <Link to={paths.production}>Production</Link>
          </Breadcrumbs>
        }
        menu={
          <Button onClick={() => window.print()}>
            <Printer aria-hidden size={16} />
            Print
          </Button>
        }
        action={
          isReversible && (
            <Button
              disabled={run.whyNotReversed !== null}
              aria-describedby={run.whyNotReversed === null ? undefined : reasonId}
              onClick={() => setReversing(true)}
            >
              Reverse
            </Button>
          )
        }
      />
      {isReversible && run.whyNotReversed !== null && (
        <p id={reasonId} className="text-pretty break-words text-secondary text-sm">
          {run.whyNotReversed}
        </p>
      )}
      {reversedBy && (
        <Notice tone="neutral" title="This run was reversed">
          By{' '}
          <Link to={paths.productionRun(reversedBy.id)} className="link">
            {reversedBy.number}
          </Link>
          : the pieces were deducted from stock and the materials returned to their lots.
        </Notice>
      )}
      {reverses && (
        <Notice tone="neutral" title="This run reverses another run">
          <Link to={paths.productionRun(reverses.id)} className="link">
            {reverses.number}
          </Link>
          : {run.reverseReason}
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] print:block">
        <ProductionMaterials run={run} />
        <ProductionFacts run={run} />
      </div>
      {reversing && <ReverseProductionDialog run={run} close={() => setReversing(false)} />}
    </>
  )
}
