import { jobsApi } from '#shared/jobs/api.ts'
import type { Serve } from '#server/http/serve.ts'
import type { JobHandlers } from '#server/kernel/job-contract.ts'
import { cancelJob, runJobAgain } from './change-job.ts'
import { countJobs, listJobs } from './job-list.ts'

export function serveJobs({ read, write }: Serve, handlers: JobHandlers): void {
  read(jobsApi.listJobs, ({ db, query }) => listJobs(db, query))
  read(jobsApi.countJobs, ({ db }) => countJobs(db))
  write(jobsApi.runJobAgain, (work, { params }) => runJobAgain(work, handlers, params.queue, params.id))
  write(jobsApi.cancelJob, (work, { params }) => cancelJob(work, handlers, params.queue, params.id))
}
