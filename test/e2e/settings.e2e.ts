import type { Page } from '@playwright/test'
import { settingsApi } from '#shared/settings/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { expect, test } from './fixtures.ts'
import { changeSettings } from '../settings.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save settings' }).click()
const footer = (page: Page) => page.getByRole('contentinfo')
const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: text })
const threshold = (page: Page) => page.getByText(/^[\d,]+ \(company\)$/)

/** Toasts about settings appear at the top right and can be closed. */
async function expectTopRight(page: Page, text: string) {
  const notice = toast(page, text)
  await expect(notice.getByText(text, { exact: true })).toBeVisible()
  await expect(notice).toHaveAttribute('data-y-position', 'top')
  await expect(notice).toHaveAttribute('data-x-position', 'right')
  await notice.getByRole('button', { name: 'Close notification' }).click()
  await expect(notice).toHaveCount(0)
}

test('[SET-01, SET-03, SHELL-07, HTTP-07] a settings change applies at once, is sent as the whole object and shows a toast', async ({
  page,
  app,
}) => {
  const { data: before } = await app.api.do(settingsApi.getSettings, {})
  await app.signIn(page, 'admin')
  await goTo(page, '/settings')
  const company = {
    name: 'Medline Trading',
    headquarters: 'Manila',
    website: 'https://medline.example',
    contactEmail: 'office@medline.example',
    phone: '+63 2 555 0100',
    address: '12 Harbour Road',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFF',
    taxNumber: 'PH 123-456-789',
  }
  await page.getByLabel('Company name').fill(company.name)
  await page.getByLabel('Headquarters').fill(company.headquarters)
  await page.getByLabel('Website').fill(company.website)
  await page.getByLabel('Contact email').fill(company.contactEmail)
  await page.getByLabel('Phone').fill(company.phone)
  await page.getByLabel('Address').fill(company.address)
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await page.getByLabel('BIC').fill('cobadeff')
  await page.getByLabel('Tax number').fill(company.taxNumber)
  await page.getByLabel(/^Low stock threshold/).fill('25')
  await page.getByLabel('Near expiry').fill('120')
  await page.getByLabel('Minimum shelf life').fill('30')
  await page.getByLabel('Service level').fill('98')
  // The index scrolls to a section and keeps the typed values.
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByRole('heading', { name: 'Logo' })).toBeInViewport()
  await expect(page).toHaveURL(/#documents$/)
  // The currency is fixed once another test has posted amounts in this company.
  const canChange = await page.getByLabel('Currency').isEnabled()
  if (canChange) await page.getByLabel('Currency').selectOption('EUR')
  await page.getByLabel('Time zone').selectOption('Asia/Manila')
  const changed = {
    ...before,
    company,
    lowStockThreshold: 25,
    inventory: { nearExpiryDays: 120, minimumShelfLifeDays: 30 },
    purchasing: { ...before.purchasing, serviceLevelPercent: 98 },
    currency: canChange ? 'EUR' : before.currency,
    timeZone: 'Asia/Manila',
  }
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/api/settings', (route) => held.then(() => route.continue()))
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await save(page)
  expect((await sent).postDataJSON()).toEqual(changed)
  for (const text of [company.name, company.address, company.phone])
    await expect(footer(page).getByText(text, { exact: true })).toBeVisible()
  await expect(toast(page, 'Settings')).toHaveCount(0)
  answer()
  await expectTopRight(page, 'Settings updated successfully!')
  expect((await app.api.do(settingsApi.getSettings, {})).data).toEqual(changed)
  await app.signIn(page, 'staff')
  await page.evaluate(() => sessionStorage.clear())
  await goTo(page, '/settings')
  for (const text of [
    ...Object.values(company),
    '25',
    '120',
    '30',
    'Asia/Manila',
    ...(canChange ? ['EUR – Euro'] : []),
  ])
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save settings' })).toHaveCount(0)
  await changeSettings(app.api, before)
})

for (const [what, answer, words] of [
  ['with the words of the server', { status: 422, json: { error: 'The name is taken.' } }, 'The name is taken.'],
  ['without words', { status: 500, body: '' }, 'An unknown error occurred.'],
] as const) {
  test(`[SET-01, SET-03] a change that can't be saved is reverted with an error toast, ${what}`, async ({
    page,
    app,
  }) => {
    await app.signIn(page, 'admin')
    await goTo(page, '/settings')
    const name = page.getByLabel('Company name')
    const before = await name.inputValue()
    let refuse = () => {}
    const held = new Promise<void>((done) => {
      refuse = done
    })
    await page.route('**/api/settings', (route) => held.then(() => route.fulfill(answer)))
    await name.fill('Another company')
    await save(page)
    await expect(footer(page).getByText('Another company', { exact: true })).toBeVisible()
    refuse()
    await expect(footer(page).getByText(before, { exact: true })).toBeVisible()
    await expect(name).toHaveValue(before)
    await expectTopRight(page, `Failed to update settings: ${words}`)
  })
}

test('[SET-02, HTTP-05] the low stock threshold is 1000 before loading, 10 without data and 1000 after a failure', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api))
  await app.signIn(page, 'admin')
  await page.route('**/api/settings', () => {})
  await page.goto(`/crm/inventory/view/${product.id}`)
  await expect(threshold(page)).toHaveText('1,000 (company)')
  await page.route('**/api/settings', (route) => route.fulfill({ json: {} }))
  await page.reload()
  await expect(threshold(page)).toHaveText('10 (company)')
  await page.route('**/api/settings', (route) => route.fulfill({ status: 500, json: { error: 'Broken.' } }))
  await page.reload()
  await expectTopRight(page, 'Could not load application settings from the server.')
  await expect(threshold(page)).toHaveText('1,000 (company)')
})

test('[THEME-01] the theme is stored per user in the browser; it is light by default and when logged out', async ({
  page,
  app,
}) => {
  const { userId } = await app.signIn(page, 'staff')
  await goTo(page, '/profile')
  const html = page.locator('html')
  const toggle = page.getByRole('switch', { name: 'Dark theme' })
  await expect(toggle).not.toBeChecked()
  await expect(html).not.toHaveClass(/dark/)
  expect(await html.evaluate((element) => getComputedStyle(element).colorScheme)).toBe('light')
  await toggle.click()
  await expect(html).toHaveClass(/dark/)
  expect(await html.evaluate((element) => getComputedStyle(element).colorScheme)).toBe('dark')
  expect(await page.evaluate((id) => localStorage.getItem(`theme-${id}`), userId)).toBe('dark')

  // The theme applies before the first paint, also while the session is being checked.
  await page.route('**/api/auth/profile', () => {})
  await page.reload()
  await expect(page.getByText('Loading', { exact: true })).toBeVisible()
  await expect(html).toHaveClass(/dark/)
  await page.unroute('**/api/auth/profile')
  await page.reload()

  await page.getByRole('button', { name: /^User menu of/ }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Dark theme' })).toBeChecked()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/crm\/login$/)
  await expect(html).not.toHaveClass(/dark/)
  await app.signIn(page, 'sales_rep')
  await goTo(page, '/profile')
  await expect(page.getByText('Sales rep', { exact: true })).toBeVisible()
  await expect(html).not.toHaveClass(/dark/)
})
