import type { Page } from '@playwright/test'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { addPerson, logIn, logOut, password, toast } from '#test/e2e/people.ts'

/** Adds a virtual WebAuthn authenticator, like a fingerprint reader; `verify(false)` makes user verification fail. */
async function plugIn(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    verify: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    keys: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

test('[AUTH-02, PROF-01] adds a passkey, logs in with it alone and as second factor after the password, renames and deletes it', async ({
  page,
  app,
}) => {
  const email = await addPerson(app, 'staff')
  const device = await plugIn(page)
  await page.goto('/crm/login')
  await logIn(page, email)
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  await page.goto('/profile')
  await expect(page.getByText('No passkeys yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Name').fill('My laptop')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Passkey added')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  const list = page.getByRole('list', { name: 'Passkeys' })
  await expect(list).toContainText('My laptop')
  expect(await device.keys()).toHaveLength(1)
  await expectAccessible(page)

  // The same device refuses to create a second passkey.
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Again')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This device holds one of your passkeys already.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  await logOut(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL(/\/(profile|crm\/dashboard)$/)
  await expect(toast(page, 'Login successful')).toBeVisible()

  await logOut(page)
  await logIn(page, email)
  await expect(page.getByRole('heading', { name: 'Verify your login' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page).toHaveURL(/\/crm\/dashboard$/)

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Rename My laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
  await page.getByRole('button', { name: 'Rename passkey' }).click()
  await page.getByRole('button', { name: 'Delete Old laptop' }).click()
  await page.getByRole('button', { name: 'Delete passkey' }).click()
  await expect(toast(page, 'Passkey deleted')).toBeVisible()
  await expect(list).toHaveCount(0)
  // The device still has the passkey, but the server refuses it.
  await logOut(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'This passkey can’t log in here. Use your password.',
  )
  await logIn(page, email, password)
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
})

test('[AUTH-02] refuses a passkey login when user verification (fingerprint) fails', async ({ page, app }) => {
  const email = await addPerson(app, 'staff')
  const device = await plugIn(page)
  await page.goto('/crm/login')
  await logIn(page, email)
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await logOut(page)
  await device.verify(false)
  const signIn = page.getByRole('button', { name: 'Log in with a passkey' })
  await signIn.click()
  await expect(signIn).toBeEnabled()
  await expect(page).toHaveURL(/\/crm\/login$/)
  await device.verify(true)
  await signIn.click()
  await expect(toast(page, 'Login successful')).toBeVisible()
})
