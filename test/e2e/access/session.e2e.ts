import { sql } from 'kysely'
import { roleDefaults } from '#shared/access/roles.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { addPerson, logIn, logOut, stored, toast, withoutLiveUpdates } from '#test/e2e/people.ts'

test('[AUTH-09, PERM-03] (Z8) at the start the server is asked again: rights written into the browser open nothing', async ({
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
  test(`[AUTH-09, AUTH-13] a ${role} is kept in the portal without being asked for again, until the logout`, async ({
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
    // The driver's page is a document of its own.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => stored(page, 'isDriverPortalOpen')).toBe(role === 'driver' ? 'true' : null)
    expect(JSON.parse((await stored(page)) ?? '{}')).toMatchObject({ role })
    await logOut(page)
    await expect(page).toHaveURL(/login$/)
    await expect.poll(async () => [await stored(page), await stored(page, 'isDriverPortalOpen')]).toEqual([null, null])
    expect(profileRequests).toEqual([])
  })
}

test('[AUTH-09] a session that ended while the app was closed leads to the login with a word', async ({
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

test('[AUTH-11, HTTP-04] a session that ends while the app is open leads to the login, and back afterwards', async ({
  page,
  app,
}) => {
  await withoutLiveUpdates(page)
  const { userId } = await app.signIn(page, 'admin')
  const numbersAreThere = page.waitForResponse((answer) => answer.url().endsWith('/api/settings/numbering'))
  await page.goto('/settings')
  await expect(page.getByLabel('Company name')).toBeVisible()
  // The last call of this page has been answered.
  await numbersAreThere
  // Refused with the cookie of a session that another tab has replaced meanwhile: asked again with the new one.
  const refusal = { status: 401, json: { error: 'Sign in to continue.', code: 'NOT_SIGNED_IN' } }
  await page.route('**/api/accounts?*', (one) => one.fulfill(refusal), { times: 1 })
  await page.getByRole('link', { name: 'Customer List' }).click()
  await expect(page.getByText('No customers yet')).toBeVisible()
  await sql`delete from sessions where user_id = ${userId}`.execute(app.database.db)
  await page.getByRole('link', { name: 'Supplier List' }).click()
  await expect(toast(page, 'Please log in to continue.')).toHaveCount(1)
  await expect(page).toHaveURL(/\/crm\/login$/)
  await expect.poll(() => stored(page)).toBeNull()
  await logIn(page, await addPerson(app, 'staff'))
  await expect(page).toHaveURL(/\/crm\/suppliers$/)
})
