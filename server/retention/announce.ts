import type { Work } from '#server/kernel/work.ts'

/** Tells those who see retention that candidates, messages or settings have changed; `id` names a customer or what was done. */
export const announceRetention = (work: Work, id = work.caller.userId) =>
  work.announce('account_updated', { accountId: id }, ['retention'])
