import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { deliveryApi } from '#shared/delivery/api.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { addPerson, logIn, logOut, password, stored, toast } from '#test/e2e/people.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const another = 'copper lantern meadow 52'
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

/** Waits until a link was mailed to the address and returns it. */
async function mailedLink({ api }: RunningApp, email: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const { data } = await api.do(deliveryApi.listMails, { query: { limit: 100 } })
    link = /http\S+#token=\S+/.exec(data.find((mail) => mail.to === email && mail.text)?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 15_000 })
  return link
}

test('[AUTH-05] resets a forgotten password with the mailed link, which works only once; an unknown email gets the same response', async ({
  page,
  app,
}) => {
  const email = await addPerson(app, 'staff')
  await goTo(page, '/crm/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  const answer = page.getByRole('main').getByRole('status').filter({ hasText: 'Check your email' })
  await expect(answer).toBeVisible()
  const words = await answer.textContent()
  await page.getByLabel('Email').fill(email)
  const linkRequest = page.waitForResponse('**/api/auth/forgot-password')
  await page.getByRole('button', { name: 'Send the link' }).click()
  expect(await (await linkRequest).json()).toEqual({})
  await expect(answer).toHaveText(words ?? '')
  await expectAccessible(page)
  const link = await mailedLink(app, email)
  await goTo(page, link)
  await expect(page).toHaveURL(`${app.baseURL}/reset-password`)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('New password must have at least 10 characters')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill(another)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL(/\/crm\/login$/)
  await logIn(page, email, another)
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  await logOut(page)
  await goTo(page, link)
  await page.getByLabel('New password', { exact: true }).fill(another)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(alert(page)).toContainText('used')
})

test('[AUTH-05, AUTH-06, HTTP-05] an error response without a body shows which action failed and the status code', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const originalFetch = window.fetch
    window.fetch = async (input, init) =>
      init?.method === 'POST' ? new Response(null, { status: 499 }) : originalFetch(input, init)
  })
  const failed = (prefix: string) => expect(alert(page)).toHaveText(`${prefix}: Request failed with status code 499`)
  for (const [path, prefix] of [
    ['/reset-password#token=any', 'Failed to reset password'],
    ['/crm/customer-portal/set-password#token=any', 'Failed to set password'],
  ] as const) {
    await goTo(page, path)
    await page.getByLabel('New password', { exact: true }).fill(another)
    await page.getByRole('button', { name: 'Set password' }).click()
    await failed(prefix)
  }
  for (const [path, offer, prefix] of [
    ['/crm/login', 'Forgot password?', 'Failed to send reset link'],
    ['/crm/customer-portal/login', 'First time here, or forgot your password?', 'Failed to verify email'],
  ] as const) {
    await goTo(page, path)
    await page.getByRole('button', { name: offer }).click()
    await page.getByLabel('Email').fill('ana@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await failed(prefix)
  }
})

test('[AUTH-06] a customer sets a password with the mailed link and logs in to the customer portal', async ({
  page,
  app,
}) => {
  const email = await addPerson(app, 'customer')
  await goTo(page, '/crm/login')
  await page.getByRole('link', { name: 'Open the customer portal' }).click()
  await expect(page.getByRole('heading', { name: 'Customer portal' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'First time here, or forgot your password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  await goTo(page, await mailedLink(app, email))
  await expect(page).toHaveURL(`${app.baseURL}/crm/customer-portal/set-password`)
  await page.getByLabel('New password', { exact: true }).fill(another)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL(/\/crm\/customer-portal\/login$/)
  await logIn(page, email)
  await expect(toast(page, 'Login failed. Check your credentials.')).toBeVisible()
  await logIn(page, email, another)
  await expect(page).toHaveURL(/\/crm\/customer-portal$/)
  expect(JSON.parse((await stored(page)) ?? '{}')).toMatchObject({ email, role: 'customer' })
  await logOut(page)
  await page.route('**/api/customer-portal/auth/login', (route) => route.fulfill({ json: {} }))
  await logIn(page, email, another)
  await expect(toast(page, 'Failed to set customer session.')).toBeVisible()
})

test('[PROF-01] changes name, phone and password; other sessions are ended by button and by the password change', async ({
  page,
  app,
  browser,
}) => {
  const email = await addPerson(app, 'staff')
  const other = await (await browser.newContext({ baseURL: app.baseURL })).newPage()
  for (const one of [other, page]) {
    await one.goto('/crm/login')
    await logIn(one, email)
    await expect(one).toHaveURL(/\/crm\/dashboard$/)
  }
  await goTo(page, '/profile')
  await page.getByLabel('Name').fill('Rita Renamed')
  await page.getByLabel('Phone').fill('+44 20 7946 0000')
  expect(await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(true)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(toast(page, 'Profile saved')).toBeVisible()
  await expect(page.getByRole('button', { name: /^User menu of Rita Renamed/ })).toBeVisible()
  // Everything is saved, so leaving the page shows no warning.
  const warnsOnLeaving = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await expect.poll(warnsOnLeaving).toBe(false)
  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue('+44 20 7946 0000')
  await expect(page.getByText('This device')).toHaveCount(1)
  const ends = page.getByRole('button', { name: /^End the session of/ })
  await ends.first().click()
  await expect(toast(page, 'Session ended')).toBeVisible()
  await expect(async () => expect(await ends.count()).toBeLessThan(2)).toPass()
  await expectAccessible(page)

  await page.getByLabel('Current password', { exact: true }).fill('not the right one')
  await page.getByLabel('New password', { exact: true }).fill(another)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Current password is wrong')).toBeVisible()
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, 'Password changed')).toBeVisible()
  await expect(ends).toHaveCount(0)
  await other.goto('/crm/customers')
  await expect(other).toHaveURL(/\/crm\/login$/)
  await logIn(other, email, another)
  await expect(other).toHaveURL(/\/crm\/customers$/)
  await other.context().close()
})

/** Reads the QR code in the image, as a phone would. */
async function scan(picture: Locator): Promise<string> {
  await expect(picture).toBeVisible()
  const png = await picture.evaluate(async (image: HTMLImageElement) => {
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d')?.drawImage(image, 0, 0, image.width, image.height)
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
  })
  const wasm = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const [code] = await readBarcodes(new Blob([new Uint8Array(png)]))
  return code?.text ?? ''
}

test('[PROF-01, AUTH-02] sets up a second factor, renews its recovery codes, logs in with one, and turns the second factor off', async ({
  page,
  app,
}) => {
  const email = await addPerson(app, 'staff')
  await goTo(page, '/crm/login')
  await logIn(page, email)
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  await goTo(page, '/profile')
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  const scanned = new URL(await scan(page.getByRole('img', { name: 'The secret as a QR code' })))
  expect([scanned.protocol, scanned.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(scanned.pathname)).toBe(`/Wardstock:${email}`)
  expect(scanned.searchParams.get('secret')).toBe(secret)
  await expectAccessible(page)
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await expect(codes.first()).not.toHaveText(recovery)
  const renewed = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await logOut(page)
  await logIn(page, email)
  await expect(page.getByRole('heading', { name: 'Verify your login' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Code is wrong')).toBeVisible()
  await page.getByLabel('Code').fill(recovery)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Code is wrong')).toBeVisible()
  await page.getByLabel('Code').fill(renewed)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/crm\/dashboard$/)
  await goTo(page, '/profile')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(toast(page, 'Second factor turned off')).toBeVisible()
})
