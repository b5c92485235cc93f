import type { Browser, Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { roleDefaults } from '#shared/access/roles.ts'
import { secondFactorApi } from '#shared/identity/profile/second-factor-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { cookiesOf } from '#test/accounts.ts'
import { addAccount } from '#test/builders.ts'
import { clientOf } from '#test/client.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, type RunningApp, startApp, test, withoutTutorials } from '#test/e2e/fixtures.ts'
import { addPerson, logIn, logOut, password, toast } from '#test/e2e/people.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/* Actions of administrators on other users, seen in both browsers: the other user's page is open at the same time. */

/** A page in a new browser context, optionally with another user agent. */
async function anotherBrowser(browser: Browser, app: Pick<RunningApp, 'baseURL'>, userAgent?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.baseURL, ...(userAgent && { userAgent }) })
  await withoutTutorials(context)
  return context.newPage()
}
const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:126.0) Gecko/20100101 Firefox/126.0'

async function enter(page: Page, email: string, path: string, word = password) {
  await goTo(page, '/crm/login')
  await logIn(page, email, word)
  await expect(page).not.toHaveURL(/\/login$/)
  // Live updates send an open page to the login; they are connected once the server has responded with a session id.
  const isLive = page.waitForResponse((answer) => /socket\.io.*sid=/.test(answer.url()))
  await goTo(page, path)
  await isLive
}

/** Expects that the page redirected to the login without user action and shows the reason. */
async function expectCut(page: Page) {
  await expect(page).toHaveURL(/\/crm\/login$/)
  await expect(toast(page, 'Please log in to continue.')).toBeVisible()
}

async function idOf({ api }: RunningApp, email: string) {
  const { data } = await api.do(usersApi.list, { query: { q: email } })
  return data[0]?.id ?? ''
}

async function choose(page: Page, act: string) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/** Clicks as slowly as a user: the page renders changes from the mouse press before the mouse is released. */
async function clickSlowly(page: Page, button: Locator) {
  await button.hover()
  await page.mouse.down()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.mouse.up()
}

test('Cancel, Back and Forgot password leave an empty form at the first click, despite its validation', async ({
  page,
  app,
}) => {
  await goTo(page, '/crm/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await clickSlowly(page, page.getByRole('button', { name: 'Forgot password?' }))
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await clickSlowly(page, page.getByRole('button', { name: 'Back to log in' }))
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  const form = page.getByRole('dialog', { name: 'Invite user' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await clickSlowly(page, form.getByRole('button', { name: 'Cancel' }))
  await expect(form).toHaveCount(0)
})

test('[PROF-01, AUTH-12] (A16) ending all other sessions in the profile logs out the other browsers at once', async ({
  page,
  app,
  browser,
}) => {
  const email = await addPerson(app, 'staff')
  const others = [await anotherBrowser(browser, app), await anotherBrowser(browser, app, firefox)]
  for (const other of others) await enter(other, email, '/crm/customers')
  await enter(page, email, '/profile')
  await expect(page.getByText('Firefox on Mac')).toBeVisible()
  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(toast(page, 'Every other session ended')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0)
  await expect(page.getByText('Firefox on Mac')).toHaveCount(0)
  await expect(page.getByText('This device')).toHaveCount(1)
  for (const other of others) {
    await expectCut(other)
    await other.context().close()
  }
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible()
})

test('[USR-01, AUTH-12] (A16) an administrator ends one session of a user, then all of them', async ({
  page,
  app,
  browser,
}) => {
  const email = await addPerson(app, 'staff')
  const [laptop, phone] = [await anotherBrowser(browser, app), await anotherBrowser(browser, app, firefox)]
  await enter(laptop, email, '/crm/customers')
  await enter(phone, email, '/crm/customers')
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/users/view/${await idOf(app, email)}`)
  await page.getByRole('button', { name: 'End the session of Firefox on Mac' }).click()
  await expect(toast(page, 'Session ended')).toBeVisible()
  await expectCut(phone)
  await expect(page.getByText('Firefox on Mac')).toHaveCount(0)
  // The other session continues: its page still gets responses.
  await laptop.getByRole('link', { name: 'Inventory List' }).click()
  await expect(laptop.getByRole('heading', { level: 1, name: 'Inventory' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'End all', exact: true }).click()
  await expect(toast(page, 'Every session ended')).toBeVisible()
  await expectCut(laptop)
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
  for (const one of [laptop, phone]) await one.context().close()
})

test('[USR-01] (A13) an administrator turns off the second factor of a user, who then logs in with the password alone', async ({
  page,
  app,
  browser,
}) => {
  const email = await addPerson(app, 'staff')
  const entered = await clientOf(app.baseURL, '', '').send('POST', '/api/auth/login', { email, password })
  const client = clientOf(app.baseURL, '', cookiesOf(entered.headers))
  const { secret } = await client.do(secondFactorApi.setUp, {})
  await client.do(secondFactorApi.confirm, { body: { code: new TOTP({ secret }).generate() } })

  const guest = await anotherBrowser(browser, app)
  await guest.goto('/crm/login')
  await logIn(guest, email)
  await expect(guest.getByRole('heading', { name: 'Verify your login' })).toBeVisible()
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/users/view/${await idOf(app, email)}`)
  await choose(page, 'Turn off second factor')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('They are logged out everywhere, notified by email')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Turn off' }).click()
  await expect(toast(page, 'Second factor turned off')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Suspend' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Turn off second factor' })).toHaveCount(0)
  await guest.getByRole('button', { name: 'Start again' }).click()
  await logIn(guest, email)
  await expect(guest).toHaveURL(/\/crm\/dashboard$/)
  await guest.context().close()
})

