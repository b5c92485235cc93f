import type { Page } from '@playwright/test'
import { numberingApi } from '#shared/settings/numbering-api.ts'
import { addAccount, addOrder, addPlace, addProduct, addPurchase } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { toast } from '#test/e2e/people.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { settingsWith } from '#test/settings.ts'

test.use({ ownCompany: 'numbering' })

const row = (page: Page, document: string) => page.getByRole('group', { name: document, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save settings' }).click()

/** On a phone a toast covers the header. */
async function closeToast(page: Page) {
  const notice = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  await notice.getByRole('button', { name: 'Close notification' }).click()
  await expect(notice).toHaveCount(0)
}

for (const [width, document, prefix, first, year] of [
  [1280, 'Invoice', 'RE', '4711', new Date().getUTCFullYear()],
  [375, 'Purchase order', 'BUY', '900', new Date().getUTCFullYear()],
] as const) {
  test(`[SET-01] the prefix and the first number set in the settings are used for the next document, at ${width} px`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await app.signIn(page, 'admin')
    await goTo(page, '/settings')
    const line = row(page, document)
    await line.getByLabel('Prefix').fill(prefix.toLowerCase())
    await expect(line.getByText(`${prefix}-${year}-000001`)).toBeVisible()
    await save(page)
    await expect(toast(page, 'Settings updated successfully!')).toBeVisible()
    await expect(line.getByLabel('Prefix')).toHaveValue(prefix)
    await closeToast(page)

    await line.getByRole('button', { name: `Change the next number of ${document.toLowerCase()}s` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Set next number' }).click()
    await expect(dialog.getByText('Next number is required')).toBeVisible()
    await dialog.getByLabel('Next number').fill('0')
    await expect(dialog.getByText('Next number must be at least 1')).toBeVisible()
    await dialog.getByLabel('Next number').fill(`${first}0`)
    // The list is not refetched yet when the dialog opens again.
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/api/settings/numbering', async (read) => {
      await held
      await read.continue()
    })
    await page.keyboard.press('Enter')
    await expect(toast(page, `${document}s begin at ${prefix}-${year}-${`${first}0`.padStart(6, '0')}`)).toBeVisible()

    await expect(line.getByText(`${prefix}-${year}-${`${first}0`.padStart(6, '0')}`)).toBeVisible()
    await line.getByRole('button', { name: `Change the next number of ${document.toLowerCase()}s` }).click()
    await expect(dialog.getByLabel('Next number')).toHaveValue(`${first}0`)
    release()
    await dialog.getByLabel('Next number').fill(first)
    const number = `${prefix}-${year}-${first.padStart(6, '0')}`
    await expect(dialog.getByText(`The next ${document.toLowerCase()} will be ${number}.`)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(toast(page, `${document}s begin at ${number}`)).toBeVisible()
    await expect(line.getByText(number)).toBeVisible()
    await expectAccessible(page)
    const overflow = await page.evaluate(() => window.document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)

    const place = await addPlace(app.api)
    const product = await addProduct(app.api, place, { quantity: 5 })
    if (document === 'Invoice') {
      const order = await addOrder(app.api, (await addAccount(app.api)).id, [[product.id, 1]])
      await goTo(page, `/orders/sales-orders/view/${order.id}`)
      await page.getByRole('button', { name: 'Confirm order' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm order' }).click()
      await expect(page.getByRole('link', { name: number })).toBeVisible()
    } else {
      const purchase = await addPurchase(app.api, place, [[product.id, 1, '1.00']])
      await goTo(page, `/orders/purchase-orders/view/${purchase.id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(number)
    }
  })
}

test('[SET-01] refused prefixes, and a next number that someone else has set, show their errors at the fields', async ({
  page,
  app,
}) => {
  const year = new Date().getUTCFullYear()
  await app.signIn(page, 'admin')
  await goTo(page, '/settings')
  await row(page, 'Recall').getByLabel('Prefix').fill('A-B')
  await row(page, 'Route').getByLabel('Prefix').fill('kit')
  await save(page)
  await expect(row(page, 'Recall').getByText('Prefix must have 1 to 8 letters or digits')).toBeVisible()
  await row(page, 'Recall').getByLabel('Prefix').fill('RC')
  await save(page)
  await expect(row(page, 'Kit order').getByText('Prefix is the prefix of routes, too')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()

  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 5 })
  expect(product.onHand).toBe(5)
  const { body, version } = await settingsWith(app.api, { numbering: { ADJ: 'MOVE' } })
  await app.api.do(settingsApi.putSettings, { body }, { version })
  await expect(row(page, 'Stock adjustment').getByLabel('Prefix')).toHaveValue('MOVE')
  await row(page, 'Recall').getByLabel('Prefix').fill('ADJ')
  await save(page)
  await expect(row(page, 'Recall').getByText('Prefix has been the prefix of stock adjustments')).toBeVisible()
  await expect(row(page, 'Recall').getByLabel('Prefix')).toHaveValue('ADJ')
  await row(page, 'Recall').getByLabel('Prefix').fill('RC')

  await row(page, 'Recall').getByRole('button', { name: 'Change the next number of recalls' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Next number').fill('20')
  await app.api.do(numberingApi.setFirstNumber, { params: { series: 'RC' }, body: { year, before: 1, next: 30 } })
  await dialog.getByRole('button', { name: 'Set next number' }).click()
  await expect(dialog.getByText('Next number has been set to 30 by someone else')).toBeVisible()
  await dialog.getByRole('button', { name: 'Set next number' }).click()
  await expect(row(page, 'Recall').getByText(`RC-${year}-000020`)).toBeVisible()
})

test('[SET-01] prefixes are available while the next numbers fail to load; Try again loads the numbers', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await failUntilTriedAgain(page, '**/api/settings/numbering', (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken.' } }),
  )
  await page.goto('/settings')
  await expect(row(page, 'Route').getByLabel('Prefix')).toHaveValue('RT')
  const part = page.locator('#numbering')
  await expect(part.getByText('Broken.')).toBeVisible({ timeout: 20_000 })
  await part.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Route').getByText(/^RT-\d{4}-000001$/)).toBeVisible()
})
