import { exportedList, moment } from '#server/delivery/exported-list.ts'
import { candidatesApi, exclusionNames, triggerNames } from '#shared/retention/candidates-api.ts'
import { messagesApi } from '#shared/retention/messages-api.ts'

export const candidateExport = exportedList('retention-candidates', candidatesApi.listCandidates, {
  name: ['Customer', (row) => row.name],
  email: ['Email', (row) => row.email],
  phone: ['Phone', (row) => row.phone],
  lastOrderDate: ['Last order', (row) => row.lastOrderDate],
  daysSince: ['Days since', (row) => row.daysSince],
  trigger: ['Reason', (row) => triggerNames[row.trigger]],
  rhythmDays: ['Usual rhythm, days', (row) => row.rhythmDays],
  daysLate: ['Days late', (row) => row.daysLate],
  usualItems: ['Usual items', (row) => row.usualItems.map(({ name, quantity }) => `${quantity} × ${name}`).join('; ')],
  step: ['Step', (row) => row.step],
  channel: ['Type', (row) => row.channel],
  subject: ['Subject', (row) => row.subject],
  message: ['Message', (row) => row.message],
  status: ['Excluded because', (row) => row.exclusions.map((reason) => exclusionNames[reason]).join(', ')],
})

export const retentionLogExport = exportedList('retention-log', messagesApi.listMessages, {
  timestamp: ['Timestamp', (row) => moment(row.timestamp)],
  customer: ['Customer', (row) => row.customer.name],
  message: ['Message', (row) => row.message],
  type: ['Type', (row) => row.type],
  status: ['Status', (row) => row.status],
  to: ['To', (row) => row.to],
  subject: ['Subject', (row) => row.subject],
  step: ['Step', (row) => row.step],
  problem: ['Why it failed', (row) => row.problem],
  deliveredAt: ['Delivered', (row) => (row.deliveredAt ? moment(row.deliveredAt) : null)],
})
