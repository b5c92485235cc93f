import { expect, test } from 'vitest'
import { changeRetention } from '#test/retention.ts'
import { changeSettings } from '#test/settings.ts'
import { retentionCompany } from '#test/retention-company.ts'

/* When messages are sent, across clock changes. */

const company = retentionCompany()
const { candidates, log, run, runAndSend, inactive } = company

test('[RET-03] the job sends messages only once automatic sending is on, and after the quiet hours', async () => {
  await inactive(90)
  await company.server.app.runJobs('plan-retention')
  expect(company.smtp.received).toEqual([])
  await changeRetention(company.admin, { automatic: true, quietFrom: '11:00', quietTo: '14:00' })
  await company.server.app.runJobs('plan-retention')
  expect(company.smtp.received).toEqual([])
  company.now = new Date('2026-11-18T14:00:00Z')
  await company.server.app.runJobs('plan-retention')
  await company.server.app.runJobs()
  expect(company.smtp.received).toHaveLength(1)
  await company.server.app.runJobs('plan-retention')
  await company.server.app.runJobs()
  expect(company.smtp.received).toHaveLength(1)
})

test('clock jumps over midnight, backwards and across daylight saving changes send nothing twice', async () => {
  await changeSettings(company.admin, { timeZone: 'Europe/Berlin' })
  await inactive(90)
  const jumps = [
    '2026-10-24T21:59:59Z',
    '2026-10-24T22:00:01Z',
    '2026-10-24T21:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    '2027-03-28T00:59:59Z',
    '2027-03-28T01:00:01Z',
    '2026-11-18T12:00:00Z',
  ]
  await changeRetention(company.admin, { automatic: true, inactivityDays: 10 })
  for (const moment of jumps) {
    company.now = new Date(moment)
    await company.server.app.runJobs('plan-retention')
    await company.server.app.runJobs()
  }
  expect(company.smtp.received).toHaveLength(1)
  await changeSettings(company.admin, { timeZone: 'UTC' })
})

test('a second message to an inactive customer follows after the step days, within the limit per 30 days', async () => {
  await inactive(90)
  await changeRetention(company.admin, { steps: 3, stepDays: 10, maxPer30Days: 2, automatic: true })
  const hourly = async (day: number) => {
    company.now = new Date(Date.UTC(2026, 10, 18 + day, 12))
    await company.server.app.runJobs('plan-retention')
    await company.server.app.runJobs()
    return company.smtp.received.length
  }
  expect([await hourly(0), await hourly(9), await hourly(10), await hourly(20)]).toEqual([1, 1, 2, 2])
  expect((await candidates()).map(({ step, exclusions }) => [step, exclusions])).toEqual([[3, ['cap']]])
  expect(await hourly(31)).toBe(3)
  expect(await hourly(60)).toBe(3)
})

test('[RET-03] the nightly job purges old log entries, and purged messages are not sent again', async () => {
  await inactive(90)
  await runAndSend()
  await changeRetention(company.admin, { logRetentionDays: 30 })
  company.now = new Date(company.now.getTime() + 29 * 86_400_000)
  await company.server.app.runJobs('purge-retention-log')
  expect(await log()).toHaveLength(1)
  company.now = new Date(company.now.getTime() + 2 * 86_400_000)
  await company.server.app.runJobs('purge-retention-log')
  expect(await log()).toEqual([])
  expect((await run()).status).toBe(409)
})