test('[USR-01, AUTH-05] (A6) a new set-password link works, and the previous link is refused', async ({
  page,
  app,
  browser,
}) => {
  const email = `invited-${Date.now()}@example.com`
  const { user, url } = await app.api.do(usersApi.create, { body: { name: 'Ivy Invited', email, role: 'staff' } })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/users/view/${user.id}`)
  await choose(page, 'New set-password link')
  const dialog = page.getByRole('dialog', { name: 'Share this link' })
  await expect(dialog).toContainText(`Give it to Ivy Invited (${email})`)
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await expectAccessible(page)
  expect(link).not.toBe(url)

  const guest = await anotherBrowser(browser, app)
  const set = async (to: string) => {
    await guest.goto(to)
    await guest.getByLabel('New password', { exact: true }).fill(password)
    await guest.getByRole('button', { name: 'Set password' }).click()
  }
  await set(url ?? '')
  await expect(guest.getByRole('main').getByRole('alert')).toContainText('was used, has expired or was replaced')
  await guest.goto('about:blank')
  await set(link)
  await expect(guest).toHaveURL(/\/crm\/login$/)
  await logIn(guest, email)
  await expect(guest).toHaveURL(/\/crm\/dashboard$/)
  await guest.context().close()
  // The action is not offered for users with a password: they use “Forgot password?” themselves.
  await page.reload()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Suspend' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'New set-password link' })).toHaveCount(0)
})

test('[PERM-05] (A12) two administrators edit one user: the second sees a version conflict and loses no input', async ({
  page,
  app,
  browser,
}) => {
  const email = await addPerson(app, 'staff')
  const path = `/crm/users/view/${await idOf(app, email)}`
  const second = await anotherBrowser(browser, app)
  for (const one of [page, second]) {
    await app.signIn(one, 'admin')
    await one.goto(path)
    await one.getByRole('button', { name: 'Edit' }).click()
  }
  await page.getByRole('dialog').getByLabel('Name').fill('Nora First')
  await page.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nora First' })).toBeVisible()
  const form = second.getByRole('dialog', { name: 'Edit user' })
  await form.getByLabel('Name').fill('Nora Second')
  await form.getByLabel('Phone').fill('+1 555 0100')
  await form.getByRole('button', { name: 'Save user' }).click()
  const question = second.getByRole('dialog', { name: 'This user was changed by someone else' })
  await expect(question).toBeVisible()
  await expectAccessible(second)
  await second.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(form.getByLabel('Name')).toHaveValue('Nora Second')
  await expect(form.getByLabel('Phone')).toHaveValue('+1 555 0100')
  await form.getByRole('button', { name: 'Save user' }).click()
  await question.getByRole('button', { name: 'Overwrite' }).click()
  await expect(second.getByRole('heading', { level: 1, name: 'Nora Second' })).toBeVisible()

  // The same for permissions.
  await page.reload()
  await second.reload()
  // Changes a box first: a form without unsaved changes would take over the other administrator's change at once.
  await second.getByRole('checkbox', { name: 'View Shipping' }).check()
  await page.getByRole('checkbox', { name: 'View Routes' }).check()
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await expect(toast(page, 'Permissions saved')).toBeVisible()
  await second.getByRole('button', { name: 'Save permissions' }).click()
  await expect(question).toBeVisible()
  await second.keyboard.press('Escape')
  await expect(second.getByRole('checkbox', { name: 'View Shipping' })).toBeChecked()
  await second.getByRole('button', { name: 'Save permissions' }).click()
  await question.getByRole('button', { name: 'Reload' }).click()
  await expect(second.getByRole('checkbox', { name: 'View Routes' })).toBeChecked()
  await expect(second.getByRole('checkbox', { name: 'View Shipping' })).not.toBeChecked()
  // Overwrite merges both changes, area by area.
  await second.getByRole('checkbox', { name: 'View Shipping' }).check()
  await page.getByRole('checkbox', { name: 'View Routes' }).uncheck()
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await expect(page.getByRole('button', { name: 'Save permissions' })).toBeDisabled()
  await second.getByRole('button', { name: 'Save permissions' }).click()
  await question.getByRole('button', { name: 'Overwrite' }).click()
  await expect(toast(second, 'Permissions saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'View Shipping' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'View Routes' })).not.toBeChecked()
  await second.context().close()
})

test('[AUTH-06, USR-01] a customer is invited, sets a password, logs in, can open only the customer portal, and logs out', async ({
  page,
  app,
  browser,
}) => {
  await addAccount(app.api, { name: 'Lake Clinic' })
  const email = `buyer-${Date.now()}@example.com`
  // Staff with permission to edit users invite the customer; an administrator gets the link from the email log.
  const clerk = await anotherBrowser(browser, app)
  await app.signIn(clerk, 'staff', { ...roleDefaults.staff, users: { view: true, edit: true } })
  await clerk.goto('/crm/users')
  await clerk.getByRole('button', { name: 'Invite user' }).click()
  const form = clerk.getByRole('dialog', { name: 'Invite user' })
  await form.getByLabel('Name').fill('Bea Buyer')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Role').selectOption('customer')
  await form.getByRole('combobox', { name: 'Customer' }).fill('Lake')
  await clerk.getByRole('option', { name: /Lake Clinic/ }).click()
  await form.getByRole('button', { name: 'Invite user' }).click()
  await expect(toast(clerk, 'User invited')).toBeVisible()
  await clerk.context().close()

  await app.signIn(page, 'admin')
  await goTo(page, '/crm/users?tab=mails')
  const mail = page.getByRole('table', { name: 'Email log' }).locator('tbody tr').filter({ hasText: email })
  await mail.getByRole('button', { name: 'Show link' }).click()
  const link = await page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue()

  const guest = await anotherBrowser(browser, app)
  await guest.goto(link)
  await expect(guest).toHaveURL(/\/crm\/customer-portal\/set-password$/)
  await guest.getByLabel('New password', { exact: true }).fill('short')
  await guest.getByRole('button', { name: 'Set password' }).click()
  await expect(guest.getByText('must have at least 10 characters')).toBeVisible()
  await guest.getByLabel('New password', { exact: true }).fill(password)
  await guest.getByRole('button', { name: 'Set password' }).click()
  await expect(guest).toHaveURL(/\/crm\/customer-portal\/login$/)
  await logIn(guest, email)
  await expect(guest).toHaveURL(/\/crm\/customer-portal$/)
  // Every other path redirects to the portal.
  for (const path of ['/crm/dashboard', '/crm/users', '/settings', '/crm/inventory']) {
    await guest.goto(path)
    await expect(guest).toHaveURL(/\/crm\/customer-portal$/)
    // The portal is a separate document: it is loaded once its menu shows.
    await expect(guest.getByRole('link', { name: 'Orders' }).first()).toBeVisible()
  }
  await logOut(guest)
  await expect(guest).toHaveURL(/\/crm\/customer-portal\/login$/)
  await expect(toast(guest, 'Logged out successfully')).toBeVisible()
  await guest.goto('/crm/customer-portal')
  await expect(guest).toHaveURL(/\/crm\/customer-portal\/login$/)
  // Their password is refused at the staff login.
  await guest.goto('/crm/login')
  await logIn(guest, email)
  await expect(toast(guest, 'Login failed. Check your credentials.')).toBeVisible()
  await guest.context().close()
})

test('[AUTH-12] (A11) suspending a user redirects their open page to the login at once', async ({
  page,
  app,
  browser,
}) => {
  const email = await addPerson(app, 'staff')
  const guest = await anotherBrowser(browser, app)
  await enter(guest, email, '/crm/customers')
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/users/view/${await idOf(app, email)}`)
  await choose(page, 'Suspend')
  await page.getByRole('button', { name: 'Suspend user' }).click()
  await expect(toast(page, 'User suspended')).toBeVisible()
  await expectCut(guest)
  await logIn(guest, email)
  await expect(toast(guest, 'Login failed. Check your credentials.')).toBeVisible()
  await guest.context().close()
})

