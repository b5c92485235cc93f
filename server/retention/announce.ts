import type { Announcement, Work } from '#server/kernel/work.ts'

const audience = ['retention'] as const

/** For what no command did. */
export const announcedRetention = (id: string): Announcement => ({
  name: 'account_updated',
  payload: { accountId: id },
  to: audience,
})

/** Tells those who see retention that candidates, messages or settings have changed; `id` names a customer or what was done. */
export const announceRetention = (work: Work, id = work.caller.userId) =>
  work.announce('account_updated', { accountId: id }, audience)
