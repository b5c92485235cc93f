import { productionApi, type ProductionRow } from '#shared/inventory/production/api.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { useProduced } from './production-changes.ts'

/** Asks why a run is taken back, and says what that does. */
export function ReverseProductionDialog({ run, close }: { run: ProductionRow; close: () => void }) {
  const moved = useProduced(() => `${run.number} taken back`, close)
  return (
    <ReasonPromptDialog
      route={productionApi.reverseProduction}
      sent={{ params: { id: run.id } }}
      moved={moved}
      title={`Take ${run.number} back?`}
      description={
        <>
          All {run.quantity.toLocaleString()} pieces leave the stock at {run.location.name}, and the materials
          {run.wasted > 0 && ', those that were wasted too,'} are back in the lots they came from.
        </>
      }
      submitLabel="Take back"
      closeLabel="Keep run"
      danger
      help="Kept in the history of the run."
      close={close}
    />
  )
}
