import type { Trace } from '#shared/inventory/lots/api.ts'

export type TraceStep = Trace['steps'][number]
type TraceLot = Trace['lots'][number]

/** A lot in the tree: what is told of it here, and the lots beyond it. */
export interface TraceNode {
  lot: TraceLot
  /** Leaves: receipts on the way back; parcels, transfers, returns and corrections on the way on. */
  steps: readonly TraceStep[]
  branches: readonly TraceBranch[]
}
/** What went from one lot into another by one document. */
export interface TraceBranch {
  link: Trace['links'][number]
  node: TraceNode
}

const backSteps: readonly TraceStep['kind'][] = ['receipt']
const onSteps: readonly TraceStep['kind'][] = ['shipment', 'back', 'transfer', 'correction']

/** The tree from one lot, towards where it came from or where it went. A lot that was met on the way is not opened again. */
export function traceTree(
  trace: Trace,
  lotId: string,
  way: 'back' | 'on',
  met: readonly string[] = [],
): TraceNode | null {
  const lot = trace.lots.find((one) => one.id === lotId)
  if (!lot) return null
  const kinds = way === 'back' ? backSteps : onSteps
  const beyond = trace.links.filter((link) => (way === 'back' ? link.to : link.from) === lotId)
  return {
    lot,
    steps: trace.steps.filter((step) => step.lotId === lotId && kinds.includes(step.kind)),
    branches: met.includes(lotId)
      ? []
      : beyond.flatMap((link) => {
          const node = traceTree(trace, way === 'back' ? link.from : link.to, way, [...met, lotId])
          return node ? [{ link, node }] : []
        }),
  }
}
