import type { Page } from '@playwright/test'
import { roleDefaults } from '#shared/access/roles.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { changeSettings } from '../settings.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/** Menu groups and their links, exactly as in the specification. */
const menu = {
  Dashboard: ['Overview', 'Address Book'],
  Accounts: ['Customer List', 'Prospect List', 'Supplier List', 'Sales Opportunities'],
  Inventory: [
    'Inventory List',
    'Stock Transfers',
    'Kitting & Bundles',
    'Categories',
    'Locations & Zones',
    'Raw Materials List',
    'Service Types',
  ],
  Orders: ['Sales Orders', 'Purchase Orders', 'Estimates', 'Invoices'],
  Reports: ['Analytics', 'Sales Reports', 'Inventory Reports'],
  Logistics: ['Shipping', 'Routes'],
  Marketing: ['Retention'],
  Administration: ['User Management'],
}

/** The menu links that the view permission for each area adds on its own. */
const linksOf: Record<string, string[]> = {
  dashboard: ['Overview'],
  crm: ['Address Book', 'Customer List', 'Prospect List', 'Supplier List', 'Sales Opportunities'],
  inventory: [
    'Inventory List',
    'Stock Transfers',
    'Kitting & Bundles',
    'Categories',
    'Locations & Zones',
    'Service Types',
    'Inventory Reports',
  ],
  rawmaterials: ['Raw Materials List'],
  salesOrders: ['Sales Orders', 'Estimates'],
  purchaseOrders: ['Purchase Orders'],
  // Users who may view the reports may also view the inventory reports.
  invoices: ['Invoices', 'Analytics', 'Sales Reports', 'Inventory Reports'],
  shipping: ['Shipping'],
  routes: ['Routes'],
  retention: ['Retention'],
  users: ['User Management'],
  reports: [],
}

const sidebar = (page: Page) => page.getByRole('complementary').getByRole('navigation', { name: 'Main' })
const shown = async (page: Page) =>
  Object.fromEntries(
    await sidebar(page)
      .getByRole('group')
      .evaluateAll((groups) =>
        groups.map((group) => [
          group.getAttribute('aria-label'),
          [...group.querySelectorAll('a')].filter((link) => link.checkVisibility()).map((link) => link.textContent),
        ]),
      ),
  )
const sidebarWidth = async (page: Page) => (await page.getByRole('complementary').boundingBox())?.width
const contentPadding = (page: Page) =>
  page.getByRole('main').evaluate((main) => getComputedStyle(main.parentElement ?? main).paddingLeft)

test('[SHELL-01, SHELL-02, PERM-02] administrators see the whole menu with all groups expanded; each group collapses and expands', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin', {})
  await goTo(page, '/settings')
  await expect(sidebar(page)).toBeVisible()
  await expect.poll(() => shown(page)).toEqual(menu)
  expect(Object.keys(await shown(page))).toEqual(Object.keys(menu))
  for (const group of Object.keys(menu)) {
    const heading = sidebar(page).getByRole('button', { name: group, exact: true })
    await expect(heading).toHaveAttribute('aria-expanded', 'true')
    await heading.click()
    await expect(heading).toHaveAttribute('aria-expanded', 'false')
    await expect.poll(() => shown(page)).toEqual({ ...menu, [group]: [] })
    await heading.click()
  }
  await expect.poll(() => shown(page)).toEqual(menu)
})

test('[SHELL-02, PERM-01, PERM-04] the view permission for an area shows only its links; the profile link is always visible', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'staff', {})
  let permissions = {}
  await page.route('**/api/auth/profile', async (route) => {
    const answer = await route.fetch()
    const { user } = await answer.json()
    await route.fulfill({ json: { user: { ...user, permissions } } })
  })
  for (const [area, expected] of Object.entries(linksOf)) {
    permissions = { [area]: { view: true } }
    await page.goto('/settings')
    await expect(page.getByRole('link', { name: 'Profile', exact: true }), area).toBeVisible()
    const links = async () =>
      Object.values(await shown(page))
        .flat()
        .toSorted()
    await expect.poll(links, area).toEqual(expected.toSorted())
  }
  permissions = { crm: { edit: true, delete: true } }
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
  await expect.poll(() => shown(page)).toEqual({})
})

test('[PERM-02] sales reps and staff see the menu of their role’s default permissions', async ({ page, app }) => {
  await app.signIn(page, 'sales_rep')
  await goTo(page, '/settings')
  await expect(sidebar(page)).toBeVisible()
  await expect
    .poll(() => shown(page))
    .toEqual({
      Dashboard: menu.Dashboard,
      Accounts: menu.Accounts,
      Orders: ['Sales Orders', 'Estimates'],
    })
  await page.route('**/api/auth/profile', async (route) => {
    const { user } = await (await route.fetch()).json()
    await route.fulfill({ json: { user: { ...user, role: 'staff', permissions: roleDefaults.staff } } })
  })
  await page.reload()
  await expect(sidebar(page)).toBeVisible()
  const reports = { Reports: ['Inventory Reports'] }
  await expect
    .poll(() => shown(page))
    .toEqual({
      Dashboard: menu.Dashboard,
      Accounts: menu.Accounts,
      Inventory: menu.Inventory,
      ...reports,
    })
})

