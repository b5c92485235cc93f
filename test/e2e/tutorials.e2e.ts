import type { Page } from '@playwright/test'
import { type TutorialKey, tutorialKeys, allTutorialNames } from '#web/app/tutorials/pick.ts'
import { seenKeyOf } from '#web/app/tutorials/seen.ts'
import { paths } from '#web/paths.ts'
import { isDriverPortal } from '#web/session/guard.ts'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

/** The page of each tutorial. */
const pageOf = {
  'address-book': paths.addressBook,
  dashboard: paths.dashboard,
  accounts: paths.accounts,
  suppliers: paths.suppliers,
  prospects: paths.prospects,
  inventory: paths.products,
  categories: paths.categories,
  locations: paths.locations,
  'stock-transfers': paths.stockTransfers,
  kits: paths.kits,
  'raw-materials': paths.rawMaterials,
  'inventory-reports': paths.inventoryReports,
  'sales-reports': paths.salesReports,
  reports: paths.reports,
  'purchase-orders': paths.purchaseOrders,
  'sales-orders': paths.orders,
  invoices: paths.invoices,
  shipping: paths.shipping,
  'route-detail': paths.driverRoute('019c0000-0000-7000-8000-00000000dead'),
  routes: paths.routes,
  'driver-portal': paths.driverPortal,
  users: paths.users,
  retention: paths.retention,
  forecast: paths.forecast,
  'expiry-radar': paths.expiryRadar,
  journal: paths.journal,
} satisfies Record<TutorialKey, string>

const overlay = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const helpButton = (page: Page) => page.getByRole('button', { name: /^Help: / })
const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
const isSeen = (page: Page, key: TutorialKey) =>
  page.evaluate((name) => localStorage.getItem(name) !== null, seenKeyOf(key))

/** Navigates to another page inside the app, as a link would. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

// The tests change the URL from outside, which logs this warning on pages with an unsaved-changes guard.
test.use({ expectConsole: [/blocker on a POP navigation/] })

test('[TUT-01, TUT-04] every page with a tutorial opens it by itself once, and marks it as seen under its own key', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000)
  await app.signIn(page, 'admin', undefined, { tutorials: true })
  await page.goto(paths.profile)
  // The profile has no tutorial of its own and uses the dashboard's.
  await expect(overlay(page, 'Dashboard')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  for (const key of tutorialKeys) {
    // The driver page is a document of its own.
    const isDocument = isDriverPortal(pageOf[key])
    await (isDocument ? page.goto(pageOf[key]) : goTo(page, pageOf[key]))
    const tutorial = overlay(page, allTutorialNames[key])
    await expect(tutorial).toBeVisible()
    await expect(tutorial.getByText(/^Step 1 of [3-6]$/)).toBeVisible()
    expect(await isSeen(page, key), key).toBe(false)
    await button(page, 'Close tutorial').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => isSeen(page, key), key).toBe(true)
    if (isDocument) await page.goto(paths.profile)
  }
  for (const key of tutorialKeys.slice(0, 3)) {
    await goTo(page, pageOf[key])
    await expect(helpButton(page)).toHaveAccessibleName(`Help: ${allTutorialNames[key]}`)
    await page.waitForTimeout(500)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('[TUT-02] a path without a tutorial of its own uses the dashboard’s tutorial', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await page.goto(paths.settings)
  for (const [path, title] of [
    [paths.settings, 'Settings'],
    [paths.estimates, 'Estimates'],
    [paths.serviceTypes, 'Service types'],
  ] as const) {
    await goTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await helpButton(page).click()
    await expect(overlay(page, 'Dashboard')).toBeVisible()
    await button(page, 'Close tutorial').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('[TUT-02] the inventory report and the inventory list have different tutorials', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await page.goto(paths.inventoryReports)
  await expect(helpButton(page)).toHaveAccessibleName('Help: Inventory Reports')
  await goTo(page, paths.products)
  await expect(helpButton(page)).toHaveAccessibleName('Help: Inventory')
})

test('[TUT-03] Next, Back, arrow keys and step buttons move through the steps of a tutorial', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await page.goto(paths.orders)
  await helpButton(page).click()
  const tutorial = overlay(page, 'Sales Orders')
  const progress = tutorial.getByRole('progressbar', { name: 'Tutorial progress' })
  const dots = tutorial.getByRole('group', { name: 'Steps' }).getByRole('button')
  await expect(tutorial.getByText('Step 1 of 6')).toBeVisible()
  await expect(progress).toHaveAttribute('aria-valuenow', '1')
  await expect(progress).toHaveAttribute('aria-valuemax', '6')
  await expect(dots).toHaveCount(6)
  await expect(tutorial.getByRole('heading', { name: 'From request to delivery' })).toBeVisible()
  await expect(tutorial.getByRole('heading', { name: 'What to Expect' })).toBeVisible()
  await expect(button(page, 'Back')).toBeDisabled()

  await button(page, 'Next').click()
  await expect(tutorial.getByText('Step 2 of 6')).toBeVisible()
  await expect(dots.nth(1)).toHaveAttribute('aria-current', 'step')
  await expect(tutorial.getByRole('heading', { name: 'How to Do It' })).toBeVisible()
  await expect(tutorial.getByRole('heading', { name: 'Pro Tips' })).toBeVisible()
  await expect(tutorial.getByRole('heading', { name: 'Keyboard Shortcut' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(tutorial.getByRole('heading', { name: 'Create and confirm an order' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(tutorial.getByText('Step 2 of 6')).toBeVisible()
  await button(page, 'Back').click()
  await expect(tutorial.getByText('Step 1 of 6')).toBeVisible()

  await tutorial.getByRole('button', { name: 'Step 6: Cancel or delete' }).click()
  await expect(tutorial.getByText('Step 6 of 6')).toBeVisible()
  await expect(progress).toHaveAttribute('aria-valuenow', '6')
  await expect(tutorial.getByRole('status').filter({ hasText: 'Warning' })).toContainText(
    'releases its committed stock',
  )
  await page.keyboard.press('ArrowRight')
  await expect(tutorial.getByText('Step 6 of 6')).toBeVisible()
  await button(page, 'Done').click()
  await expect(tutorial).toHaveCount(0)
})

test('[TUT-04] leaving the page doesn’t mark a tutorial as seen; finishing or closing it does, also after a reload', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin', undefined, { tutorials: true })
  await page.goto(paths.categories)
  await expect(overlay(page, 'Categories')).toBeVisible()
  await goTo(page, paths.locations)
  await expect(overlay(page, 'Locations and Factories')).toBeVisible()
  expect(await isSeen(page, 'categories')).toBe(false)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForTimeout(600)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await goTo(page, paths.categories)
  await expect(overlay(page, 'Categories')).toBeVisible()
  for (let step = 1; step < 4; step += 1) await button(page, 'Next').click()
  await button(page, 'Done').click()
  await expect.poll(() => isSeen(page, 'categories')).toBe(true)
  await helpButton(page).click()
  await expect(overlay(page, 'Categories').getByText('Step 1 of 4')).toBeVisible()
})

test('[TUT-04] tutorials don’t open on public pages, nor over a dialog that the user has opened first', async ({
  page,
  app,
  browser,
}) => {
  const stranger = await browser.newContext({ baseURL: app.baseURL })
  const publicPage = await stranger.newPage()
  for (const path of [paths.login, paths.register, paths.customerLogin, paths.resetPassword]) {
    await publicPage.goto(path)
    await expect(publicPage.getByRole('heading', { level: 1 })).toBeVisible()
    await publicPage.waitForTimeout(500)
    await expect(publicPage.getByRole('dialog')).toHaveCount(0)
    await expect(helpButton(publicPage)).toHaveCount(0)
  }
  await stranger.close()

  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  const overlayRequest = page.waitForRequest('**/assets/tutorial-overlay-*.js')
  await page.route('**/assets/tutorial-overlay-*.js', (route) => held.then(() => route.continue()))
  await app.signIn(page, 'admin', undefined, { tutorials: true })
  await page.goto(paths.categories)
  await overlayRequest
  await page.getByRole('button', { name: 'Add category' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  answer()
  await page.waitForTimeout(800)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(overlay(page, 'Categories')).toHaveCount(0)
})

