import type { notificationMethods } from '#shared/inventory/recalls/recall.ts'

type How = (typeof notificationMethods)[number]

/** "Notified by phone". */
export const notifiedLabels: Record<How, string> = {
  mail: 'by email',
  phone: 'by phone',
  visit: 'in person',
  letter: 'by letter',
  other: 'another way',
}

export const methodLabels: Record<How, string> = {
  mail: 'Email, sent now',
  phone: 'Phone call',
  visit: 'Visit',
  letter: 'Letter',
  other: 'Other',
}
