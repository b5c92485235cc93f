import type { JobName } from '#shared/jobs/job-names.ts'
import type { Tx } from '#server/db/database.ts'
import type { JobData } from './job-queues.ts'
import type { Work } from './work.ts'

/** One attempt at a job. */
export interface JobRun<N extends JobName> {
  id: string
  data: JobData[N]
  /** 1 for the first. */
  attempt: number
  /** If this one fails, the job has failed. */
  isLastAttempt: boolean
  /** Of the job that failed, where this one reports it. */
  failed: { queue: string; id: string } | null
  /** Aborted when the server stops: throw JobInterrupted, and another server goes on with it. */
  signal: AbortSignal
}

/** How the jobs of one queue are done. */
export interface JobHandler<N extends JobName> {
  /** So many are fetched and done together; 1 unless it says otherwise. */
  batchSize?: number
  /** So many batches in each process at once; 1 unless it says otherwise. */
  concurrency?: number
  /** Does one job. What it throws is shown to administrators, and the job is tried again. */
  run?: (job: JobRun<N>) => Promise<void>
  /** Does all jobs of a batch in one go, instead of `run`. */
  runTogether?: (jobs: readonly JobRun<N>[]) => Promise<void>
  /** Jobs for rows that wait without one: after a restore without the queue's tables, or an upgrade. */
  missing?: () => Promise<readonly { id?: string; data: JobData[N] }[]>
  /** The job has failed for good or was cancelled: says so in the rows that wait for it. */
  onAbandon?: (tx: Tx, job: Pick<JobRun<N>, 'id' | 'data'>, end: Abandonment) => Promise<void>
  /** An administrator runs a failed or cancelled job again. Throws a refusal where that makes no sense any more. */
  onRunAgain?: (work: Work, data: JobData[N]) => Promise<void>
}

/** Why a job won't be done. */
interface Abandonment {
  why: string
  /** By an administrator; else its attempts are used up. */
  isCancelled: boolean
}

export type JobHandlers = { readonly [N in JobName]?: JobHandler<N> }

/** The server stops before the job is done: it goes back to the queue as if nobody had begun with it. */
export class JobInterrupted extends Error {
  constructor() {
    super('The server was stopped.')
  }
}

/** Trying again would change nothing: the job has failed now. */
export class JobFailed extends Error {}
