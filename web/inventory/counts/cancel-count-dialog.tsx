import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountDocument } from '#shared/inventory/counts/count.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'

/** Cancels a count, with a reason. */
export function CancelCountDialog({ count, close }: { count: CountDocument; close: () => void }) {
  return (
    <ReasonPromptDialog
      route={countsApi.cancelCount}
      sent={{ params: { id: count.id } }}
      successMessage={({ number }) => `${number} cancelled`}
      title={`Cancel ${count.number}?`}
      description="Nothing is posted. The counted quantities stay readable but can no longer be posted."
      submitLabel="Cancel count"
      closeLabel="Keep count"
      danger
      help="Shown in the history of the count."
      close={close}
    />
  )
}
