import { sql } from 'kysely'
import { listViewsApi } from '#shared/settings/list-views-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test.describe.configure({ mode: 'serial' })
test.use({ ownCompany: 'sales-reports' })

/** Eight customers, the nth of whom bought n pieces at 10.00; one more order is pending. */
async function addSales(client: Parameters<typeof addPlace>[0]) {
  const place = await addPlace(client)
  const gloves = await addProduct(client, place, { name: 'Nitrile gloves', price: '10.00', quantity: 500 })
  for (let number = 1; number <= 8; number += 1) {
    const account = await addAccount(client, { name: `Clinic ${number}` })
    const order = await addOrder(client, account.id, [[gloves.id, number]])
    await client.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    if (number === 8) await addOrder(client, account.id, [[gloves.id, 1]])
  }
}

test('[REP-05] without sales records the reports say so instead of failing', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  for (const path of ['/reports', '/reports/sales']) {
    await goTo(page, path)
    await expect(page.getByText('No chart data for this period')).toBeVisible()
    await expect(page.getByText('There are no sales records yet.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Trends' }).click()
    await expect(page.getByText('No chart data for this period')).toHaveCount(2)
    await page.getByRole('tab', { name: 'Status' }).click()
    await expect(page.getByText('No statuses in this period.')).toBeVisible()
  }
})

test('[REP-02] the sales report has an overview and seven customers, all on demand, with links to their orders', async ({
  page,
  app,
}) => {
  await addSales(app.api)
  await app.signIn(page, 'admin')
  await goTo(page, '/reports/sales')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Sales \$360/ })).toBeVisible()
  await expect(main.getByRole('link', { name: /^Orders 8/ })).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('tab', { name: 'Customers' }).click()
  await expect(main.getByRole('listitem')).toHaveCount(8)
  await expect(main.getByRole('listitem').last()).toContainText('1 other')
  await main.getByRole('button', { name: 'Show all 8' }).click()
  await expect(page).toHaveURL(/tab=customers&all=true/)
  await expect(main.getByRole('listitem').last()).toContainText('Clinic 1')
  await expectAccessible(page)
  await main.getByRole('link', { name: /^Clinic 8/ }).click()
  await expect(page).toHaveURL(/sales-orders\?account=[^&]+&sale=true&from=[^&]+&to=/)
  // The pending order of the customer is not a sale.
  await expect(page.getByRole('table', { name: 'Sales orders' }).getByRole('row')).toHaveCount(2)
  await page.goBack()
  await main.getByRole('tab', { name: 'Status' }).click()
  await expect(main.getByRole('link', { name: /^Confirmed Value: \$360.00 8/ })).toBeVisible()
  await main.getByRole('link', { name: /^Pending/ }).click()
  await expect(page.getByRole('table', { name: 'Sales orders' }).getByRole('row')).toHaveCount(2)
})

test('[REP-01, REP-02] analytics: range, grouping and tab are in the URL; charts have a table view', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/reports?tab=trends')
  const main = page.getByRole('main')
  await expect(main.getByText(/^There were no sales records .*a year ago\.$/).first()).toBeVisible()
  await page.getByRole('button', { name: '90 days' }).click()
  await main.getByLabel('Group by').first().selectOption('month')
  await expect(page).toHaveURL(/tab=trends&range=90&groupBy=month/)
  await main.getByRole('button', { name: 'Show table' }).first().click()
  const table = main.getByRole('table')
  await expect(table.getByRole('columnheader').first()).toHaveText('Month')
  await expect(table.getByRole('row').last()).toContainText('$360.00')
  await expectAccessible(page)
  await table.getByRole('link').last().click()
  await expect(page.getByRole('table', { name: 'Records of Items sold' }).getByRole('row')).toHaveCount(9)
  await page.goBack()
  await page.getByRole('button', { name: 'Custom' }).click()
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(main.getByText(/There are no sales records in this period. The latest is of/).first()).toBeVisible()
  await main.getByRole('button', { name: 'Show all time' }).first().click()
  await expect(page).toHaveURL(/range=all/)
  await main.getByRole('tab', { name: 'Items' }).click()
  await expect(main.getByRole('link', { name: /^Nitrile gloves Units: 36 \$360/ })).toBeVisible()
  await expectAccessible(page)
})

