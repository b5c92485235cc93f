import { MoreHorizontal } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type ReportSchedule, reportSchedulesApi } from '#shared/reports/schedules-api.ts'
import { mayDeleteOthers, mayPauseOthers, whyNotPaused, whyNotResumed } from '#shared/reports/schedule-guards.ts'
import { isSending, pollMs, runNames, RunsDialog, runTones } from './runs-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { RunTime } from './run-time.tsx'
import { formatNames, timesLabel } from './schedule-labels.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { LoadPart } from '#web/api/load-part.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { useUser } from '#web/session/session.ts'
import { useIsMailSetUp } from '#web/session/settings.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const tones = { active: 'good', paused: 'neutral', stopped: 'bad' } as const
const stateNames = { active: 'Active', paused: 'Paused', stopped: 'Stopped' } as const
type OpenDialog = { what: 'change' | 'runs' | 'delete'; schedule: ReportSchedule }

const columnsFor = (
  openDialog: (what: OpenDialog['what'], schedule: ReportSchedule) => void,
): readonly Column<ReportSchedule>[] => [
  {
    id: 'report',
    header: 'Report',
    cell: ({ saved, owner, isOwn }) => <TwoLines first={saved.name} second={isOwn ? 'Yours' : owner} />,
  },
  {
    id: 'state',
    header: 'Status',
    phone: 'corner',
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{stateNames[state]}</StatusBadge>,
  },
  {
    id: 'times',
    header: 'Sent',
    phone: true,
    cell: (row) => <TwoLines first={timesLabel(row)} second={formatNames[row.format]} />,
  },
  {
    id: 'recipients',
    header: 'Recipients',
    phone: true,
    cell: ({ recipients: [first, ...others] }) =>
      first && (
        <TwoLines first={recipientLabel(first)} second={others.length > 0 ? `and ${others.length} more` : undefined} />
      ),
  },
  {
    id: 'next',
    header: 'Next run',
    phone: true,
    cell: ({ nextRunAt, stoppedReason }) => (nextRunAt ? <RunTime at={nextRunAt} /> : (stoppedReason ?? '–')),
  },
  {
    id: 'last',
    header: 'Last run',
    phone: true,
    cell: ({ lastRun, failures }) =>
      lastRun ? (
        <TwoLines
          first={<StatusBadge tone={runTones[lastRun.state]}>{runNames[lastRun.state]}</StatusBadge>}
          second={
            <>
              <RunTime at={lastRun.dueAt} />
              {failures > 0 && `, ${failures} failed in 30 days`}
            </>
          }
        />
      ) : (
        'Never'
      ),
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    phone: 'corner',
    cell: (row) => <ScheduleMenu schedule={row} onOpen={(what) => openDialog(what, row)} />,
  },
]

const allSchedules = { query: { limit: 200 } }

/** The schedules with their last and next runs. */
export function SchedulesTable() {
  const schedules = useApiQuery(reportSchedulesApi.listSchedules, allSchedules, { untold: true })
  const sending = schedules.data?.data.some(({ lastRun }) => isSending(lastRun))
  useApiQuery(reportSchedulesApi.listSchedules, allSchedules, { every: sending ? pollMs : false })
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const remove = useApiMutation(reportSchedulesApi.deleteSchedule, {
    successMessage: () => 'Schedule deleted',
    onSuccess: close,
  })
  const { data, error, refetch, isFetching } = schedules
  const columns = useMemo(() => columnsFor((what, schedule) => setDialog({ what, schedule })), [])
  return (
    <>
      <LoadPart result={schedules}>
        <DataTable
          label="Report schedules"
          columns={columns}
          rows={data?.data}
          rowId={({ id }) => id}
          busy={isFetching}
          error={error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
          empty={
            <EmptyState kind="nothing" title="No schedules yet">
              Schedule a saved report to have it sent by email.
            </EmptyState>
          }
        />
      </LoadPart>
      {dialog?.what === 'change' && (
        <ScheduleDialog saved={dialog.schedule.saved} schedule={dialog.schedule} close={close} />
      )}
      {dialog?.what === 'runs' && <RunsDialog schedule={dialog.schedule} close={close} />}
      {dialog?.what === 'delete' && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => !open && close()}
          title={`Delete this schedule of “${dialog.schedule.saved.name}”?`}
          confirmLabel="Delete schedule"
          busy={remove.isPending}
          onConfirm={() => remove.submit({ params: { id: dialog.schedule.id } })}
        >
          Nothing is sent any more. The saved report is kept. A deleted schedule cannot be restored.
        </ConfirmDialog>
      )}
    </>
  )
}

const recipientLabel = ({ name, unsubscribedAt }: ReportSchedule['recipients'][number]) =>
  unsubscribedAt ? `${name} (unsubscribed)` : name

function ScheduleMenu({ schedule, onOpen }: { schedule: ReportSchedule; onOpen: (what: OpenDialog['what']) => void }) {
  const { id, isOwn, state, saved } = schedule
  const call = { params: { id }, body: {} }
  const user = useUser()
  const mayPause = isOwn || mayPauseOthers(user)
  const mayDelete = isOwn || mayDeleteOthers(user)
  const isMailSetUp = useIsMailSetUp()
  const send = useApiMutation(reportSchedulesApi.sendNow, {
    successMessage: () =>
      isMailSetUp ? `“${saved.name}” is being sent` : `Not sent: “${saved.name}” is kept in the email log`,
  })
  const pause = useApiMutation(reportSchedulesApi.pauseSchedule, { successMessage: () => 'Schedule paused' })
  const resume = useApiMutation(reportSchedulesApi.resumeSchedule, { successMessage: () => 'Schedule resumed' })
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${saved.name}`} size="sm">
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
    >
      {isOwn && <MenuItem onSelect={() => send.submit(call)}>Send now</MenuItem>}
      <MenuItem onSelect={() => onOpen('runs')}>Show runs</MenuItem>
      {isOwn && <MenuItem onSelect={() => onOpen('change')}>Change…</MenuItem>}
      {mayPause && !whyNotPaused({ state }) && <MenuItem onSelect={() => pause.submit(call)}>Pause</MenuItem>}
      {!whyNotResumed({ state }) && isOwn && <MenuItem onSelect={() => resume.submit(call)}>Resume</MenuItem>}
      {mayDelete && (
        <MenuItem danger onSelect={() => onOpen('delete')}>
          Delete…
        </MenuItem>
      )}
    </Menu>
  )
}
