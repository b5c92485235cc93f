import type { Locator, Page } from '@playwright/test'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { clientOf } from '#test/client.ts'
import { openSmtpSink } from '#test/smtp-sink.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, startApp, test } from './fixtures.ts'

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/* Starts its own app, because nothing may be set up yet. */
test('[AUTH-07, SET-01, DASH-01] a new company is set up with its checklist, including a tested mail server, until the list disappears', async ({
  page,
}) => {
  const smtp = await openSmtpSink({ login: { user: 'harbour', pass: 'a secret of the mail server' } })
  const app = await startApp({ fresh: true, smtpPort: smtp.port })
  const checklist = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Set up your company' }) })
  const toDashboard = () => page.goto(`${app.baseURL}/crm/dashboard`)
  try {
    await page.goto(`${app.baseURL}/setup-first-admin#code=${app.setupCode}`)
    await page.getByLabel('Name').fill('Ana Trader')
    await page.getByLabel('Email').fill('ana@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a long enough password')
    await page.getByRole('main').locator('button[type=submit]').click()
    await page.waitForURL('**/crm/dashboard')
    await expect(checklist).toContainText('0 of 9 done')
    await expectAccessible(page, 'the checklist of an empty company')

    await test.step('enters the company details', async () => {
      await checklist.getByRole('link', { name: 'Company', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Company', exact: true })).toBeInViewport()
      await page.getByLabel('Company name').fill('Harbour Medical')
      await page.getByLabel('Address').fill('12 Harbour Road')
      await button(page, 'Save settings').click()
      await expect(page.getByText('Settings updated successfully!')).toBeVisible()
      await toDashboard()
      await expect(checklist).toContainText('1 of 9 done')
    })

    await test.step('sets up the mail server, with a wrong password first', async () => {
      await checklist.getByRole('link', { name: 'Email' }).click()
      await button(page, 'Set up email').click()
      await button(dialog(page), 'Save mail server').click()
      await expect(dialog(page).getByText('Server is required').first()).toBeVisible()
      await dialog(page).getByLabel('Server', { exact: true }).fill('127.0.0.1')
      await dialog(page).getByLabel('Encryption').selectOption('none')
      await dialog(page).getByLabel('User', { exact: true }).fill('harbour')
      await dialog(page).getByLabel('Password', { exact: true }).fill('a wrong one')
      await dialog(page).getByLabel('Sender address').fill('desk@harbour.example')
      await expectAccessible(page, 'the mail server')
      await button(dialog(page), 'Save mail server').click()
      await expect(dialog(page)).toHaveCount(0)

      await button(page, 'Send test email').click()
      await expect(dialog(page).getByLabel('To')).toHaveValue('ana@example.com')
      await button(dialog(page), 'Send').click()
      await expect(dialog(page).getByRole('alert')).toContainText('535')
      await expectAccessible(page, 'a test email that failed')
      await button(dialog(page), 'Close').last().click()
      await button(page, 'Edit').click()
      await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveValue('')
      await dialog(page).getByLabel('Password', { exact: true }).fill('a secret of the mail server')
      await button(dialog(page), 'Save mail server').click()
      await expect(dialog(page)).toHaveCount(0)
      await button(page, 'Send test email').click()
      await button(dialog(page), 'Send').click()
      await expect(dialog(page).getByText('Sent to ana@example.com')).toBeVisible()
      expect(smtp.received.map(({ from, to }) => [from, to])).toEqual([['desk@harbour.example', ['ana@example.com']]])
      await toDashboard()
      await expect(checklist).toContainText('2 of 9 done')
    })

    await test.step('skips a step; hides and shows the checklist', async () => {
      await button(page, 'Skip Taxes').click()
      await expect(checklist).toContainText('3 of 9 done')
      await button(page, 'Hide checklist').click()
      await expect(checklist).toHaveCount(0)
      await expect(page.getByText('Get started')).toBeVisible()
      await page.goto(`${app.baseURL}/settings`)
      await button(page, 'Show checklist').click()
      await expect(page.getByText('The checklist is on the dashboard')).toBeVisible()
      await toDashboard()
      await expect(checklist).toContainText('2 of 9 done')
      await button(page, 'Skip Taxes').click()
      await expect(checklist).toContainText('3 of 9 done')
      await button(page, 'Skip Logo').click()
      await expect(checklist).toContainText('4 of 9 done')
    })

    await test.step('completes the remaining steps; the checklist disappears after the first order', async () => {
      const [sid] = (await page.context().cookies(app.baseURL.replace('http:', 'https:'))).filter(
        ({ name }) => name === '__Host-sid',
      )
      const admin = clientOf(app.baseURL, '', `__Host-sid=${sid?.value ?? ''}`)
      const product = await addProduct(admin, await addPlace(admin), { quantity: 10 })
      const account = await addAccount(admin)
      await admin.do(usersApi.create, { body: { name: 'Ines', email: 'ines@example.com', role: 'staff' } })
      await expect(checklist).toContainText('8 of 9 done')
      await addOrder(admin, account.id, [[product.id, 1]])
      await expect(checklist).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    })
  } finally {
    await app.stop()
    await smtp.close()
  }
})

test('[AUTH-07, DASH-01] the demo company loads in the background; the dashboard shows the progress and then the company', async ({
  page,
}) => {
  test.slow()
  const app = await startApp({ fresh: true, demo: true })
  try {
    await page.goto(`${app.baseURL}/setup-first-admin#code=${app.setupCode}`)
    await page.getByLabel('Name').fill('Ana Trader')
    await page.getByLabel('Email').fill('ana@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a long enough password')
    // Preselected, because the server was started with --demo.
    await expect(page.getByLabel('Load the demo company')).toBeChecked()
    await page.getByRole('main').locator('button[type=submit]').click()
    await page.waitForURL('**/crm/dashboard')
    const progress = page.getByRole('progressbar', { name: 'Loading the demo company' })
    await expect(progress).toBeVisible()
    const part = async () => Number(await progress.getAttribute('aria-valuenow').catch(() => null))
    // The goods come first, then the orders that are counted.
    await expect.poll(part, { timeout: 60_000 }).toBeGreaterThan(0)
    const early = await part()
    await expect.poll(part, { timeout: 60_000 }).toBeGreaterThan(early)

    // Users can work during loading: open another page and return.
    await page.getByRole('link', { name: 'Profile' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My profile')
    await page.goBack()
    await expect(progress).toBeHidden({ timeout: 300_000 })
    await expect(page.getByRole('link', { name: /Late deliveries/ })).toBeVisible({ timeout: 30_000 })
    await page.goto(`${app.baseURL}/orders/sales-orders`)
    await expect(page.getByText(/^187 results$/)).toBeVisible()
  } finally {
    await app.stop()
  }
})
