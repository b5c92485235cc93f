import type { Announcement, Work } from '#server/kernel/work.ts'

const audience = ['retention'] as const

/** For jobs, which don't run a command. */
export const announcedRetention = (id: string): Announcement => ({
  name: 'account_updated',
  payload: { accountId: id },
  to: audience,
})

/** Announces changed candidates, messages or settings to users who may view retention; `id` is that of a customer or of the change. */
export const announceRetention = (work: Work, id = work.caller.userId) =>
  work.announce('account_updated', { accountId: id }, audience)
