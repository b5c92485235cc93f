import type { Page } from '@playwright/test'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { reports } from '#shared/reports/reports.ts'
import { addAccount, addOrder, addPlace, addProduct, deliveredOrder, placePurchase } from '#test/builders.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { goTo } from '../inside-the-app.ts'

test.use({ ownCompany: 'every-report' })

/** Reports for which this small company certainly has data; others may be empty. */
const reportsWithData = ['sales', 'items', 'orders', 'purchases', 'prospects', 'fill-rate']
/** Some reports take long while other tests use the machine. */
const slow = { timeout: 60_000 }

/** One delivered and one confirmed order; goods bought and received, the second time at a higher cost; a prospect. */
async function addCompany(client: Parameters<typeof addPlace>[0]) {
  const place = await addPlace(client)
  const gloves = await addProduct(client, place, { name: 'Nitrile gloves', cost: '6.00', quantity: 100 })
  const account = await addAccount(client, { name: 'Harbour clinic' })
  await deliveredOrder(client, account.id, [[gloves.id, 10]])
  const { id } = await addOrder(client, account.id, [[gloves.id, 5]])
  await client.do(salesApi.confirm, { params: { id }, body: {} })
  for (const cost of ['6.00', '7.50']) {
    const order = await placePurchase(client, place, [[gloves.id, 20, cost]])
    const lines = order.orderLines.map((line) => ({ lineId: line.id, quantity: line.quantity }))
    await client.do(purchasingApi.receive, { params: { id: order.id }, body: { lines } })
  }
  await client.do(prospectsApi.createProspect, { body: { name: 'Hill clinic', source: 'Fair' } })
}

const at = (page: string, query: string) => `${page}${page.includes('?') ? '&' : '?'}${query}`
const chartOf = (page: Page) => page.getByRole('main').locator('svg.recharts-surface').first()

/** The figures of a report link to a list or to the records behind them. */
async function drill(page: Page) {
  const main = page.getByRole('main')
  // A tile if there is one, otherwise a row of the ranking.
  const figure = main.locator('a[data-card], li a').first()
  await figure.click()
  await expect(main.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await page.goBack()
  await expect(figure).toBeVisible()
}

/** Reads the chart by keyboard, and as a table. */
async function readChart(page: Page) {
  const main = page.getByRole('main')
  await chartOf(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(main.locator('.recharts-tooltip-wrapper').first()).toBeVisible()
  await main.getByRole('button', { name: 'Show table' }).first().click()
  await expect(main.locator('figure').first().getByRole('row').nth(1)).toBeVisible()
  await main.getByRole('button', { name: 'Show chart' }).first().click()
}

for (const report of reports) {
  const { name, label, page: path } = report
  test(`[REP-01, REP-02] ${label} (${name}) groups, compares, drills down, exports, prints, can be empty, saved and scheduled`, async ({
    page,
    app,
  }) => {
    test.setTimeout(240_000)
    if ((await app.api.do(salesApi.listOrders, { query: {} })).total === 0) await addCompany(app.api)
    const { totals } = await app.api.do(report.read, { query: { range: '90' } })
    const isEmpty = Object.values(totals.current).every((value) => Number(value) === 0)
    if (reportsWithData.includes(name)) expect(isEmpty).toBe(false)
    await app.signIn(page, 'admin')
    const main = page.getByRole('main')
    await goTo(page, at(path, 'range=90'))
    await expect(main.locator('[data-card]').first()).toBeVisible()
    const groupBy = main.getByLabel('Group by').first()
    if (!isEmpty) {
      await expect(main.getByText(/period before/i).first()).toBeVisible(slow)
      await groupBy.selectOption('month')
      await expect(page).toHaveURL(/groupBy=month/)
      await expect(chartOf(page)).toBeVisible()
      await readChart(page)
      await drill(page)
    }
    await expectAccessible(page, label)

    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Periods, CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${name}-.*\\.csv$`))

    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
    await expect(main.locator('[data-card]').first()).toBeVisible()
    await page.emulateMedia({ media: 'screen' })

    await goTo(page, at(path, 'start=2019-01-01&end=2019-01-31'))
    await expect(main.getByText('No chart data for this period').first()).toBeVisible(slow)
    await expect(main.getByText(`There are no ${report.noun}`).first()).toBeVisible()

    await page.getByRole('button', { name: 'Saved reports' }).click()
    await page.getByRole('menuitem', { name: 'Save this report…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(`My ${name}`)
    await dialog.getByRole('button', { name: 'Save report' }).click()
    await expect(page.getByText(`Report “My ${name}” saved`)).toBeVisible()
    await goTo(page, '/reports/saved')
    await main.getByRole('button', { name: `Actions for My ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Schedule…' }).click()
    await dialog.getByLabel('Email addresses').fill('board@example.com')
    await dialog.getByRole('button', { name: 'Add schedule' }).click()
    const schedule = main.getByRole('table', { name: 'Report schedules' }).getByRole('row').nth(1)
    await expect(schedule).toContainText(`My ${name}`)
    await expect(schedule).toContainText('Active')
  })
}
