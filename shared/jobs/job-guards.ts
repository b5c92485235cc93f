import type { RefusalCode } from '#shared/http/refusal.ts'
import type { Job } from './api.ts'
import type { JobName } from './job-names.ts'

/** Why something of a job is not open: for the program, and in words for the user. */
interface Closed {
  code: RefusalCode
  reason: string
}

/** What can be stopped while it runs: each of them looks between its steps whether anybody still wants it. */
const stoppable: readonly JobName[] = ['export-list', 'run-import', 'check-integrity']

/** Why a job can't be run again or at once; null where it can. */
export function whyJobNotRun({ state }: Pick<Job, 'state'>): Closed | null {
  if (state === 'running') return { code: 'ALREADY_RUNNING', reason: 'This job is running.' }
  return state === 'done' ? { code: 'ALREADY_DONE', reason: 'This job is done.' } : null
}

/** Why it can't be cancelled; null where it can. */
export function whyJobNotCancelled({ state, queue }: Pick<Job, 'state' | 'queue'>): Closed | null {
  if (state === 'running' && !stoppable.includes(queue))
    return { code: 'ALREADY_RUNNING', reason: 'This job is running, and can’t be stopped half way.' }
  return state === 'waiting' || state === 'retrying' || state === 'running'
    ? null
    : { code: 'ALREADY_DONE', reason: 'This job is over.' }
}
