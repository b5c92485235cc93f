import type { ReportSchedule } from './schedules-api.ts'

type Facts = Pick<ReportSchedule, 'state'>

/** Why a schedule can't be paused, in words for the user; null where it can. */
export const whyNotPaused = ({ state }: Facts): string | null =>
  state === 'active' ? null : `This schedule is ${state}.`

/** Why it can't be resumed; null where it can. */
export const whyNotResumed = ({ state }: Facts): string | null =>
  state === 'active' ? 'This schedule is active.' : null
