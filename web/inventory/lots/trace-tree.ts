import type { Trace } from '#shared/inventory/lots/api.ts'

export type TraceStep = Trace['steps'][number]
type TraceLot = Trace['lots'][number]

/** A lot in the trace tree, with its steps and the lots beyond it. */
export interface TraceNode {
  lot: TraceLot
  /** Leaves: receipts when tracing back; shipments, transfers, returns and corrections when tracing forward. */
  steps: readonly TraceStep[]
  branches: readonly TraceBranch[]
}
/** The pieces that one document moved from one lot into another. */
export interface TraceBranch {
  link: Trace['links'][number]
  node: TraceNode
}

const backSteps: readonly TraceStep['kind'][] = ['receipt']
const onSteps: readonly TraceStep['kind'][] = ['shipment', 'back', 'transfer', 'correction']

/** Builds the trace tree of a lot in one direction. A lot that occurs again is not expanded again. */
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
