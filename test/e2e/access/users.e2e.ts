import type { Page } from '@playwright/test'
import { roleDefaults } from '#shared/access/roles.ts'
import { registrationLinksApi } from '#shared/identity/users/registration-links-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { addAccount } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { addPerson, logIn, password, toast } from '#test/e2e/people.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr')
const linkOf = (page: Page) => page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue()

async function openUser(page: Page, app: RunningApp, email: string) {
  const { data } = await app.api.do(usersApi.list, { query: { q: email } })
  await goTo(page, `/crm/users/view/${data[0]?.id}`)
  return data[0]
}

test('[USR-01, PERM-05] invites a user, finds it in the list, and the user sets a password with the link; a customer user needs a customer', async ({
  page,
  app,
}) => {
  await addAccount(app.api, { name: 'Hill Hospital' })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite user' })
  await dialog.getByLabel('Name').fill('Dana Driver')
  await dialog.getByLabel('Email').fill('dana@example.com')
  await dialog.getByLabel('Role').selectOption('customer')
  await dialog.getByRole('button', { name: 'Invite user' }).click()
  await expect(dialog.getByText('Customer is required')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('Hill')
  await page.getByRole('option', { name: /Hill Hospital/ }).click()
  await expectAccessible(page)
  await dialog.getByLabel('Role').selectOption('driver')
  await dialog.getByRole('button', { name: 'Invite user' }).click()
  await expect(page.getByRole('dialog', { name: 'Share this link' })).toBeVisible()
  const link = await linkOf(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('searchbox', { name: 'Search name or email' }).fill('dana@')
  await expect(rows(page, 'Users')).toHaveText([/Dana Driver.*dana@example.com.*Driver.*Invited.*Never.*Off/])
  await page.getByRole('searchbox', { name: 'Search name or email' }).fill('')
  await page.getByLabel('Role').selectOption('driver')
  await expect(page).toHaveURL(/role=driver/)
  await expect(rows(page, 'Users').filter({ hasText: 'Dana Driver' })).toHaveCount(1)
  await expectAccessible(page)

  const guest = await (await page.context().browser()?.newContext({ baseURL: app.baseURL }))?.newPage()
  if (!guest) throw new Error('There is no browser')
  await guest.goto(link)
  await guest.getByLabel('New password', { exact: true }).fill(password)
  await guest.getByRole('button', { name: 'Set password' }).click()
  await expect(guest).toHaveURL(/\/crm\/login$/)
  await logIn(guest, 'dana@example.com')
  await expect(guest).toHaveURL(/\/logistics\/driver-portal$/)
  await guest.context().close()
})

test('[PERM-05, AUTH-12] edits a user, changes and resets permissions, suspends the user, lifts the suspension, and deletes the user', async ({
  page,
  app,
}) => {
  const email = await addPerson(app, 'staff')
  await app.signIn(page, 'admin')
  const user = await openUser(page, app, email)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Sam Stock')
  await page.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sam Stock' })).toBeVisible()

  await page.getByRole('checkbox', { name: 'Edit Shipping' }).check()
  await expect(page.getByRole('checkbox', { name: 'View Shipping' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'View Inventory' }).uncheck()
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await expect(toast(page, 'Permissions saved')).toBeVisible()
  const saved = await app.api.do(usersApi.get, { params: { id: user?.id ?? '' } })
  expect([saved.permissions.shipping, saved.permissions.inventory?.view ?? false]).toEqual([
    expect.objectContaining({ view: true, edit: true }),
    false,
  ])
  await page.getByRole('button', { name: 'Reset to role defaults' }).click()
  await expect(page.getByRole('checkbox', { name: 'View Inventory' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Edit Shipping' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await expect(page.getByRole('button', { name: 'Save permissions' })).toBeDisabled()
  await expectAccessible(page)

  const guest = await (await page.context().browser()?.newContext({ baseURL: app.baseURL }))?.newPage()
  if (!guest) throw new Error('There is no browser')
  await guest.goto('/crm/login')
  await logIn(guest, email)
  await expect(guest).toHaveURL(/\/crm\/dashboard$/)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await page.getByRole('button', { name: 'Suspend user' }).click()
  await expect(page.getByRole('main').getByText('Suspended', { exact: true })).toBeVisible()
  await guest.goto('/crm/customers')
  await expect(guest).toHaveURL(/\/crm\/login$/)
  await logIn(guest, email)
  await expect(toast(guest, 'Login failed. Check your credentials.')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Lift suspension' }).click()
  await page.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(toast(page, 'Suspension lifted')).toBeVisible()
  await logIn(guest, email)
  await expect(guest).toHaveURL(/\/crm\/customers$/)
  await guest.context().close()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete user' }).click()
  await expect(page).toHaveURL(/\/crm\/users$/)
  await expect(rows(page, 'Users').filter({ hasText: email })).toHaveCount(0)
})

test('[PERM-05] refuses to grant a permission that the granting user lacks, and names the permission', async ({
  page,
  app,
}) => {
  const email = await addPerson(app, 'staff')
  await app.signIn(page, 'staff', { ...roleDefaults.staff, users: { view: true, edit: true } })
  await openUser(page, app, email)
  await page.getByRole('checkbox', { name: 'Delete Inventory' }).check()
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'You can’t grant permissions you don’t have: inventory.delete.',
  )
  await page.getByRole('button', { name: 'Reset to role defaults' }).click()
  await goTo(page, `/crm/users?q=${encodeURIComponent(email)}`)
  await expect(rows(page, 'Users').filter({ hasText: email })).toHaveCount(1)
  await expect(page.getByRole('tab', { name: 'Administrator links' })).toHaveCount(0)
})

test('[AUTH-08] an administrator generates a registration link for another administrator (valid 24 hours), sees it once, and revokes it', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/users')
  await page.getByRole('tab', { name: 'Administrator links' }).click()
  await page.getByRole('button', { name: 'Generate administrator link' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill('next@example.com')
  await page.getByRole('button', { name: 'Generate link' }).click()
  await expect(page.getByRole('dialog', { name: 'Administrator link' })).toBeVisible()
  expect(await linkOf(page)).toMatch(/\/crm\/register#token=[\w-]{20,}$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  const { data } = await app.api.do(registrationLinksApi.list, { query: {} })
  const hours = (Date.parse(data[0]?.expiresAt ?? '') - Date.parse(data[0]?.createdAt ?? '')) / 3_600_000
  expect(Math.round(hours)).toBe(24)
  const row = rows(page, 'Administrator links').filter({ hasText: 'next@example.com' })
  await expect(row).toContainText('Open')
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await expect(row).toContainText('Revoked')
  await expectAccessible(page)
})
