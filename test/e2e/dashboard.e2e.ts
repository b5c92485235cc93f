import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { companySetupApi, setupSteps } from '#shared/dashboard/company-setup-api.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'

const dashboard = '/crm/dashboard'

/** Three orders of 44.00 each, one of them confirmed; of three products one is low on stock and one is out of stock. */
async function addSales(client: Parameters<typeof addPlace>[0]) {
  const place = await addPlace(client)
  const gloves = await addProduct(client, place, {
    name: 'Nitrile gloves',
    price: '11.00',
    quantity: 500,
    reorderPoint: 5,
  })
  await addProduct(client, place, { name: 'Bandage', quantity: 3, reorderPoint: 5 })
  await addProduct(client, place, { name: 'Catheter', quantity: 0, reorderPoint: 5 })
  const account = await addAccount(client)
  const orders = []
  for (let number = 0; number < 3; number += 1) orders.push(await addOrder(client, account.id, [[gloves.id, 4]]))
  await client.do(salesApi.confirm, { params: { id: orders[0]?.id ?? '' }, body: {} })
}

test.describe.configure({ mode: 'serial' })
// The first tests need a company without any records.
test.use({ ownCompany: 'dashboard' })

test('[DASH-01] administrators of an empty company see the setup checklist; hiding it leaves three get-started links', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, dashboard)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const steps = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(steps).toHaveCount(setupSteps.length)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Hide checklist' }).click()
  await expect(steps).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Import a delivery history' })).toHaveAttribute(
    'href',
    '/settings/import',
  )
  await expectAccessible(page)
})

test('[DASH-01] without open tasks the Today card is only a heading and a short text, also on a phone', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'sales_rep')
  await goTo(page, dashboard)
  const today = page.locator('section[data-card]', { has: page.getByRole('heading', { name: 'Today' }) })
  await expect(today).toContainText('No open tasks.')
  await expect(today.getByRole('list')).toHaveCount(0)
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 812 })
    await expect.poll(async () => (await today.boundingBox())?.height).toBeLessThan(100)
  }
  await expectAccessible(page)
})

test('[DASH-01, NAV-19] figures link to the filtered lists that explain them; the chart fits a narrow print page', async ({
  page,
  app,
}) => {
  await addSales(app.api)
  await app.signIn(page, 'admin')
  await goTo(page, dashboard)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Sales \$44/ })).toBeVisible()
  await expect(main.getByRole('link', { name: /^Sales \$44/ })).toHaveAttribute(
    'href',
    /^\/orders\/sales-orders\?sale=true&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/,
  )
  // Orders to confirm are shown in the Today card only.
  await expect(main.getByRole('link', { name: /Orders to confirm/ })).toHaveCount(1)
  await expect(main.getByRole('link', { name: /^2 Orders to confirm/ })).toHaveAttribute('href', /status=PENDING/)
  await expect(main.getByRole('link', { name: /^Out of stock 1 of 3 products/ })).toHaveAttribute(
    'href',
    /stockStatus=outOfStock$/,
  )
  await expect(main.getByRole('link', { name: 'Confirmed 1', exact: true })).toHaveAttribute(
    'href',
    /status=CONFIRMED$/,
  )
  await expect(main.getByRole('link', { name: /^Catheter/ })).toContainText('Out of stock')
  await expect(main.getByRole('link', { name: /^Bandage/ })).toContainText('3 left')
  await expect(main.getByRole('link', { name: /^Unpaid 1 invoice/ })).toContainText('$44.00')
  await expect(main.getByRole('link', { name: /^Nitrile gloves/ })).toContainText('$44')
  await expectAccessible(page)
  // Printing doesn't redraw charts, so on paper narrower than the window they are scaled down.
  const chart = main.getByRole('figure', { name: /^Sales/ }).locator('svg.recharts-surface')
  await expect(chart).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const beyond = await chart.evaluate((drawing) => {
    const card = drawing.closest<HTMLElement>('[data-card]')
    card!.style.width = '400px'
    return drawing.getBoundingClientRect().right - card!.getBoundingClientRect().right
  })
  expect(beyond).toBeLessThan(0)
  await page.emulateMedia({ media: 'screen' })
})

