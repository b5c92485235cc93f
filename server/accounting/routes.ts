import { journalApi } from '#shared/accounting/journal-api.ts'
import { isOneFinancialYear } from '#shared/accounting/journal-file-guard.ts'
import { periodsApi } from '#shared/accounting/periods-api.ts'
import { invalid } from '#shared/http/refusal.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { getSettings } from '#server/settings/settings.ts'
import { getChart, putChart } from './chart.ts'
import { assertDays, journalEntries, listJournal } from './journal.ts'
import { sendJournal } from './journal-files.ts'
import { closePeriod, getPeriodLock, listPeriodEvents, reopenPeriod } from './periods.ts'
import { getTrialBalance } from './trial-balance.ts'

export function serveAccounting({ read, write }: Serve, { clock }: ServeDeps): void {
  read(journalApi.listJournal, ({ db, query }) => listJournal(db, query))
  read(journalApi.trialBalance, ({ db, query }) => getTrialBalance(db, query.from, query.until))
  read(journalApi.journalFile, async ({ db, query, reply }) => {
    const { from, until, format } = query
    assertDays(from, until)
    const [{ currency }, { chart, datev }] = await Promise.all([getSettings(db), getChart(db)])
    if (format === 'datev' && !isOneFinancialYear(query, datev.fiscalMonth))
      throw invalid('until', 'must be in the same financial year as the start: a DATEV batch is of one')
    const accountLength = Math.max(...chart.map(({ number }) => number.length))
    const entries = journalEntries(db, query)
    return sendJournal(reply, { format, from, until, currency, accountLength, datev, now: clock(), entries })
  })
  read(journalApi.getChart, ({ db }) => getChart(db))
  write(journalApi.putChart, (work, { body, version }) => putChart(work, version, body))

  read(periodsApi.getPeriodLock, ({ db }) => getPeriodLock(db))
  read(periodsApi.listPeriodEvents, async ({ db }) => ({ data: await listPeriodEvents(db) }))
  write(periodsApi.closePeriod, (work, { body, version }) => closePeriod(work, version, body.until))
  write(periodsApi.reopenPeriod, (work, { body, version }) => reopenPeriod(work, version, body))
}
