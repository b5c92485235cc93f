import { mailStateNames } from '#shared/delivery/api.ts'
import { type ReportRun, type ReportSchedule, reportSchedulesApi } from '#shared/reports/schedules-api.ts'
import { RunTime } from './run-time.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

export const runTones = { queued: 'info', sent: 'good', failed: 'bad', kept: 'warn' } as const
export const runNames = { ...mailStateNames, queued: 'Sending' } as const

/** There are no events for report runs: polls at this interval while one is being sent. */
export const pollMs = 2000
export const isSending = (run: Pick<ReportRun, 'state'> | null) => run?.state === 'queued'

/** The runs of a schedule, with the status of each email. */
export function RunsDialog({ schedule, close }: { schedule: ReportSchedule; close: () => void }) {
  const input = { params: { id: schedule.id }, query: {} }
  const { data, error, refetch, isFetching } = useApiQuery(reportSchedulesApi.listRuns, input)
  useApiQuery(reportSchedulesApi.listRuns, input, { every: data?.data.some(isSending) ? pollMs : false })
  return (
    <Dialog open title={`Runs of ${schedule.saved.name}`} onOpenChange={(open) => !open && close()}>
      <DialogBody>
        {error && <ErrorState what="Runs" error={error} onRetry={() => void refetch()} retrying={isFetching} />}
        {!data && !error && <SkeletonText lines={4} />}
        {data?.data.length === 0 && <p className="py-6 text-center text-secondary">Nothing has been sent yet.</p>}
        <ul className="flex flex-col divide-y divide-line">
          {data?.data.map((run) => (
            <li key={run.id} className="flex flex-col gap-1 py-2.5">
              <span className="flex flex-wrap items-center gap-2">
                <StatusBadge tone={runTones[run.state]}>{runNames[run.state]}</StatusBadge>
                <RunTime at={run.dueAt} />
                {run.isManual && <span className="text-muted text-xs">by hand</span>}
              </span>
              {run.problem && <span className="text-bad text-table">{run.problem}</span>}
              {run.mails.map(({ to, state, problem }) => (
                <span key={to} className="wrap-anywhere text-secondary text-table">
                  {to}: {mailStateNames[state]}
                  {problem && `, ${problem}`}
                </span>
              ))}
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