test('[DASH-01] users choose and reorder their dashboard cards and figures by keyboard, and reset them', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, dashboard)
  const main = page.getByRole('main')
  const titles = () => main.locator('section[data-card] h2').allTextContents()
  await expect(main.getByRole('heading', { name: 'Receivables' })).toBeVisible()
  const before = await titles()
  expect(before.slice(0, 3)).toEqual(['Today', 'Sales', 'Orders by status'])
  await page.getByRole('button', { name: 'Choose cards' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose cards' })
  await expectAccessible(page, 'the choice of cards')
  const up = dialog.getByRole('button', { name: 'Move Receivables up', exact: true })
  await up.focus()
  for (let moves = 0; moves < 5; moves += 1) {
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText(`Receivables is number ${9 - moves} of 10`)
    await expect(up).toBeFocused()
  }
  await dialog.getByRole('checkbox', { name: 'Sales (figure)' }).press('Space')
  await dialog.getByRole('checkbox', { name: 'Top items' }).press('Space')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(main.getByRole('heading', { name: 'Receivables' })).toBeVisible()
  await expect
    .poll(titles)
    .toEqual([
      'Today',
      'Receivables',
      ...before.filter((title) => !['Today', 'Receivables', 'Top 7 items'].includes(title)),
    ])
  await expect(main.getByRole('link', { name: /^Sales \$/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Choose cards' }).click()
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(main.getByRole('link', { name: /^Sales \$/ })).toBeVisible()
  await expect.poll(titles).toEqual(before)
})

test('[REP-01, REP-05] the date range is in the URL; a range without sales says so and offers all time', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, dashboard)
  const period = page.getByRole('group', { name: 'Period' })
  await period.getByRole('button', { name: '7 days', exact: true }).click()
  await expect(page).toHaveURL(/\?range=7$/)
  await page.reload()
  await expect(period.getByRole('button', { name: '7 days', exact: true })).toHaveAttribute('aria-pressed', 'true')

  await period.getByRole('button', { name: 'Custom' }).click()
  await page.getByLabel('From').fill('2020-02-10')
  await page.getByLabel('To', { exact: true }).fill('2020-02-01')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('The end is before the start')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2020-02-20')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/start=2020-02-10&end=2020-02-20/)
  await expect(page.getByText('No chart data for this period')).toBeVisible()
  await expect(page.getByText('10 – 20 Feb 2020')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('From')).not.toHaveValue('2020-02-10')
  await page.goForward()
  await page.getByRole('button', { name: 'Show all time' }).click()
  await expect(page).toHaveURL(/\?range=all$/)
  await page.getByRole('button', { name: 'Show table' }).click()
  await expect(page.getByRole('cell', { name: '$44.00' })).toBeVisible()

  // “Custom” works before the figures have loaded.
  const figures = Promise.withResolvers<void>()
  await page.route('**/api/dashboard*', async (route) => {
    await figures.promise
    await route.continue()
  })
  await page.goto(`${dashboard}?range=7`)
  await period.getByRole('button', { name: 'Custom' }).click()
  await expect(page.getByLabel('From')).not.toHaveValue('')
  figures.resolve()
  await expect(page.getByRole('link', { name: /^Sales \$/ })).toBeVisible()
})

test('[DASH-01] a sales rep sees order cards, but no receivables and no stock cards', async ({ page, app }) => {
  await app.signIn(page, 'sales_rep')
  await goTo(page, dashboard)
  await expect(page.getByRole('heading', { name: 'Orders by status' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Receivables' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Low and out of stock' })).toHaveCount(0)
})

test('[DASH-01] users without permission for any figure see whom to ask and a link to a page they may open', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'staff', { dashboard: { view: true }, crm: { view: true } })
  await goTo(page, dashboard)
  await expect(page.getByText(/An administrator can grant it/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Customer List' })).toBeVisible()
  await expectAccessible(page)
})

test('a failed request shows its error on the dashboard; Try again loads the figures', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await failUntilTriedAgain(page, '**/api/dashboard*', (route) =>
    route.fulfill({ status: 422, json: { error: 'Something is wrong.', code: 'INVALID' } }),
  )
  await page.goto(dashboard)
  await expect(page.getByRole('alert')).toContainText('Something is wrong.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Orders by status' })).toBeVisible()
})

test('the dashboard on a phone has no layout shift and no horizontal scrolling', async ({ page, app }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const { version } = await app.api.do(companySetupApi.getCompanySetup, {})
  await app.api.do(companySetupApi.putCompanySetup, { body: { skipped: [], isDismissed: false } }, { version })
  await app.signIn(page, 'admin')
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number }
    seen.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/api/dashboard*', async (route) => {
    await new Promise((done) => setTimeout(done, 500))
    await route.continue()
  })
  await page.goto(dashboard)
  await expect(page.getByRole('heading', { name: 'Receivables' })).toBeVisible()
  await expect(page.getByText('1 open invoice')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Set up your company' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.05)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await expectAccessibleInBothThemes(page, 'dashboard')
})

test('[DASH-01] the dashboard’s code is preloaded with the app; live updates start after its figures have loaded', async ({
  page,
  app,
}) => {
  const html = await (await page.request.get(app.baseURL + dashboard)).text()
  const [, file = ''] =
    html.match(/<link rel="modulepreload"[^>]*href="([^"]+\/dashboard-[^"]+\.js)"[^>]*fetchpriority="low"/) ?? []
  expect((await page.request.get(app.baseURL + file)).status()).toBe(200)
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/api\/dashboard(\?|$)/, async (route) => {
    await held
    await route.continue()
  })
  await app.signIn(page, 'admin')
  await page.goto(dashboard)
  await expect.poll(() => requestedPaths.filter((path) => path === '/api/dashboard').length).toBe(1)
  await page.waitForTimeout(1000)
  expect(requestedPaths).toContain(file)
  expect(requestedPaths.filter((path) => /socket\.io|realtime-refetch/.test(path))).toEqual([])
  letGo()
  await expect.poll(() => requestedPaths.filter((path) => path.startsWith('/socket.io')).length).toBeGreaterThan(0)
})
