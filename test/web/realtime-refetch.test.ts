import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Emitted, eventNames, localEventNames } from '#shared/http/event-names.ts'
import { reports } from '#shared/reports/reports.ts'
import type { Route } from '#shared/http/route.ts'
import { refetchedBy } from '#web/api/realtime-refetch.ts'

/** Reads that no event refetches, and why that is acceptable. */
const untold: Record<string, string> = {
  'GET /api/auth/setup-first-admin': 'asked anew by each page that shows it',
  'GET /api/auth/profile': 'a change of it ends the session',
  'GET /api/auth/customer-portal/profile': 'a change of it ends the session',
  'GET /api/notification-settings': 'one’s own: asked whenever it is looked at',
  'GET /api/auth/passkeys': 'one’s own: asked whenever it is looked at',
  'GET /api/auth/second-factor': 'one’s own: asked whenever it is looked at',
  'GET /api/auth/sudo': 'asked when it is needed',
  'GET /api/auth/sessions': 'one’s own: asked whenever it is looked at',
  'GET /api/users/:id/sessions': 'administrators’: asked whenever it is looked at',
  'GET /api/registration-links': 'administrators’: asked whenever it is looked at',
  'GET /api/mail-outbox': 'asked every 15 seconds',
  'GET /api/imports': 'administrators’: asked whenever it is looked at',
  'GET /api/imports/:id': 'asked twice a second while it works',
  'GET /api/export-jobs': 'asked when a list is opened and when one ends',
  'GET /api/export-jobs/:id': 'asked every second while it is made',
  'GET /api/customer-imports': 'asked whenever it is looked at',
  'GET /api/customer-imports/:id': 'asked twice a second while it works',
  'GET /api/product-imports': 'asked whenever it is looked at',
  'GET /api/product-imports/:id': 'asked twice a second while it works',
  'GET /api/raw-material-imports': 'asked whenever it is looked at',
  'GET /api/raw-material-imports/:id': 'asked twice a second while it works',
  'GET /api/list-settings': 'one’s own choice of columns, which may wait',
  'GET /api/list-views': 'views of a list, which may wait',
  'GET /api/proofs': 'administrators’: asked whenever it is looked at',
  'GET /api/proofs/:id': 'one that is done never changes',
  'GET /api/scan': 'asked for each scan',
  'GET /api/search': 'asked for each word',
  'GET /api/driver/files/:sha256': 'asked before each file is sent',
  'GET /api/recalls/:id/customers/:accountId/notice': 'asked for each mail',
  'GET /api/reports/purchases': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/prospects': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/stock': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/supplier-deliveries': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/low-stock': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/margin': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/fill-rate': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/on-time': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/deliveries': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/sales-tax': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/landed-cost': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/price-changes': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/supplier-service': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/activity': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/receivables': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/stock-value': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/abc-xyz': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/adjustments': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/expiry-cost': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/count-accuracy': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/reports/recalls': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/saved-reports': 'one’s own and shared ones: asked whenever it is looked at',
  'GET /api/report-schedules': 'one’s own: asked whenever it is looked at',
  'GET /api/report-schedules/:id/runs': 'one’s own: asked whenever it is looked at',
  'GET /api/report-recipients': 'asked when a report is scheduled',
  'GET /api/forecasts': 'made once a night',
  'GET /api/forecasts/summary': 'made once a night',
  'GET /api/expiry-radar': 'figures of weeks, which may wait: asked whenever it is looked at',
  'GET /api/journal': 'figures of a period, which may wait: asked whenever it is looked at',
  'GET /api/journal/trial-balance': 'figures of a period, which may wait: asked whenever it is looked at',
  'GET /api/journal/accounts': 'administrators’: asked whenever it is looked at',
  'GET /api/period-lock': 'the server refuses what a form does not know yet',
  'GET /api/period-lock/events': 'administrators’: asked whenever it is looked at',
  'GET /api/reports/deleted-counts': 'figures of days, which may wait: asked whenever it is looked at',
  'GET /api/driving-times': 'learnt from many routes: one more may wait',
  'GET /api/jobs': 'administrators’: asked every 5 seconds',
  'GET /api/jobs/counts': 'administrators’: asked every 5 seconds',
}

/** Every GET declared in shared/, except downloads, which are fetched on demand. */
async function declaredReads(): Promise<string[]> {
  const found = new Set<string>()
  const shared = fileURLToPath(new URL('../../shared', import.meta.url))
  for await (const file of glob('**/*api.ts', { cwd: shared })) {
    const module = (await import(`${shared}/${file}`)) as Record<string, Record<string, Route>>
    for (const [name, api] of Object.entries(module)) {
      if (!name.endsWith('Api')) continue
      for (const { method, path, spec } of Object.values(api)) {
        // Portal pages refetch when they are opened, and the portal has its own table for its writes.
        if (spec.access === 'portal') continue
        if (method === 'GET' && !spec.download) found.add(`GET ${path}`)
      }
    }
  }
  for (const { read } of reports) found.add(`GET ${read.path}`)
  return [...found]
}

test('[RT-06] every GET is refetched after an event, or there is a stated reason why not', async () => {
  const reads = await declaredReads()
  expect(reads.length).toBeGreaterThan(50)
  const namesOf = (events: readonly Emitted[]) =>
    new Set(events.flatMap((name): readonly Route[] => refetchedBy[name]).map(({ path }) => `GET ${path}`))
  const refetched = namesOf(eventNames)
  expect(reads.filter((read) => !refetched.has(read) && !(read in untold))).toEqual([])
  // No entry is unknown or stated twice.
  expect(Object.keys(untold).filter((read) => !reads.includes(read) || refetched.has(read))).toEqual([])
  expect([...refetched, ...namesOf(localEventNames)].filter((read) => !reads.includes(read))).toEqual([])
})
