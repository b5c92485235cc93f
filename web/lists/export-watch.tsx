import type { QueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type ExportJob, exportJobsApi } from '#shared/delivery/export-jobs-api.ts'
import { notificationsApi } from '#shared/notifications/api.ts'
import { addressOf } from '#web/api/address.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { showError } from '#web/api/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { untilClosed } from '#web/ui/toasts/toaster.tsx'

/** Ids of jobs whose progress is already shown. */
const watched = new Set<string>()
const everyMs = 1000

export const isBeingMade = ({ state }: ExportJob) => state === 'waiting' || state === 'running'

/** Polls an export job until it ends and shows its progress in a toast on every page, then the download link. */
export function watchExport(job: ExportJob, client: QueryClient): void {
  if (watched.has(job.id)) return
  watched.add(job.id)
  void follow(job).finally(() => {
    watched.delete(job.id)
    void client.invalidateQueries({ queryKey: [exportJobsApi.listExportJobs.path] })
    void client.invalidateQueries({ queryKey: [notificationsApi.countUnread.path] })
  })
}

async function follow(begun: ExportJob): Promise<void> {
  const params = { id: begun.id }
  let job = begun
  while (isBeingMade(job)) {
    showProgress(job)
    await new Promise((done) => setTimeout(done, everyMs))
    try {
      job = await call(exportJobsApi.getExportJob, { params }, { quiet: true })
    } catch (error) {
      // Keep polling while offline. A 4xx means signed out or expired (after a day): then just close the toast.
      const isGone = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (!isGone) continue
      toast.dismiss(job.id)
      return
    }
  }
  reportEnd(job)
}

function showProgress(job: ExportJob): void {
  const share = job.rows === 0 ? 100 : Math.min(100, Math.floor((job.progress / job.rows) * 100))
  toast.loading(`Exporting ${job.rows.toLocaleString('en')} rows`, {
    ...untilClosed,
    closeButton: false,
    id: job.id,
    description: <ProgressBar label={`Export to ${job.fileName}`} value={share} className="mt-1 w-48" />,
    action: (
      <Button size="sm" className="ml-auto shrink-0" onClick={() => void cancel(job)}>
        Cancel
      </Button>
    ),
  })
}

async function cancel({ id }: ExportJob): Promise<void> {
  try {
    await call(exportJobsApi.cancelExport, { params: { id } })
  } catch (error) {
    if (error instanceof ApiError) showError(error)
    else throw error
  }
}

/** Formats a file size: "1.6 MB". */
export const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

function reportEnd(job: ExportJob): void {
  const { id, state, rows, bytes, failure } = job
  if (state === 'cancelled') {
    toast.info('The export was cancelled', { id, description: null, action: null, duration: 4000 })
  } else if (state === 'failed') {
    toast.error('The export failed', { ...untilClosed, id, description: failure, action: null })
  } else {
    toast.success('The export is ready', {
      ...untilClosed,
      id,
      description: `${rows.toLocaleString('en')} rows, ${sizeOf(bytes)}. Available for 24 hours.`,
      action: (
        <Button asChild size="sm" variant="primary" className="ml-auto shrink-0">
          <a
            href={addressOf(exportJobsApi.downloadExport, { params: { id } })}
            download
            onClick={() => toast.dismiss(id)}
          >
            Download
          </a>
        </Button>
      ),
    })
  }
}
