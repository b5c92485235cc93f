import type { Permissions, Role } from '#shared/access/roles.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { expect, test as base } from '#test/e2e/fixtures.ts'
import { type Stop, walk, type Walk } from '#test/e2e/walk.ts'

const id = '019c0000-0000-7000-8000-00000000dead'
const login = '/crm/login'
const dashboard = '/crm/dashboard'
const driverPortal = '/logistics/driver-portal'
const customerPortal = '/crm/customer-portal'

/** All kinds of users, and the areas they have permission to view. */
const people = {
  admin: { role: 'admin', views: '*' },
  staff: { role: 'staff', views: 'dashboard inventory rawmaterials crm' },
  'staff without rights': { role: 'staff', permissions: {}, views: '' },
  'sales rep': { role: 'sales_rep', views: 'dashboard crm salesOrders' },
  driver: { role: 'driver', views: '' },
  customer: { role: 'customer', views: '' },
  suspended: { role: 'admin', suspended: true, views: '' },
  nobody: null,
} satisfies Record<string, { role: Role; permissions?: Permissions; suspended?: boolean; views: string } | null>
type Who = keyof typeof people
const everybody = Object.keys(people) as Who[]
const inMainLayout = ['admin', 'staff', 'staff without rights', 'sales rep'] as const

const open = [login, '/crm/register', '/setup-first-admin', '/crm/customer-portal/login']
const publicPages = [...open, '/crm/customer-portal/set-password', '/reset-password']
const unknown = ['/', '/nothing', '/crm/nothing', '/orders/sales-orders/view', '/logistics/driver-portal/route']

/** The pages of the main layout; each belongs to one or more areas, or to every signed-in user. */
const pages: [title: string, pages: Record<string, string>][] = [
  [
    '[NAV-04] products',
    { '/crm/inventory': 'inventory', '/crm/inventory/add': 'inventory', [`/crm/inventory/edit/${id}`]: 'inventory' },
  ],
  [
    '[NAV-05] raw materials',
    {
      '/inventory/raw-materials': 'rawmaterials',
      '/inventory/raw-materials/add': 'rawmaterials',
      [`/inventory/raw-materials/edit/${id}`]: 'rawmaterials',
    },
  ],
  [
    '[NAV-06] contacts, customers, suppliers, prospects and opportunities',
    {
      '/crm/accounts': 'crm',
      '/crm/customers': 'crm',
      '/crm/suppliers': 'crm',
      '/crm/prospects': 'crm',
      '/crm/address-book': 'crm',
      '/crm/salesopportunities': 'crm',
    },
  ],
  [
    '[NAV-07] invoices and returns',
    { '/orders/invoices': 'invoices', [`/orders/invoices/view/${id}`]: 'invoices', '/orders/returns': 'invoices' },
  ],
  ['[NAV-08] purchase orders', { '/orders/purchase-orders': 'purchaseOrders' }],
  [
    '[NAV-09] sales orders and estimates',
    {
      '/orders/sales-orders': 'salesOrders',
      [`/orders/sales-orders/view/${id}`]: 'salesOrders',
      '/orders/estimates': 'salesOrders',
    },
  ],
  [
    '[NAV-10] shipping and routes',
    {
      '/logistics/shipping': 'shipping',
      '/logistics/delivery-status': 'shipping',
      '/logistics/driver-portal': 'shipping',
      '/logistics/routes': 'routes',
    },
  ],
  [
    '[NAV-11] retention, users and settings',
    { '/marketing/retention': 'retention', '/crm/users': 'users', '/settings': 'everybody' },
  ],
  [
    '[NAV-12] transfers, kits, categories, attributes, locations and services',
    {
      '/inventory/stock-transfers': 'inventory',
      '/inventory/kitting-bundles': 'inventory',
      '/inventory/categories': 'inventory',
      '/inventory/attributes': 'inventory',
      '/inventory/locations-zones': 'inventory',
      '/inventory/service-types': 'inventory',
    },
  ],
  [
    '[NAV-13] reports',
    {
      '/reports': 'invoices',
      '/reports/sales': 'invoices',
      '/reports/inventory': 'invoices inventory',
      '/reports/deleted': 'invoices',
    },
  ],
]
const bare = ['/profile', driverPortal, `${driverPortal}/route/${id}`, customerPortal]
const mainLayout = pages.flatMap(([, areas]) => Object.keys(areas))
const allPaths = [...new Set([dashboard, ...mainLayout, ...bare, ...unknown, ...publicPages])]

