import type { Locator, Page } from '@playwright/test'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from './inside-the-app.ts'
import { logOut } from './people.ts'
import { changeSettings } from '../settings.ts'

test.use({
  // The tests change the URL from outside, which logs this warning on pages with an unsaved-changes guard.
  expectConsole: [/blocker on a POP navigation/],
})

/* Text that would run as code if anything treated it as markup, a URL or a template. */

const hostile = (what: string) =>
  `${what}"><img src=x onerror=hacked=1><script>hacked=1</script><a href=javascript:hacked=1>{{7*7}}\${7*7}</a>`
const long = (what: string) =>
  `${hostile(what)}</textarea></title><svg onload=hacked=1><style>main{display:none}</style>`

/** No script of the text ran, and no part of it became an element. */
async function expectHarmless(page: Page): Promise<void> {
  await expect(
    page.locator('img[src="x"], main script, main svg[onload], main style, a[href^="javascript:" i]'),
  ).toHaveCount(0)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
}

/** On A4 no name is cut off: on paper there is no hover to read the rest. */
async function expectWholeInPrint(page: Page): Promise<void> {
  const screen = page.viewportSize()
  // The width of A4 without margins.
  await page.setViewportSize({ width: 672, height: 1000 })
  const cut = () =>
    page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll('*')]
        .filter((one) => one instanceof HTMLElement && one.checkVisibility() && one.textContent?.trim())
        .filter((one) => {
          const { overflowX, whiteSpace, webkitLineClamp } = getComputedStyle(one)
          const isShort = overflowX === 'hidden' && whiteSpace === 'nowrap' && one.clientWidth > 2
          const isLow = webkitLineClamp !== 'none' && one.scrollHeight > one.clientHeight + 1
          return isLow || (isShort && one.scrollWidth > one.clientWidth + 1)
        })
        .map((one) => one.textContent),
    )
  await expect.poll(cut).toEqual([])
  if (screen) await page.setViewportSize(screen)
}

/**
 * Fills every free-text field; fields with a format (email addresses, numbers, dates) are left alone. Returns their
 * count.
 */
async function typeEverywhere(form: Locator, what: string): Promise<number> {
  let typed = 0
  for (const field of await form.getByRole('textbox').all()) {
    const [type, mode, tag] = await field.evaluate((one: HTMLInputElement) => [one.type, one.inputMode, one.tagName])
    if (tag === 'INPUT' && (type !== 'text' || mode !== '' || (await field.getAttribute('role')))) continue
    await field.fill(tag === 'TEXTAREA' ? long(what) : hostile(what))
    if (await field.evaluate((one: HTMLInputElement) => one.maxLength > 0 && one.maxLength < 150))
      await field.fill('<b>x')
    typed += 1
  }
  return typed
}