test('[PERM-05, PERM-03] (A11) removing a permission logs the user out at once; after login the area is gone from menu and routes', async ({
  page,
  app,
  browser,
}) => {
  const email = await addPerson(app, 'staff')
  const guest = await anotherBrowser(browser, app)
  await enter(guest, email, '/crm/inventory')
  await expect(guest.getByRole('heading', { level: 1, name: 'Inventory' })).toBeVisible()
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/users/view/${await idOf(app, email)}`)
  await page.getByRole('checkbox', { name: 'View Inventory' }).uncheck()
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await expect(toast(page, 'Permissions saved')).toBeVisible()
  await expectCut(guest)
  await logIn(guest, email)
  // They no longer have permission for the page they were on.
  await expect(guest).toHaveURL(/\/crm\/dashboard$/)
  await expect(guest.getByRole('link', { name: 'Customer List' }).first()).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Inventory List' })).toHaveCount(0)
  await guest.goto('/crm/inventory')
  await expect(guest).toHaveURL(/\/crm\/dashboard$/)
  await guest.context().close()
})

test.describe('in a separate company', () => {
  let own: Awaited<ReturnType<typeof startApp>>
  test.beforeAll(async () => {
    own = await startApp()
  })
  test.afterAll(() => own.stop())

  test('[PERM-05] (A12) the last administrator can’t be suspended, demoted or deleted, and the reason is shown', async ({
    page,
  }) => {
    const why = 'At least one active administrator is required.'
    const { data } = await own.api.do(usersApi.list, { query: { role: 'admin' } })
    expect(data).toHaveLength(1)
    const email = await addPerson(own, 'admin')
    // Users can’t delete themselves: the new administrator deletes the original one.
    const entered = await clientOf(own.baseURL, '', '').send('POST', '/api/auth/login', { email, password })
    const newcomer = clientOf(own.baseURL, '', cookiesOf(entered.headers))
    await newcomer.do(usersApi.remove, { params: { id: data[0]?.id ?? '' } }, { version: data[0]?.version ?? 1 })
    await page.goto(`${own.baseURL}/crm/login`)
    await logIn(page, email)
    await expect(page).toHaveURL(/\/crm\/dashboard$/)
    await page.goto(`${own.baseURL}/crm/users?q=${encodeURIComponent(email)}`)
    await page.getByRole('link', { name: 'admin under test' }).click()
    await expect(page.getByText('This is you.')).toBeVisible()

    await page.getByRole('button', { name: 'More actions' }).click()
    for (const name of ['Suspend', 'Delete']) {
      const closed = page.getByRole('menuitem', { name })
      await expect(closed).toHaveAttribute('aria-disabled', 'true')
      await expect(closed).toContainText(why)
    }
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Edit user' })
    await form.getByLabel('Name').fill('Still Here')
    await form.getByLabel('Role').selectOption('staff')
    await form.getByRole('button', { name: 'Save user' }).click()
    await expect(form.getByText(why, { exact: true })).toBeVisible()
    await expect(form.getByLabel('Name')).toHaveValue('Still Here')
    await form.getByLabel('Role').selectOption('admin')
    await form.getByRole('button', { name: 'Save user' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Still Here' })).toBeVisible()
  })

  test('[SET-01, PROF-01] (A13) requiring a second factor for administrators redirects those without one to their profile at once', async ({
    page,
    browser,
  }) => {
    const [boss, restricted] = [await addPerson(own, 'admin'), await addPerson(own, 'admin')]
    const entered = await clientOf(own.baseURL, '', '').send('POST', '/api/auth/login', { email: boss, password })
    const client = clientOf(own.baseURL, '', cookiesOf(entered.headers))
    const { secret } = await client.do(secondFactorApi.setUp, {})
    const { recoveryCodes } = await client.do(secondFactorApi.confirm, {
      body: { code: new TOTP({ secret }).generate() },
    })
    const other = await anotherBrowser(browser, own)
    await enter(other, restricted, '/crm/customers')
    await page.goto(`${own.baseURL}/crm/login`)
    await logIn(page, boss)
    await page.getByLabel('Code').fill(recoveryCodes[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/crm\/dashboard$/)
    await page.goto(`${own.baseURL}/settings`)
    await page.getByRole('checkbox', { name: 'Administrators need a second factor' }).check()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(toast(page, 'Settings updated successfully!')).toBeVisible()

    // The other page redirects without user action.
    await expect(other).toHaveURL(/\/profile$/)
    await expect(toast(other, 'Administrators need a second factor. Set one up first.')).toBeVisible()
    await expect(other.getByText('Required by your company')).toBeVisible()
    await expectAccessible(other)
    await other.goto('/crm/customers')
    await expect(other).toHaveURL(/\/profile$/)
    await other.getByRole('button', { name: 'Set up' }).click()
    const made = await other.getByLabel('Secret', { exact: true }).inputValue()
    await other.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: made }).generate())
    await other.getByRole('button', { name: 'Turn on' }).click()
    await other.getByRole('button', { name: 'I have saved them' }).click()
    await expect(other.getByText('Required by your company')).toHaveCount(0)
    await other.goto('/crm/customers')
    await expect(other.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
    await other.context().close()
  })
})
