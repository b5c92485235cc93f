import { Timer } from 'lucide-react'
import type { Drill } from '#shared/inventory/recalls/recall.ts'
import { EffectText } from '#web/inventory/stock/lot-effect-notice.tsx'
import { RecallCustomers } from './recall-customers.tsx'
import { RecallFindings } from './recall-findings.tsx'
import { Button } from '#web/ui/button.tsx'

/** "0.34 s" */
export const seconds = (ms: number) => `${(ms / 1000).toLocaleString(undefined, { maximumFractionDigits: 2 })} s`

/** The result of a drill: all that a recall would show, clearly marked as a drill. */
export function RecallDrill({ drill }: { drill: Drill }) {
  return (
    <section
      aria-label="Drill"
      className="flex flex-col gap-6 rounded-lg border-2 border-warn border-dashed p-5 max-md:p-3"
    >
      <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Timer aria-hidden size={20} className="text-warn" />
        <p className="min-w-0 flex-1 basis-60">
          <span className="font-semibold text-base text-warn">Drill: no changes were made</span>
          <span className="block text-secondary text-table">
            Stock was found and blocked in {seconds(drill.tookMs)}, then rolled back.
          </span>
        </p>
        <Button size="sm" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <div className="text-secondary">
        <EffectText effect={drill.effect} />
      </div>
      <RecallFindings found={drill} />
      <RecallCustomers customers={drill.customers} />
    </section>
  )
}
