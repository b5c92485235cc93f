import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountDocument } from '#shared/inventory/counts/count.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { linesOf } from './count-labels.ts'
import { sendEntries } from './unsent-counts.ts'
import { paths } from '#web/paths.ts'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type FinishCountDialogProps = {
  count: CountDocument
  /** The number of lines not counted yet; this device's unsent entries count as counted. */
  open: number
  close: () => void
}

/** Finishes the counting. Uncounted lines are left out only if the user confirms it. */
export function FinishCountDialog({ count, open, close }: FinishCountDialogProps) {
  const { id } = count
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
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  const [isSending, setSending] = useState(false)
  /** Sends this device's unsent entries, then finishes the count. */
  async function sendAndFinish() {
    setProblem(undefined)
    setSending(true)
    const unsent = await sendEntries(id)
    setSending(false)
    if (!isShown.current) return
    if (unsent.length === 0) finish.submit({ params: { id }, body: { leaveOut } })
    else if (unsent.some(({ refusal }) => refusal))
      setProblem('Some entries were not saved. Save them, count again or discard them first.')
    else setProblem('Some entries on this device could not be sent yet. Check the connection and finish again.')
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Finish counting?"
      confirmLabel="Finish counting"
      busy={isSending || finish.isPending}
      onConfirm={() => void sendAndFinish()}
    >
      <p>Differences are shown in the review. Nothing is posted before approval.</p>
      {open > 0 && (
        <div className="mt-4 text-primary">
          <CheckboxField
            label={`Leave out ${linesOf(open)} not counted`}
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