test('[TUT-05] drivers see the tutorial on confirming a delivery; customers see no staff tutorials', async ({
  page,
  app,
  browser,
}) => {
  await app.signIn(page, 'driver', undefined, { tutorials: true })
  await page.goto(pageOf['route-detail'])
  const tutorial = overlay(page, 'Route Detail')
  await tutorial.getByRole('button', { name: 'Step 3: Confirm a delivery' }).click()
  await expect(tutorial.getByText('The delivery confirmation captures a signature and notes.')).toBeVisible()
  await page.goto(paths.profile)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(helpButton(page)).toHaveCount(0)

  const context = await browser.newContext({ baseURL: app.baseURL })
  const portal = await context.newPage()
  await app.signIn(portal, 'customer', undefined, { tutorials: true })
  await portal.goto(paths.customerPortal)
  await expect(portal.getByRole('heading', { level: 1 })).toBeVisible()
  await portal.waitForTimeout(600)
  await expect(portal.getByRole('dialog')).toHaveCount(0)
  await expect(helpButton(portal)).toHaveCount(0)
  await context.close()
})

test('[SHELL-08] the floating help button opens the tutorial; the focus stays in it and returns to the button', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await page.goto(paths.suppliers)
  await helpButton(page).focus()
  await page.keyboard.press('Enter')
  const tutorial = overlay(page, 'Suppliers')
  await expect(tutorial).toBeFocused()
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab')
    expect(await tutorial.evaluate((node) => node.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(tutorial).toHaveCount(0)
  await expect(helpButton(page)).toBeFocused()
})

test('[SHELL-08] on a phone the help button doesn’t cover the save bar; the tutorial is not printed', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await app.signIn(page, 'admin')
  await page.goto(paths.settings)
  const save = page.getByRole('button', { name: 'Save', exact: false }).last()
  await expect(save).toBeVisible()
  const [help, bar] = [await helpButton(page).boundingBox(), await save.boundingBox()]
  expect((help?.y ?? 0) + (help?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await helpButton(page).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('[TUT-03] the open tutorial is accessible in both themes, and each step fits a phone', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await page.goto(paths.orders)
  await helpButton(page).click()
  await expect(overlay(page, 'Sales Orders')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'overlay')
  await page.setViewportSize({ width: 320, height: 640 })
  for (let step = 1; step <= 6; step += 1) {
    await expect(button(page, step === 6 ? 'Done' : 'Next')).toBeInViewport({ ratio: 1 })
    await expect(button(page, 'Close tutorial')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    if (step % 3 === 0) await expectAccessibleInBothThemes(page, `step ${step}`)
    if (step < 6) await page.keyboard.press('ArrowRight')
  }
})