test('[SHELL-03] the sidebar is 64 or 20 units wide with the content beside it; the browser remembers which', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await page.setViewportSize({ width: 1199, height: 700 })
  await goTo(page, '/settings')
  await expect(sidebar(page)).toBeVisible()
  const widths = async () => [await sidebarWidth(page), await contentPadding(page)]
  await expect.poll(widths, 'narrow by itself').toEqual([80, '80px'])
  await page.setViewportSize({ width: 1280, height: 700 })
  await expect.poll(widths).toEqual([256, '256px'])
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(widths).toEqual([80, '80px'])
  await expect(sidebar(page).getByRole('link', { name: 'Stock Transfers' })).toBeVisible()
  await page.reload()
  await expect.poll(widths).toEqual([80, '80px'])
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect.poll(widths).toEqual([256, '256px'])
})

test('[SHELL-04] below 768 px the menu is a drawer that a button in the header opens', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await page.setViewportSize({ width: 767, height: 700 })
  await goTo(page, '/settings')
  const button = page.getByRole('banner').getByRole('button', { name: 'Open menu' })
  await expect(button).toBeVisible()
  await expect(page.getByRole('complementary')).toBeHidden()
  await expect.poll(() => contentPadding(page)).toBe('0px')
  await button.click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await drawer.getByRole('link', { name: 'Categories' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeFocused()
  await page.setViewportSize({ width: 768, height: 700 })
  await expect(button).toBeHidden()
  await expect(sidebar(page)).toBeVisible()
})

test('[SHELL-05] drivers have no sidebar on any page, and other users have none in the driver portal', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/logistics/driver-portal')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('complementary')).toHaveCount(0)
  const phone = await page.context().browser()?.newContext({ baseURL: app.baseURL })
  if (!phone) throw new Error('There is no browser')
  const drivers = await phone.newPage()
  await app.signIn(drivers, 'driver')
  for (const path of ['/logistics/driver-portal', '/settings']) {
    await drivers.goto(path)
    await expect(drivers.getByRole('button', { name: /^User menu of/ })).toBeVisible()
    await expect(drivers.getByRole('complementary')).toHaveCount(0)
    await expect(drivers.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
  }
  await phone.close()
})

test('[SHELL-06] the user menu shows initial, name, email and role, and links to profile, settings and logout', async ({
  page,
  app,
}) => {
  const { userId } = await app.signIn(page, 'sales_rep')
  await goTo(page, '/crm/customers')
  const button = page.getByRole('button', { name: 'User menu of sales_rep under test' })
  await expect(button).toContainText('S')
  await button.click()
  const open = page.getByRole('menu')
  for (const text of ['S', 'sales_rep under test', `sales_rep-${userId.slice(-12)}@example.com`, 'Sales rep'])
    await expect(open.getByText(text, { exact: true })).toBeVisible()
  await expect(open.getByRole('menuitem')).toHaveText(['My Profile', 'Settings', 'Keyboard shortcuts', 'Log out'])
  await expectAccessible(page)
  await open.getByRole('menuitem', { name: 'My Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  // The profile has a header of its own with another user menu: wait for it.
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeFocused()
  await button.click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  await expect(page).toHaveURL(/\/settings$/)
  await button.click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/crm\/login$/)
})

test('[SHELL-07] the footer shows the company’s name, address and phone', async ({ page, app }) => {
  const { data } = await app.api.do(settingsApi.getSettings, {})
  const company = { ...data.company, name: 'Medline Trading', address: '12 Harbour Road', phone: '+63 2 555 0100' }
  await changeSettings(app.api, { company })
  await app.signIn(page, 'staff')
  await goTo(page, '/crm/customers')
  const footer = page.getByRole('contentinfo')
  for (const text of ['Medline Trading', '12 Harbour Road', '+63 2 555 0100'])
    await expect(footer.getByText(text, { exact: true })).toBeVisible()
  await changeSettings(app.api, data)
})

/** Replaces the code of the categories page. */
const replacePage = (page: Page, code: string) =>
  page.route('**/assets/category-list-page-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  )

test.describe('a page that throws', () => {
  test.use({ expectConsole: [/./] })

  test('[SHELL-09] while rendering is replaced by the error screen; Try Again renders it again', async ({
    page,
    app,
  }) => {
    await app.signIn(page, 'admin')
    await replacePage(
      page,
      'export default function Page() { if (!window.isMended) throw new Error("broken"); return "It works" }',
    )
    await goTo(page, '/inventory/categories')
    const screen = page.getByRole('alert')
    await expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong', exact: true })).toBeVisible()
    await expect(
      screen.getByText('An unexpected error occurred. Please try again or contact support if the issue persists.', {
        exact: true,
      }),
    ).toBeVisible()
    await expectAccessible(page)
    const again = screen.getByRole('button', { name: 'Try Again', exact: true })
    await again.click()
    await expect(again).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isMended: true }))
    await again.click()
    await expect(page.getByRole('main')).toHaveText('It works')
    await expect(screen).toHaveCount(0)
  })

  test('[SHELL-09] leaves the menu and the header usable to open another page', async ({ page, app }) => {
    await app.signIn(page, 'admin')
    await replacePage(page, 'export default () => { throw new Error("broken") }')
    await goTo(page, '/inventory/categories')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await sidebar(page).getByRole('link', { name: 'User Management' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  })

  test('[SHELL-10] while loading shows the router’s error screen with the message', async ({ page, app }) => {
    await app.signIn(page, 'admin')
    await replacePage(page, 'throw new Error("The page lost its way")')
    await goTo(page, '/inventory/categories')
    const screen = page.getByRole('alert')
    await expect(screen.getByRole('heading', { name: 'Unexpected Application Error!', exact: true })).toBeVisible()
    await expect(screen.getByText('The page lost its way', { exact: true })).toBeVisible()
  })
})
