import type { Announcement, Audience, Work } from '#server/kernel/work.ts'

const whoSeesUsers: Audience = ['users']

/** Of the ten events, account_updated also announces users; it is sent only to those who may view users. */
export const announcedUser = (id: string): Announcement => ({
  name: 'account_updated',
  payload: { accountId: id },
  to: whoSeesUsers,
})

export const announceUser = (work: Work, id: string): void =>
  work.announce('account_updated', { accountId: id }, whoSeesUsers)
