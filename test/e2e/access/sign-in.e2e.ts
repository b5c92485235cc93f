import type { Page } from '@playwright/test'
import { type Permissions, type Role, roleDefaults } from '#shared/access/roles.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { addPerson, logIn, logOut, password, sessionCookies, stored, toast } from '#test/e2e/people.ts'

async function fillAccount(page: Page, email: string) {
  await page.getByLabel('Name').fill('Ana Ruiz')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

test('[AUTH-02, AUTH-10, HTTP-01] a login starts a session in a cookie that scripts cannot read', async ({
  page,
  app,
}) => {
  const email = await addPerson(app, 'staff')
  await page.goto('/crm/login')
  const loginRequest = page.waitForRequest('**/api/auth/login')
  await logIn(page, email)
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  await expect(toast(page, 'Login successful')).toBeVisible()
  expect((await loginRequest).postDataJSON()).toEqual({ email, password })
  expect(await sessionCookies(page)).toEqual([
    expect.objectContaining({ httpOnly: true, sameSite: 'Strict', secure: true, path: '/' }),
  ])
  expect(JSON.parse((await stored(page)) ?? '{}')).toMatchObject({ email, role: 'staff' })
  const call = page.waitForRequest('**/api/auth/profile')
  await page.reload()
  expect(await (await call).headerValue('cookie')).toContain('__Host-sid=')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('[HTTP-02, HTTP-05] wrong credentials show one error toast, and the login page keeps the email', async ({
  page,
  app,
}) => {
  const email = await addPerson(app, 'staff')
  await page.goto('/crm/login')
  await logIn(page, email, 'not the password')
  await expect(toast(page, 'Login failed. Check your credentials.')).toBeVisible()
  await expect(page.getByText('Login failed. Check your credentials.')).toHaveCount(1)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect.poll(() => stored(page)).toBeNull()
})

const starts: [who: string, role: Role, permissions: Permissions, path: string][] = [
  ['a driver', 'driver', roleDefaults.driver, '/logistics/driver-portal'],
  ['an administrator', 'admin', {}, '/crm/dashboard'],
  ['staff who may view the dashboard', 'staff', roleDefaults.staff, '/crm/dashboard'],
  ['staff who may view customers', 'staff', { crm: { view: true }, inventory: { view: true } }, '/crm/customers'],
  ['staff who may view products', 'sales_rep', { inventory: { view: true } }, '/crm/inventory'],
  ['staff who may view none of these', 'staff', { routes: { view: true } }, '/profile'],
  ['staff without permissions', 'staff', {}, '/profile'],
]
test('[AUTH-10, AUTH-03, HTTP-05] the start page after login depends on role and permissions; logout ends the session', async ({
  page,
  app,
}) => {
  const limited = 'Your account has limited access. Contact an admin to update permissions.'
  for (const [who, role, permissions, path] of starts) {
    const email = await addPerson(app, role, permissions)
    await page.goto('/crm/login')
    await logIn(page, email)
    await expect(page, who).toHaveURL(app.baseURL + path)
    await expect(toast(page, 'Login successful')).toBeVisible()
    await expect(toast(page, limited)).toHaveCount(path === '/profile' ? 1 : 0)
    // The profile has no menu, so it lists the pages to go to.
    if (path === '/profile' && !permissions.routes) {
      await expect(page.getByText('You can’t open any page yet')).toBeVisible()
    } else if (path === '/profile') {
      await page.getByRole('navigation', { name: 'Your pages' }).getByRole('link', { name: 'Routes' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Routes' })).toBeVisible()
    } else await expect(page.getByRole('navigation', { name: 'Your pages' })).toHaveCount(0)
    const token = (await sessionCookies(page))[0]?.value
    await logOut(page)
    await expect(page).toHaveURL(`${app.baseURL}/crm/login`)
    await expect(toast(page, 'Logged out successfully')).toBeVisible()
    expect([await stored(page), await sessionCookies(page)]).toEqual([null, []])
    const after = await fetch(`${app.baseURL}/api/auth/profile`, { headers: { cookie: `__Host-sid=${token}` } })
    expect(after.status).toBe(401)
  }
})

test('[AUTH-03, HTTP-05] a logout whose request fails still clears the user in this browser and shows an error', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'staff')
  await page.goto('/settings')
  await page.route('**/api/auth/logout', (route) => route.abort())
  await logOut(page)
  await expect(page).toHaveURL(/\/crm\/login$/)
  await expect(toast(page, 'Error logging out')).toBeVisible()
  await expect.poll(() => stored(page)).toBeNull()
})

test('[AUTH-03] logout redirects a customer to the customer portal login', async ({ page, app }) => {
  await app.signIn(page, 'customer')
  await page.goto('/crm/customer-portal')
  await logOut(page)
  await expect(page).toHaveURL(/\/crm\/customer-portal\/login$/)
})

test('[NAV-15] login redirects to the requested page, or to the dashboard when the user lacks permission for it', async ({
  page,
  app,
}) => {
  const email = await addPerson(app, 'staff')
  await page.goto('/crm/suppliers?q=gloves#top')
  await expect(page).toHaveURL(/\/crm\/login$/)
  await logIn(page, email)
  await expect(page).toHaveURL(`${app.baseURL}/crm/suppliers?q=gloves#top`)
  await logOut(page)
  await page.goto('/crm/users')
  await logIn(page, email)
  await expect(page).toHaveURL(`${app.baseURL}/crm/dashboard`)
})

test('[AUTH-01, HTTP-05] (A8) a registration link creates one account, logs it in, and is refused the second time', async ({
  page,
  app,
}) => {
  const { body } = await app.api.send('POST', '/api/registration-links', {})
  const { url } = body as unknown as { url: string }
  await page.goto(url)
  await expect(page).toHaveURL(`${app.baseURL}/crm/register`)
  const email = `ana-${Date.now()}@example.com`
  await fillAccount(page, email)
  const registerRequest = page.waitForRequest('**/api/auth/register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  await expect(toast(page, 'Registration successful')).toBeVisible()
  // The token was in the fragment: never sent as a referer, and removed from the address before other requests.
  expect(await (await registerRequest).allHeaders()).not.toHaveProperty('referer')
  expect((await registerRequest).postDataJSON()).toMatchObject({
    email,
    password,
    name: 'Ana Ruiz',
    token: new URLSearchParams(new URL(url).hash.slice(1)).get('token'),
  })
  expect(JSON.parse((await stored(page)) ?? '{}')).toMatchObject({ email, role: 'admin' })
  await logOut(page)
  await page.goto(url)
  await fillAccount(page, `bob-${Date.now()}@example.com`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('used')
  await page.goto('/crm/register')
  await expect(page.getByText('A registration link is needed')).toBeVisible()
})

test('[AUTH-14] a login, registration or profile response without a user shows its own error message', async ({
  page,
  app,
}) => {
  const withoutUser = (path: string) => page.route(path, (route) => route.fulfill({ json: {} }))
  await withoutUser('**/api/auth/login')
  await withoutUser('**/api/auth/register')
  await withoutUser('**/api/auth/profile')
  await page.goto('/crm/login')
  await logIn(page, 'ana@example.com')
  await expect(page.getByText('Login failed: User not found in response.', { exact: true })).toBeVisible()
  await page.goto('/crm/register#token=any')
  await fillAccount(page, 'ana@example.com')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Registration failed: User not found in response.', { exact: true })).toBeVisible()
  await app.signIn(page, 'staff')
  await page.goto('/crm/customers')
  await expect(toast(page, 'Invalid profile response')).toBeVisible()
  await expect(page).toHaveURL(/\/crm\/login$/)
})

test.describe('without an administrator', () => {
  let fresh: Awaited<ReturnType<typeof startApp>>
  test.beforeAll(async () => {
    fresh = await startApp({ fresh: true })
  })
  test.afterAll(() => fresh.stop())

  test('[AUTH-07] the first administrator is created once, with the set-up code printed by the server', async ({
    page,
  }) => {
    await page.goto(`${fresh.baseURL}/crm/login`)
    await page.getByRole('link', { name: 'Set up the first administrator' }).click()
    await expect(page).toHaveURL(/\/setup-first-admin$/)
    await expectAccessible(page)
    await page.getByLabel('Set-up code').fill('GUESS')
    await fillAccount(page, 'first@example.com')
    const create = page.getByRole('button', { name: 'Create administrator' })
    await create.click()
    await expect(page.getByLabel('Set-up code')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Set-up code').fill(fresh.setupCode)
    await create.click()
    await expect(page).toHaveURL(/\/crm\/dashboard$/)
    await logOut(page)
    await page.goto(`${fresh.baseURL}/setup-first-admin#code=${fresh.setupCode}`)
    await expect(page.getByText('Wardstock is set up already')).toBeVisible()
    await expect(page.getByLabel('Set-up code')).toHaveCount(0)
    await page.getByRole('link', { name: 'Go to login' }).click()
    await expect(page.getByRole('link', { name: 'Set up the first administrator' })).toHaveCount(0)
    await logIn(page, 'first@example.com')
    await expect(page).toHaveURL(/\/crm\/dashboard$/)
  })
})