test('(W4, W5) markup typed into every field is shown as text in lists, details, toasts, charts and print', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000)
  page.on('dialog', () => {
    throw new Error('Something opened a dialog of the browser')
  })
  await app.signIn(page, 'admin')
  await goTo(page, '/profile')
  for (const [path, add, save, what] of [
    ['/inventory/categories', 'Add category', 'Add category', 'Category'],
    ['/crm/suppliers', 'Add supplier', 'Add supplier', 'Supplier'],
    ['/crm/customers', 'Add customer', 'Add customer', 'Customer'],
  ] as const) {
    await goTo(page, path)
    await page.getByRole('button', { name: add }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    if (what !== 'Category') {
      await dialog.getByRole('button', { name: 'More details' }).click()
      await expect(dialog.getByLabel('Labels')).toBeVisible()
    }
    const name = dialog.getByRole('textbox', { name: 'Name', exact: false }).first()
    expect(await typeEverywhere(dialog, what)).toBeGreaterThan(1)
    await name.fill(hostile(what))
    for (const short of ['Code', 'Country', 'Labels', 'Tax number'])
      if (await dialog.getByLabel(short, { exact: false }).count())
        await dialog.getByLabel(short, { exact: false }).first().fill('<i>x</i>')
    await dialog.getByRole('button', { name: save }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(hostile(what)).first()).toBeVisible()
    await expectHarmless(page)
  }

  // Text on every page: the company in the footer and the user's name in the menu.
  const { data: settings } = await app.api.do(settingsApi.getSettings, {})
  await goTo(page, '/settings')
  await page.getByLabel('Company name').fill(hostile('Company'))
  await page.getByLabel('Headquarters').fill(hostile('Headquarters'))
  // A website that is not a web address is refused before it is saved.
  await page.getByLabel('Website').fill('javascript:hacked=1')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByLabel('Website')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Website').fill('https://example.com/<b>x</b>')
  await page.getByLabel('Address', { exact: true }).fill(long('Address'))
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(hostile('Company'))
  await expectHarmless(page)
  await goTo(page, '/profile')
  const person = 'Ann"><img src=x onerror=hacked=1><script>hacked=1</script>{{7*7}}'
  await page.getByLabel('Name', { exact: true }).fill(person)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await expect(page.getByRole('menu').getByText(person)).toBeVisible()
  await expectHarmless(page)
  await page.keyboard.press('Escape')

  const place = await addPlace(app.api)
  await app.api.do(inventoryApi.createLocation, {
    body: { name: hostile('Location'), type: 'Warehouse', address: long('At'), latitude: 10, longitude: 20 },
  })
  const { data: accounts } = await app.api.do(crmApi.listAccounts, { query: { q: 'Customer"><img' } })
  const product = await addProduct(app.api, place, {
    name: hostile('Product'),
    description: long('Described'),
    quantity: 50,
  })
  const order = await app.api.do(salesApi.createOrder, {
    body: {
      accountId: accounts[0]?.id ?? '',
      notes: long('Notes'),
      reference: '<b>ref</b>',
      lines: [{ productId: product.id, quantity: 2 }],
    },
  })
  await app.api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  const { data: invoices } = await app.api.do(invoicingApi.listInvoices, { query: { account: accounts[0]?.id ?? '' } })

  for (const [path, shown] of [
    ['/crm/inventory', hostile('Product')],
    [`/crm/inventory/view/${product.id}`, hostile('Product')],
    [`/crm/inventory/edit/${product.id}`, ''],
    ['/orders/sales-orders', hostile('Customer')],
    [`/orders/sales-orders/view/${order.id}`, hostile('Product')],
    ['/orders/invoices', hostile('Customer')],
    [`/orders/invoices/view/${invoices[0]?.id}`, hostile('Product')],
    [`/crm/customers/view/${accounts[0]?.id}`, hostile('Customer')],
    ['/inventory/locations-zones', hostile('Location')],
    ['/inventory/locations-zones?view=map', ''],
    ['/crm/dashboard', ''],
    [`/crm/inventory?q=${encodeURIComponent(hostile('Nothing'))}`, ''],
    [`/crm/inventory?category=${encodeURIComponent(hostile('Nothing'))}`, ''],
  ] as const) {
    await goTo(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('49$')
    if (shown) await expect(page.getByText(shown).first()).toBeVisible()
    await expectHarmless(page)
    await page.emulateMedia({ media: 'print' })
    await expectHarmless(page)
    await expectWholeInPrint(page)
    await page.emulateMedia({ media: 'screen' })
  }

  // In an error message from the server: a duplicate name is refused.
  await goTo(page, '/inventory/categories')
  await page.getByRole('button', { name: 'Add category' }).filter({ visible: true }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill(hostile('Category'))
  await page.getByRole('dialog').getByRole('button', { name: 'Add category' }).click()
  await expect(page.getByRole('dialog').getByText(/taken/)).toBeVisible()
  await expectHarmless(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await changeSettings(app.api, settings)
})

test('(W13) Back after logout shows no data of the session and requests none successfully', async ({ page, app }) => {
  await app.api.do(crmApi.createAccount, { body: { name: 'Private clinic' } })
  await app.signIn(page, 'staff')
  await goTo(page, '/crm/customers')
  await expect(page.getByText('Private clinic')).toBeVisible()
  await page.getByText('Private clinic').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Private clinic' })).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Private clinic' })).toHaveCount(0)
  await logOut(page)
  await expect(page).toHaveURL(/\/crm\/login$/)
  const answered: number[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/api/accounts')) answered.push(answer.status())
  })
  await page.goBack()
  await expect(page).toHaveURL(/\/crm\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Private clinic')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Private clinic')).toHaveCount(0)
  expect(answered.filter((status) => status < 400)).toEqual([])
})
