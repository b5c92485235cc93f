import { sql } from 'kysely'
import { roleDefaults } from '#shared/access/roles.ts'
import { addAccount } from '#test/builders.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { addPerson, logIn, logOut, stored, toast, withoutLiveUpdates } from '#test/e2e/people.ts'

test('[AUTH-09, PERM-03] (Z8) reloads the user from the server at start: permissions forged in sessionStorage have no effect', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'staff')
  await page.goto('/settings')
  await page.evaluate(() => {
    const user = JSON.parse(sessionStorage.getItem('user') ?? '{}')
    sessionStorage.setItem('user', JSON.stringify({ ...user, role: 'admin', permissions: { users: { view: true } } }))
  })
  await page.goto('/crm/users')
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  expect(JSON.parse((await stored(page)) ?? '{}')).toMatchObject({ role: 'staff', permissions: roleDefaults.staff })
  await expect(page.getByRole('link', { name: 'User Management' })).toHaveCount(0)
})

for (const [role, portal] of [
  ['customer', '/crm/customer-portal'],
  ['driver', '/logistics/driver-portal'],
] as const) {
  test(`[AUTH-09, AUTH-13] a ${role} is redirected to the portal without requesting the profile again, and logout clears the stored user`, async ({
    page,
    app,
  }) => {
    const profileRequests: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch' && request.url().endsWith('/profile')) profileRequests.push(request.url())
    })
    await app.signIn(page, role)
    await page.goto('/crm/customers')
    await expect(page).toHaveURL(app.baseURL + portal)
    // The driver portal is a separate document.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => stored(page, 'isDriverPortalOpen')).toBe(role === 'driver' ? 'true' : null)
    expect(JSON.parse((await stored(page)) ?? '{}')).toMatchObject({ role })
    await logOut(page)
    await expect(page).toHaveURL(/login$/)
    await expect.poll(async () => [await stored(page), await stored(page, 'isDriverPortalOpen')]).toEqual([null, null])
    expect(profileRequests).toEqual([])
  })
}

test('[AUTH-09] a session that ended while the app was closed redirects to the login with a toast', async ({
  page,
  app,
}) => {
  const { userId } = await app.signIn(page, 'staff')
  await sql`delete from sessions where user_id = ${userId}`.execute(app.database.db)
  await page.goto('/crm/suppliers')
  await expect(toast(page, 'Session expired. Please log in again.')).toBeVisible()
  await expect(page).toHaveURL(/\/crm\/login$/)
  await expect.poll(() => stored(page)).toBeNull()
})

test('[AUTH-11, HTTP-04] a session that ends while the app is open redirects to the login, and back to the page after login', async ({
  page,
  app,
}) => {
  await withoutLiveUpdates(page)
  await addAccount(app.api)
  const { userId } = await app.signIn(page, 'admin')
  const numbersAreThere = page.waitForResponse((answer) => answer.url().endsWith('/api/settings/numbering'))
  await page.goto('/settings')
  await expect(page.getByLabel('Company name')).toBeVisible()
  // The last request of this page has its response.
  await numbersAreThere
  // As if another tab had replaced the session: one request is refused (401) and retried with the new cookie.
  const refusal = { status: 401, json: { error: 'Sign in to continue.', code: 'NOT_SIGNED_IN' } }
  await page.route('**/api/accounts?*', (one) => one.fulfill(refusal), { times: 1 })
  await page.getByRole('link', { name: 'Customer List' }).click()
  await expect(page.locator('main [data-row]').first()).toBeVisible()
  await sql`delete from sessions where user_id = ${userId}`.execute(app.database.db)
  await page.getByRole('link', { name: 'Supplier List' }).click()
  await expect(toast(page, 'Please log in to continue.')).toHaveCount(1)
  await expect(page).toHaveURL(/\/crm\/login$/)
  await expect.poll(() => stored(page)).toBeNull()
  await logIn(page, await addPerson(app, 'staff'))
  await expect(page).toHaveURL(/\/crm\/suppliers$/)
})
