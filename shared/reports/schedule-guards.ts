import { can, type Subject } from '#shared/access/can.ts'
import type { ReportSchedule } from './schedules-api.ts'

type Facts = Pick<ReportSchedule, 'state'>

/** Why a schedule can't be paused, in words for the user; null if it can. */
export const whyNotPaused = ({ state }: Facts): string | null =>
  state === 'active' ? null : `This schedule is ${state}.`

/** Why it can't be resumed; null if it can. */
export const whyNotResumed = ({ state }: Facts): string | null =>
  state === 'active' ? 'This schedule is active.' : null

/** The rights to other users' schedules, besides seeing them: administrators may pause and delete. Only owners change and send them. */
export const mayPauseOthers = (subject: Subject): boolean => subject.role === 'admin' || can(subject, 'reports.edit')
export const mayDeleteOthers = (subject: Subject): boolean => subject.role === 'admin' || can(subject, 'reports.delete')
