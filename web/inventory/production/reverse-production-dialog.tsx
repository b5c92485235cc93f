import { productionApi, type ProductionRow } from '#shared/inventory/production/api.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'

/** Asks for the reason to reverse a run, and explains the effect. */
export function ReverseProductionDialog({ run, close }: { run: ProductionRow; close: () => void }) {
  return (
    <ReasonPromptDialog
      route={productionApi.reverseProduction}
      sent={{ params: { id: run.id } }}
      successMessage={() => `${run.number} reversed`}
      title={`Reverse ${run.number}?`}
      description={
        <>
          All {run.quantity.toLocaleString()} pieces are deducted from stock at {run.location.name}, and the materials
          {run.wasted > 0 && ', including wasted ones,'} return to their original lots.
        </>
      }
      submitLabel="Reverse"
      closeLabel="Keep run"
      danger
      help="Shown in the history of the run."
      close={close}
    />
  )
}