const test = base.extend<object, { walks: Record<Who, Walk> }>({
  walks: [
    async ({ companies, browser }, use) => {
      const app = await companies.open('')
      const each = everybody.map(async (who) => [who, await walk(browser, app, people[who], allPaths)] as const)
      await use(Object.fromEntries(await Promise.all(each)) as Record<Who, Walk>)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

/** The path where each of the requested paths ended. */
const ledTo = ({ stops }: Walk, paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, stops[path]?.path]))
const all = (paths: readonly string[], to?: string) => Object.fromEntries(paths.map((path) => [path, to ?? path]))
const homeOf = (who: Who) => (who === 'staff without rights' ? '/profile' : dashboard)

for (const [title, areas] of pages) {
  test(`${title}: users with view permission can open the pages, others are redirected to their home page`, async ({
    walks,
  }) => {
    for (const who of inMainLayout) {
      const views = people[who].views.split(' ')
      const may = (area: string) =>
        views[0] === '*' || area === 'everybody' || area.split(' ').some((one) => views.includes(one))
      const expected = Object.entries(areas).map(([path, area]) => [path, may(area) ? path : homeOf(who)])
      expect(ledTo(walks[who], Object.keys(areas)), who).toEqual(Object.fromEntries(expected))
    }
  })
}

test('[NAV-01, NAV-15] signed-out users can open only public pages; other paths redirect to the login, which remembers the path', async ({
  walks,
}) => {
  const { stops } = walks.nobody
  expect(ledTo(walks.nobody, publicPages)).toEqual(all(publicPages))
  for (const path of allPaths.filter((one) => !publicPages.includes(one)))
    expect([stops[path]?.path, stops[path]?.from]).toEqual([
      path === customerPortal ? '/crm/customer-portal/login' : login,
      path,
    ])
})

test('[NAV-15, AUTH-12] a suspended user can open the same pages as a signed-out user, and sees no menu', async ({
  walks,
}) => {
  expect(ledTo(walks.suspended, allPaths)).toEqual(ledTo(walks.nobody, allPaths))
  for (const path of allPaths) expect([path, walks.suspended.stops[path]?.hasMenu]).toEqual([path, false])
})

test('[NAV-02] profile and portals are shown without the main layout', async ({ walks }) => {
  const without = (who: Who, path: string) => [walks[who].stops[path]?.path, walks[who].stops[path]?.hasMenu]
  expect(without('admin', '/profile')).toEqual(['/profile', false])
  expect(without('admin', driverPortal)).toEqual([driverPortal, false])
  expect(without('driver', `${driverPortal}/route/${id}`)).toEqual([`${driverPortal}/route/${id}`, false])
  expect(without('customer', customerPortal)).toEqual([customerPortal, false])
  for (const path of mainLayout.filter((one) => one !== driverPortal))
    expect(without('admin', path)).toEqual([path, true])
})

test('[NAV-03] the root and every unknown path redirect to the dashboard', async ({ walks }) => {
  for (const who of ['admin', 'staff', 'sales rep'] as const)
    expect(ledTo(walks[who], unknown), who).toEqual(all(unknown, dashboard))
})

test('[NAV-16] login pages redirect signed-in users to their home page', async ({ walks }) => {
  const logins = [login, '/crm/customer-portal/login']
  for (const who of inMainLayout) expect(ledTo(walks[who], logins), who).toEqual(all(logins, homeOf(who)))
  expect(ledTo(walks.driver, logins)).toEqual(all(logins, driverPortal))
  expect(ledTo(walks.customer, logins)).toEqual(all(logins, customerPortal))
})

test('[NAV-17] a customer can open only the customer portal, and other users are redirected from it', async ({
  walks,
}) => {
  const own = [customerPortal, '/crm/customer-portal/set-password']
  const others = allPaths.filter((path) => !own.includes(path))
  expect(ledTo(walks.customer, own)).toEqual(all(own))
  expect(ledTo(walks.customer, others)).toEqual(all(others, customerPortal))
  for (const who of ['admin', 'staff', 'sales rep'] as const)
    expect(ledTo(walks[who], own), who).toEqual(all(own, dashboard))
})

test('[NAV-18] a driver can open only the driver portal, profile, settings and password reset', async ({ walks }) => {
  const own = [driverPortal, `${driverPortal}/route/${id}`, '/profile', '/settings', '/reset-password']
  const others = allPaths.filter((path) => !own.includes(path))
  expect(ledTo(walks.driver, own)).toEqual(all(own))
  expect(ledTo(walks.driver, others)).toEqual(all(others, driverPortal))
})

test('[NAV-19] users with dashboard permission see the dashboard; users without it are redirected to their profile', async ({
  walks,
}) => {
  for (const who of inMainLayout) expect(walks[who].stops[dashboard]?.path, who).toBe(homeOf(who))
})

test('every page has one h1, which is the document title and has the focus; the console shows no errors or warnings', async ({
  walks,
}) => {
  for (const who of everybody) {
    expect(walks[who].messages, who).toEqual([])
    for (const [path, stop] of Object.entries(walks[who].stops)) {
      expect([path, stop.headings]).toEqual([path, [expect.stringMatching(/./)]])
      expect([path, stop.title]).toEqual([path, `${stop.headings[0]} · Wardstock`])
      const mayType = (one: Stop) => /login|register|setup/.test(one.path)
      if (stop.focused !== undefined && !mayType(stop)) expect([path, stop.focused]).toEqual([path, 'H1'])
    }
  }
})

test('[NAV-14] until the profile request is answered, the page shows only Loading', async ({ page, app }) => {
  await app.signIn(page, 'staff')
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/api/auth/profile', (route) => held.then(() => route.continue()))
  await page.goto('/crm/customers')
  const loading = page.getByRole('status')
  await expect(loading).toHaveText('Loading')
  expect((await page.locator('body').innerText()).trim()).toBe('Loading')
  await expect.poll(() => loading.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 })
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await expect(loading.filter({ hasText: /^Loading$/ })).toHaveCount(0)
})

test('the profile is requested once, while the script of the app is still loading', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  const requests: string[] = []
  const read = Promise.withResolvers<void>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/auth/profile')) return
    requests.push(request.url())
    read.resolve()
  })
  await page.route('**/assets/index-*.js', (route) => read.promise.then(() => route.continue()))
  await page.goto('/crm/customers')
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  expect(requests).toHaveLength(1)
})

