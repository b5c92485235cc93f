import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountDocument } from '#shared/inventory/counts/count.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { linesOf } from './count-labels.ts'
import { paths } from '#web/paths.ts'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type FinishCountDialogProps = {
  count: CountDocument
  /** Entries of this device that the server has not taken yet. */
  unsent: number
  close: () => void
}

/** Ends the counting; lines that nobody counted are left out only if somebody says so. */
export function FinishCountDialog({ count, unsent, close }: FinishCountDialogProps) {
  const { id, lines } = count
  const [leaveOut, setLeaveOut] = useState(false)
  const [problem, setProblem] = useState<string>()
  const navigate = useNavigate()
  const finish = useApiMutation(countsApi.finishCount, {
    errors: 'page',
    onError: (error) => setProblem(isReportedGlobally(error) ? undefined : error.message),
    onSuccess: ({ number }) => {
      toast.success(`${number} is ready for review`)
      close()
      void navigate(paths.stockCount(id))
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title="Finish counting?"
      confirmLabel="Finish counting"
      busy={finish.isPending}
      onConfirm={() => {
        if (unsent > 0) setProblem('Some entries on this device are not saved yet. Wait until they are sent.')
        else finish.submit({ params: { id }, body: { leaveOut } })
      }}
    >
      <p>Differences are shown in the review. Nothing is posted before approval.</p>
      {lines.open > 0 && (
        <div className="mt-4 text-primary">
          <CheckboxField
            label={`Leave out ${linesOf(lines.open)} not counted`}
            help="Lines left out keep their recorded quantity."
            checked={leaveOut}
            onChange={(event) => setLeaveOut(event.target.checked)}
          />
        </div>
      )}
      {problem && (
        <Notice tone="bad" className="mt-4">
          {problem}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
