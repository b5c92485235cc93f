import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { type Job, jobStates, jobsApi } from '#shared/jobs/api.ts'
import { type JobName, jobLabels, jobNames } from '#shared/jobs/job-names.ts'
import type { User } from '#shared/identity/user.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { type PageRead, useApiQuery } from '#web/api/query.ts'
import { readListQuery } from '#web/lists/list-query.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { listTable } from '#web/lists/list-table.tsx'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/session/session.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { StatusChoices } from '#web/ui/table/status-choices.tsx'
import { jobColumns, stateLabels } from './job-columns.tsx'

export const reads = (search: URLSearchParams, { role }: User): PageRead[] =>
  role === 'admin'
    ? [
        { route: jobsApi.listJobs, input: { query: readListQuery(jobsApi.listJobs, search).query } },
        { route: jobsApi.countJobs, input: {} },
      ]
    : []

const refreshMs = 5000
const queues = jobNames.map((name) => ({ value: name, label: jobLabels[name] }))

/** The background jobs: waiting, running and failed ones, with the error. For administrators. */
export default function JobListPage() {
  const { role } = useUser()
  return (
    <>
      <PageHeader
        title="Background jobs"
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.settings}>Settings</Link>
          </Breadcrumbs>
        }
      />
      {role === 'admin' ? (
        <Jobs />
      ) : (
        <Card flush>
          <EmptyState kind="no-permission" title="Only administrators see background jobs">
            Ask an administrator if something you expected is missing.
          </EmptyState>
        </Card>
      )}
    </>
  )
}

function Jobs() {
  const list = useListParams(jobsApi.listJobs)
  const jobs = useApiQuery(
    jobsApi.listJobs,
    { query: list.query },
    { keepPrevious: true, untold: true, every: refreshMs },
  )
  const counts = useApiQuery(jobsApi.countJobs, {}, { untold: true, every: refreshMs, aside: 'counts' })
  const [cancelling, setCancelling] = useState<Job>()
  const again = useApiMutation(jobsApi.runJobAgain, {
    onSuccess: ({ queue }) => toast.success(`${jobLabels[queue]}: queued again`),
  })
  const { submit } = again
  const columns = useMemo(
    () =>
      jobColumns({
        onRun: ({ queue, id }) => submit({ params: { queue, id } }),
        onCancel: (job) => setCancelling(job),
      }),
    [submit],
  )
  const isEmpty = list.isEmpty(jobs)
  return (
    <>
      <FilterBar
        chips={list.chips({
          state: { label: 'Status', show: (state) => stateLabels[state as Job['state']] },
          queue: { label: 'Job', show: (queue) => jobLabels[queue as JobName] },
        })}
        onClearAll={list.clearAll}
        total={list.total(jobs)}
      >
        <StatusChoices
          {...list.filter('state')}
          statuses={jobStates}
          nameOf={(state) => stateLabels[state]}
          counts={counts.data && Object.entries(counts.data).map(([status, count]) => ({ status, count }))}
        />
        <FilterSelect label="Job" allLabel="All jobs" {...list.filter('queue')} options={queues} />
      </FilterBar>
      <DataTable
        {...listTable(list, jobs)}
        columns={columns}
        label="Background jobs"
        rowId={({ queue, id }) => `${queue}/${id}`}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No background jobs yet">
              E-mails, long exports, imports and hourly work appear here for 30 days.
            </EmptyState>
          ) : (
            <NoMatch many="jobs" onClear={list.clearAll} />
          )
        }
      />
      {cancelling && <CancelDialog job={cancelling} close={() => setCancelling(undefined)} />}
    </>
  )
}

function CancelDialog({ job, close }: { job: Job; close: () => void }) {
  const cancel = useApiMutation(jobsApi.cancelJob, {
    onSuccess: () => {
      toast.success('The job is cancelled')
      close()
    },
    onError: close,
  })
  const { queue, id, about } = job
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title="Cancel this job?"
      confirmLabel="Cancel job"
      cancelLabel="Keep it"
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.submit({ params: { queue, id } })}
    >
      “{jobLabels[queue]}
      {about ? `: ${about}` : ''}” is not done. You can run it again later.
    </ConfirmDialog>
  )
}