const ofDashboard = ['Dashboard', '/api/dashboard', /dashboard-.+\.js$/] as const
for (const [path, heading, address, code] of [
  ['/crm/customers', 'Customers', '/api/accounts?', /customer-list-page-.+\.js$/],
  // No live event reports changes of users: the list is fetched whenever it is shown, unless it was just prefetched.
  ['/crm/users', 'Users', '/api/users?', /user-list-page-.+\.js$/],
  ['/crm/dashboard', ...ofDashboard],
  ['/', ...ofDashboard],
  ['/nothing', ...ofDashboard],
  [login, ...ofDashboard],
] as const) {
  test(`the first page prefetches its data once, before the frame around it is rendered: ${heading} at ${path}`, async ({
    page,
    app,
  }) => {
    await app.signIn(page, 'admin')
    await page.addInitScript((wanted) => {
      const send = window.fetch
      window.fetch = (...request) => {
        const { dataset } = document.documentElement
        // The requests of dashboard cards have longer addresses.
        if (String(request[0]).startsWith(wanted) && !String(request[0]).startsWith(`${wanted}/`))
          dataset['frame'] =
            `${dataset['frame'] ?? ''}${document.querySelector('aside') ? 'with frame' : 'without frame'};`
        return send(...request)
      }
    }, address)
    const script = path === login ? undefined : page.waitForRequest(code)
    await page.route('**/api/auth/profile', async (route) => {
      const url = (await script)?.url()
      if (url) await page.evaluate((found) => import(found), url)
      await route.continue()
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('aside')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-frame', 'without frame;')
  })
}

test('[NAV-20] Loading page... shows for 300 ms on each change of the path', async ({ page, app }) => {
  await page.clock.install()
  await app.signIn(page, 'admin')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const loading = page.getByText('Loading page...', { exact: true })
  for (const [link, heading] of [
    ['Categories', 'Categories'],
    ['User Management', 'Users'],
    ['Categories', 'Categories'],
  ] as const) {
    await expect(loading).toHaveCount(0)
    await page.getByRole('link', { name: link, exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.clock.runFor(299)
    await expect(loading).toBeVisible()
    await page.clock.runFor(1)
    await expect(loading).toHaveCount(0)
  }
})

test('Back restores the scroll position of the page', async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 300 })
  await app.signIn(page, 'admin')
  await page.goto('/settings')
  await expect(page.getByLabel('Address')).toBeVisible()
  await page.evaluate(() => scrollTo(0, 400))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400)
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400)
  // A page that is opened by its address starts at the top.
  await page.goto('/profile')
  const scrolled = () => {
    scrollTo(0, 300)
    return scrollY
  }
  await expect.poll(() => page.evaluate(scrolled)).toBe(300)
  await page.goto('/settings')
  await expect(page.getByLabel('Address')).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('the heading keeps the focus when the loading heading of a record is replaced', async ({ page, app }) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Late gauze' })
  await app.signIn(page, 'admin')
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route(`**/api/products/${product.id}`, async (route) => {
    await held
    await route.fulfill({ status: 404, json: { error: 'Not found', code: 'NOT_FOUND' } })
  })
  await page.goto('/crm/inventory?q=Late+gauze')
  await page.getByRole('link', { name: 'Late gauze' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  const loading = await heading.elementHandle()
  letGo()
  await expect.poll(() => loading?.evaluate((one) => one.isConnected)).toBe(false)
  await expect(heading).toBeFocused()
})