test('[REP-02] every report opens from one list; its figures open the records behind them', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/reports/all')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Recalls/ })).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('link', { name: /^Fill rate/ }).click()
  await expect(main.getByRole('link', { name: /^Order lines 8/ })).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('tab', { name: 'Customers' }).click()
  await expect(page).toHaveURL(/by=customer/)
  // All customers have one line, so any seven of them may be shown.
  await main.getByRole('button', { name: 'Show all 8' }).click()
  await main.getByRole('link', { name: /^Clinic 8/ }).click()
  await expect(page.getByRole('heading', { name: 'Customer: Clinic 8' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Records of Fill rate' }).getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await goTo(page, '/reports')
  await main.getByRole('tab', { name: 'Items' }).click()
  await main.getByRole('link', { name: /^Nitrile gloves Units: 36/ }).click()
  // The lines of the item, not its orders: 36 pieces in eight lines.
  await expect(page.getByRole('table', { name: 'Records of Items sold' }).getByRole('row')).toHaveCount(9)
  await expect(main.getByText('Of all records below').first()).toBeVisible()
  // An activity links to its record, if the record has a page.
  const content = { query: 'sort=name', choice: null }
  await app.api.do(listViewsApi.createView, { body: { list: 'products', name: 'By name', sharedWith: [], content } })
  await sql`insert into audit_log (actor_id, act, entity) select id, 'list_view.looked', 'list_view'
    from users, generate_series(1, 59) where role = 'admin' limit 59`.execute(app.database.db)
  for (const [subject, links] of [
    ['salesOrder', 1],
    ['account', 1],
    ['list_view', 0],
  ] as const) {
    await goTo(page, `/reports/activity/records?range=90&by=subject&key=${subject}`)
    const row = page.getByRole('table', { name: 'Records of User activity' }).getByRole('row').nth(1)
    await expect(row.getByRole('cell').first()).toBeVisible()
    await expect(row.getByRole('link')).toHaveCount(links)
  }
  // Many records have pages with a range; a single page has no page buttons.
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1–50 of 60')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('51–60 of 60')
  await pages.getByRole('button', { name: 'Previous' }).click()
  await expect(pages).toContainText('1–50 of 60')
  await goTo(page, '/reports/activity/records?start=2020-01-01&end=2020-01-31')
  await expect(main.getByText('No records in this period')).toBeVisible()
  await expect(pages).toHaveCount(0)
  // An old link's unknown grouping is ignored.
  await goTo(page, '/reports/activity/records?range=14&by=branch&key=x')
  await expect(page.getByRole('table', { name: 'Records of User activity' }).getByRole('row').nth(3)).toBeVisible()
  for (const name of [
    'margin',
    'on-time',
    'deliveries',
    'sales-tax',
    'landed-cost',
    'price-changes',
    'supplier-service',
  ]) {
    await goTo(page, `/reports/${name}`)
    await expect(main.locator('[data-card]').first()).toBeVisible()
    await expect(main.getByText('Something went wrong')).toHaveCount(0)
  }
})

test('[REP-02] a report is exported as CSV and PDF, and its charts as PNG', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/reports/sales')
  await expect(page.getByRole('main').locator('svg.recharts-surface').first()).toBeVisible()
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    return (await download).suggestedFilename()
  }
  expect(await save('Customers, CSV')).toMatch(/^sales-.*\.csv$/)
  expect(await save('Periods, PDF')).toMatch(/^sales-.*\.pdf$/)
  expect(await save('Charts, PNG')).toBe('sales.png')
})
