import type { Announcement, Audience, Work } from '#server/kernel/work.ts'

const whoSeesUsers: Audience = ['users']

/** Of the ten events, that of accounts is also that of a user's; it goes to those alone who may see users. */
export const announcedUser = (id: string): Announcement => ({
  name: 'account_updated',
  payload: { accountId: id },
  to: whoSeesUsers,
})

export const announceUser = (work: Work, id: string): void =>
  work.announce('account_updated', { accountId: id }, whoSeesUsers)
