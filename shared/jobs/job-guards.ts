import type { RefusalCode } from '#shared/http/refusal.ts'
import type { Job } from './api.ts'
import type { JobName } from './job-names.ts'

/** Why an action on a job is not possible: an error code, and a text for the user. */
interface Closed {
  code: RefusalCode
  reason: string
}

/** Jobs that can be cancelled while they run: they check for it between their steps. */
const stoppable: readonly JobName[] = ['export-list', 'run-import', 'check-integrity']

/** Why a job can't be run again or now; null if it can. */
export function whyJobNotRun({ state }: Pick<Job, 'state'>): Closed | null {
  if (state === 'running') return { code: 'ALREADY_RUNNING', reason: 'This job is running.' }
  return state === 'done' ? { code: 'ALREADY_DONE', reason: 'This job is done.' } : null
}

/** Why a job can't be cancelled; null if it can. */
export function whyJobNotCancelled({ state, queue }: Pick<Job, 'state' | 'queue'>): Closed | null {
  if (state === 'running' && !stoppable.includes(queue))
    return { code: 'ALREADY_RUNNING', reason: 'This job is running, and can’t be stopped half way.' }
  return state === 'waiting' || state === 'retrying' || state === 'running'
    ? null
    : { code: 'ALREADY_DONE', reason: 'This job is over.' }
}
