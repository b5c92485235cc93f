import { ArrowLeftRight, PackageCheck, PackagePlus, Scale, Truck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { DocumentLink, documentKinds } from '#web/inventory/stock/document-link.tsx'
import { LotStatusBadge } from '#web/inventory/stock/lot-status-badge.tsx'
import type { TraceBranch, TraceNode, TraceStep } from './trace-tree.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'

const signs = {
  receipt: PackagePlus,
  shipment: Truck,
  back: Undo2,
  transfer: ArrowLeftRight,
  correction: Scale,
  used: PackageCheck,
  made: PackageCheck,
} as const satisfies Record<TraceStep['kind'], unknown>

const words: Record<TraceStep['kind'], string> = {
  receipt: 'received',
  shipment: 'shipped',
  back: 'came back',
  transfer: 'moved',
  correction: 'corrected',
  used: 'used',
  made: 'made',
}

const maxBranches = 8
const branchClass = 'ml-2 flex flex-col gap-2.5 border-line border-l pl-5'

/** The content of a node: its steps, and the branches to further lots. */
export function TraceBranches({ node, way }: { node: TraceNode; way: 'back' | 'on' }) {
  const [all, setAll] = useState(false)
  const hidden = node.steps.length - maxBranches
  return (
    <ul className={branchClass}>
      {node.steps.map((step, at) => (
        <li
          key={`${step.kind} ${step.document.id} ${step.at}`}
          className={!all && at >= maxBranches ? 'hidden print:list-item' : undefined}
        >
          <Step step={step} supplier={way === 'back' ? (node.lot.supplier?.name ?? null) : null} />
        </li>
      ))}
      {hidden > 0 && !all && (
        <li>
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            Show {hidden.toLocaleString()} more
          </Button>
        </li>
      )}
      {node.branches.map((branch) => (
        <li key={`${branch.link.document.id} ${branch.node.lot.id}`} className="flex flex-col gap-2.5">
          <LotLine branch={branch} way={way} />
          {(branch.node.steps.length > 0 || branch.node.branches.length > 0) && (
            <TraceBranches node={branch.node} way={way} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Step({ step, supplier }: { step: TraceStep; supplier: string | null }) {
  const { kind, quantity, location, at, document, order, sentBackBy } = step
  const Sign = signs[kind]
  return (
    <div className="flex items-start gap-2 text-table">
      <Sign aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 text-pretty">
        <span className="figures font-medium">{quantity.toLocaleString()}</span> {words[kind]}
        {order?.customer ? ` to ${order.customer.name}` : ` ${kind === 'transfer' ? '' : 'at '}${location}`}
        {sentBackBy && ` from ${sentBackBy.name}`}
        {supplier && ` from ${supplier}`}
        <span className="text-muted">
          {', '}
          {order ? '' : `${(documentKinds[document.type] ?? 'Document').toLowerCase()} `}
          <DocumentLink document={document} />
          {', '}
          <RelativeTime at={at} />
        </span>
        {order && (
          <span className="ml-2 inline-block align-middle">
            <OrderStatusBadge status={order.status} />
          </span>
        )}
      </p>
    </div>
  )
}

function LotLine({ branch: { link, node }, way }: { branch: TraceBranch; way: 'back' | 'on' }) {
  const { lot } = node
  const seesLots = useCan('inventory.view')
  const isLink = seesLots && !lot.isNone
  return (
    <div className="flex items-start gap-2 text-table">
      <PackageCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 text-pretty">
        {way === 'back' ? 'Made of ' : 'Made into '}
        <span className="figures font-medium">{(way === 'back' ? link.used : link.made).toLocaleString()}</span>
        {' × '}
        <span className="font-medium">{lot.product.name}</span>
        {', '}
        {lot.isNone ? (
          'not lot-tracked'
        ) : isLink ? (
          <Link to={paths.lot(lot.id)} className="link">
            lot {lot.lotNumber}
          </Link>
        ) : (
          `lot ${lot.lotNumber}`
        )}
        <span className="text-muted">
          {', '}
          {(documentKinds[link.document.type] ?? 'Document').toLowerCase()} <DocumentLink document={link.document} />
          {', '}
          <RelativeTime at={link.at} />
        </span>
        {!lot.isNone && isBlocked({ lotStatus: lot.status }) && (
          <span className="ml-2 inline-block align-middle">
            <LotStatusBadge status={lot.status} />
          </span>
        )}
      </p>
    </div>
  )
}
