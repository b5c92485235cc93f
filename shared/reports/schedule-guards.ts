import { can, type Subject } from '#shared/access/can.ts'
import type { ReportSchedule } from './schedules-api.ts'

type Facts = Pick<ReportSchedule, 'state'>

/** Why a schedule can't be paused, in words for the user; null where it can. */
export const whyNotPaused = ({ state }: Facts): string | null =>
  state === 'active' ? null : `This schedule is ${state}.`

/** Why it can't be resumed; null where it can. */
export const whyNotResumed = ({ state }: Facts): string | null =>
  state === 'active' ? 'This schedule is active.' : null

/** What one may do with schedules of others, besides seeing them: an administrator all of it. Changing and sending are their owner's. */
export const mayPauseOthers = (subject: Subject): boolean => subject.role === 'admin' || can(subject, 'reports.edit')
export const mayDeleteOthers = (subject: Subject): boolean => subject.role === 'admin' || can(subject, 'reports.delete')
