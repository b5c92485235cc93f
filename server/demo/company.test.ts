import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { companySetupApi } from '#shared/dashboard/company-setup-api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { estimateStatuses } from '#shared/sales/estimates/estimate-transitions.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { messagesApi } from '#shared/retention/messages-api.ts'
import { expiryCostReport } from '#shared/reports/inventory-reports.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { startServer } from '#test/server.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { loadDemoCompany } from './company.ts'

test('the demo company loads once, covers every order and estimate status and satisfies every invariant', async () => {
  // Loaded once, for all tests that need it.
  const server = await startServer({ demo: true })
  const admin = await server.as('admin')
  const { data } = await admin.do(salesApi.countOrders, {})
  const seen = data.filter((one) => one.count > 0).map((one) => one.status)
  expect(seen.toSorted()).toEqual(orderStatuses.toSorted())
  const estimates = await admin.do(estimatesApi.listEstimates, {})
  expect(new Set(estimates.data.map((one) => one.status))).toEqual(new Set(estimateStatuses))
  const expired = estimates.data.find((one) => one.status === 'Expired')
  const { timeline } = await admin.do(estimatesApi.getEstimate, { params: { id: expired?.id ?? '' } })
  expect(timeline[0], 'nobody did it').toMatchObject({ move: 'expire', actor: null })
  for (const badge of ['onHold', 'partlyShipped', 'partlyReturned'] as const)
    expect((await admin.do(salesApi.listOrders, { query: { badge } })).total, badge).toBeGreaterThan(0)
  const payments = await admin.do(paymentsApi.listPayments, {})
  expect(payments.data.filter(({ kept }) => kept !== '0.00')).toHaveLength(1)
  expect(payments.data.filter(({ invoices }) => invoices.length === 2)).toHaveLength(1)
  const duplicates = await admin.do(mergeApi.listContactTwins, { query: { name: 'Ines Amoako' } })
  expect(duplicates.data.map(({ name }) => name)).toEqual(['Ines Amoako', 'Ines Amoakoh'])
  const counts = await admin.do(countsApi.listCounts, {})
  expect(counts.data.map((one) => one.status).toSorted()).toEqual(['APPLIED', 'COUNTING', 'PLANNED', 'REVIEW'])
  const runs = await admin.do(productionApi.listRuns, {})
  expect(new Set(runs.data.map((one) => one.status))).toEqual(new Set(['made', 'taken_back', 'reversal']))
  const gloves = await admin.do(inventoryApi.listProducts, { query: { q: 'GLV-NIT-M' } })
  const picture = await admin.send('GET', `/api/product-images/${gloves.data[0]?.cover}/large`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const candidates = await admin.do(candidatesApi.listCandidates, { query: {} })
  const reasons = new Set(candidates.data.flatMap(({ exclusions }) => exclusions))
  expect(candidates.data.length).toBeGreaterThan(3)
  expect([reasons.has('optedOut'), reasons.has('overdue')]).toEqual([true, true])
  const log = await admin.do(messagesApi.listMessages, { query: {} })
  expect(log.data.map(({ status }) => status).toSorted()).toEqual(['Failed', 'Sent', 'Sent'])
  expect(await admin.do(messagesApi.getResults, {})).toMatchObject({ heldOut: { customers: 1 } })
  const expiry = await admin.do(expiryCostReport.read, { query: { range: '90', by: 'item' } })
  expect([expiry.totals.current['quantity'], expiry.rows.length]).toEqual([84, 3])
  expect(Number(expiry.totals.current['writtenOff'])).toBeGreaterThan(0)
  expect(await brokenInvariants(server.database.db)).toEqual({})
  // None of its mails is sent, even with a mail server.
  const mails = await sql<{ state: string; mails: number }>`select state, count(*)::int as mails from mail_outbox
    where to_address like '%.example' group by state`.execute(server.database.db)
  expect(mails.rows).toEqual([{ state: 'kept', mails: expect.any(Number) }])
  await expect(loadDemoCompany(server.database, admin.userId)).rejects.toThrow('has products already')
}, 300_000)

test('the demo company loads right after midnight without any stop in the future', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const midnight = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`)
  await loadDemoCompany(server.database, admin.userId, undefined, midnight + 120_000, true)
  const ahead = new Date(midnight + 120_000)
  const { rows: stops } = await sql<{
    isAhead: boolean
  }>`select greatest(arrived_at, finished_at) > ${ahead} as "isAhead"
    from route_stops where arrived_at is not null`.execute(server.database.db)
  expect(stops.length).toBeGreaterThan(20)
  expect(stops.filter(({ isAhead }) => isAhead)).toEqual([])
  // The company is set up: its documents have a letterhead, its customers addresses, and the checklist is hidden.
  const { data: settings, logo } = await admin.do(settingsApi.getSettings, {})
  expect([settings?.company.name, logo]).toEqual(['Harbourline Medical Supply', expect.any(String)])
  expect(await admin.do(companySetupApi.getCompanySetup, {})).toMatchObject({ isDismissed: true })
  const { data: named } = await admin.do(crmApi.listAccounts, { query: { q: 'UDC' } })
  expect(named[0]).toMatchObject({ country: 'Ghana', address: expect.any(String), taxNumber: expect.any(String) })
  expect(await brokenInvariants(server.database.db)).toEqual({})
}, 300_000)
