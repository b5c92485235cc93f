import type { JobName } from '#shared/jobs/job-names.ts'
import type { Tx } from '#server/db/database.ts'
import type { JobData } from './job-queues.ts'
import type { Work } from './work.ts'

/** One attempt at a job. */
export interface JobRun<N extends JobName> {
  id: string
  data: JobData[N]
  /** The number of this attempt, from 1. */
  attempt: number
  /** No retry follows: if this attempt fails, the job has failed. */
  isLastAttempt: boolean
  /** For `report-failed-job`: the job that failed. */
  failed: { queue: string; id: string } | null
  /** Aborted when the server stops: throw JobInterrupted, so that another server takes over the job. */
  signal: AbortSignal
}

/** How workers run the jobs of one queue. */
export interface JobHandler<N extends JobName> {
  /** How many jobs are fetched and run together; 1 by default. */
  batchSize?: number
  /** How many batches each process runs at once; 1 by default. */
  concurrency?: number
  /** Runs one job. If it throws, the error is shown to administrators and the job is retried. */
  run?: (job: JobRun<N>) => Promise<void>
  /** Runs all jobs of a batch together, instead of `run`. */
  runTogether?: (jobs: readonly JobRun<N>[]) => Promise<void>
  /** Jobs for pending rows that have none: after an upgrade, or a restore without the queue's tables. */
  missing?: () => Promise<readonly { id?: string; data: JobData[N] }[]>
  /** Called when the job has failed for good or was cancelled: marks the rows that wait for it. */
  onAbandon?: (tx: Tx, job: Pick<JobRun<N>, 'id' | 'data'>, end: Abandonment) => Promise<void>
  /** Called when an administrator runs a failed or cancelled job again. Throws a refusal if that makes no sense any more. */
  onRunAgain?: (work: Work, data: JobData[N]) => Promise<void>
}

/** Why a job won't be run any more. */
interface Abandonment {
  why: string
  /** True if an administrator cancelled it, false if its attempts are used up. */
  isCancelled: boolean
}

export type JobHandlers = { readonly [N in JobName]?: JobHandler<N> }

/** Thrown when the server stops before the job is done: the job goes back to the queue as if it had never been started. */
export class JobInterrupted extends Error {
  constructor() {
    super('The server was stopped.')
  }
}

/** Thrown when a retry would not help: the job fails at once. */
export class JobFailed extends Error {}
