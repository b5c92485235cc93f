import { Play, X } from 'lucide-react'
import type { Job, JobState } from '#shared/jobs/api.ts'
import { jobLabels } from '#shared/jobs/job-names.ts'
import { whyJobNotCancelled, whyJobNotRun } from '#shared/jobs/job-guards.ts'
import { type Tone, StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

export const stateLabels: Record<JobState, string> = {
  waiting: 'Waiting',
  retrying: 'Retrying',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
const tones: Record<JobState, Tone> = {
  waiting: 'neutral',
  retrying: 'warn',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

/** A job waiting for its first attempt runs next anyway. */
const mayRun = (job: Job) => job.state !== 'waiting' && !whyJobNotRun(job)
const mayCancel = (job: Job) => !whyJobNotCancelled(job)

type Choices = { onRun: (job: Job) => void; onCancel: (job: Job) => void }

export const jobColumns = ({ onRun, onCancel }: Choices): readonly Column<Job>[] => [
  {
    id: 'queue',
    header: 'Job',
    cell: ({ queue, about }) => (about ? <TwoLines first={jobLabels[queue]} second={about} /> : jobLabels[queue]),
  },
  {
    id: 'state',
    header: 'Status',
    phone: true,
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{stateLabels[state]}</StatusBadge>,
  },
  {
    id: 'error',
    header: 'Error',
    width: '28%',
    phone: true,
    cell: ({ error, state }) =>
      error && state !== 'done' ? (
        <span className="line-clamp-3 whitespace-normal break-words" title={error}>
          {error}
        </span>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    align: 'end',
    phone: true,
    cell: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}`,
  },
  {
    id: 'createdAt',
    header: 'Queued',
    sortable: true,
    phone: true,
    cell: (job) => <RelativeTime at={job.createdAt} />,
  },
  {
    id: 'when',
    header: 'Ended or next',
    phone: true,
    cell: ({ endedAt, nextAt }) => {
      if (endedAt) return <RelativeTime at={endedAt} />
      if (!nextAt) return <span className="text-muted">–</span>
      return new Date(nextAt) <= new Date() ? 'Next' : <RelativeTime at={nextAt} />
    },
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    phone: 'corner',
    cell: (job) => (
      <div className="flex items-center justify-end gap-1">
        {mayRun(job) && (
          <Button size="sm" onClick={() => onRun(job)}>
            <Play aria-hidden />
            {job.state === 'retrying' ? 'Run now' : 'Run again'}
          </Button>
        )}
        {mayCancel(job) && (
          <Button size="sm" variant="ghost" onClick={() => onCancel(job)}>
            <X aria-hidden />
            Cancel
          </Button>
        )}
      </div>
    ),
  },
]
