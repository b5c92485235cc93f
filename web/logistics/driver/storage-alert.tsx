import { OctagonX } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { dismissSaveFailure, usePhone } from './phone.ts'

/** Alert that the last action could not be stored: it must not look as if it had been. */
export function StorageAlert() {
  if (!usePhone().hasSaveFailed) return null
  return (
    <div
      role="alert"
      data-bar
      className="fixed inset-x-0 bottom-0 z-50 bg-bad-fill p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-bad-contrast"
    >
      <div className="mx-auto flex max-w-160 flex-wrap items-center gap-3">
        <OctagonX aria-hidden size={28} className="shrink-0" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">Not recorded: this phone's storage is full</p>
          <p>Remove photos or apps that you don't need, then tap again. What you recorded before is safe.</p>
        </div>
        <Button size="lg" onClick={dismissSaveFailure}>
          OK
        </Button>
      </div>
    </div>
  )
}
