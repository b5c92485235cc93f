import { productionApi, type ProductionRow } from '#shared/inventory/production-api.ts'
import { CancelDocumentDialog } from '#web/inventory/cancel-document-dialog.tsx'
import { useProduced } from '#web/inventory/production-changes.ts'

/** Asks why a run is taken back, and says what that does. */
export function TakeBackDialog({ run, close }: { run: ProductionRow; close: () => void }) {
  const moved = useProduced(() => `${run.number} taken back`, close)
  return (
    <CancelDocumentDialog
      route={productionApi.reverseProduction}
      id={run.id}
      title={`Take ${run.number} back?`}
      what="run"
      submitLabel="Take back"
      moved={moved}
      close={close}
    >
      All {run.quantity.toLocaleString()} pieces leave the stock at {run.location.name}, and the materials
      {run.wasted > 0 && ', those that were wasted too,'} are back in the lots they came from.
    </CancelDocumentDialog>
  )
}
