import type { Page } from '@playwright/test'
import { salesApi } from '#shared/sales/orders/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[UI-02] (A2, L1, L3) on a phone filters are in a sheet that traps the focus, shows the result count, and closes by Escape and Back', async ({
  page,
  app,
}) => {
  test.setTimeout(60_000)
  await addAccount(app.api, { name: 'Sheet clinic', country: 'Ghana', priceTier: 'wholesale' })
  await addAccount(app.api, { name: 'Sheet pharmacy', country: 'Togo', priceTier: 'retail' })
  await page.setViewportSize({ width: 375, height: 812 })
  await app.signIn(page, 'admin')
  await goTo(page, `${paths.customers}?q=Sheet`)
  const open = page.getByRole('button', { name: 'Filters and view' })
  const sheet = page.getByRole('dialog', { name: 'Filters and view' })
  const pharmacy = page.getByRole('link', { name: 'Sheet pharmacy' })
  await expect(pharmacy).toBeVisible()
  await open.click()
  await expect(sheet.getByRole('button', { name: 'Show 2 results' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Clear all' })).toBeDisabled()
  await expectAccessible(page)
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab')
    await expect(sheet.locator(':focus')).toHaveCount(1)
  }
  // Touch targets are 40 px high.
  for (const control of [
    // The wrapper with the border.
    sheet.getByRole('combobox', { name: 'Price tier' }).locator('..'),
    sheet.getByRole('button', { name: 'Clear all' }),
  ])
    expect((await control.boundingBox())?.height).toBeGreaterThan(39.5)
  // Escape closes the sheet also while a tooltip is open.
  await sheet.getByRole('combobox', { name: 'Price tier' }).focus()
  await sheet.getByRole('button', { name: 'Close' }).focus()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(open).toBeFocused()
  await open.click()
  await sheet.getByRole('combobox', { name: 'Price tier' }).selectOption('wholesale')
  await sheet.getByRole('button', { name: 'Show 1 result' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(pharmacy).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove filter Price tier/ })).toBeVisible()
  // The choices made in a sheet are one history entry; opening the sheet without a choice adds none.
  await open.click()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/priceTier=wholesale/)
  await open.click()
  await sheet.getByRole('button', { name: 'Clear all' }).click()
  await expect(sheet.getByRole('button', { name: /^Show \d+ results$/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(paths.customers)
  await page.goBack()
  await expect(page).toHaveURL(/priceTier=wholesale/)
  await page.goBack()
  await expect(page).toHaveURL(`${paths.customers}?q=Sheet`)
  await expect(pharmacy).toBeVisible()
})

test('[SHELL-08] the help button never covers page content, at any scroll position', async ({ page, app }) => {
  test.setTimeout(180_000)
  const place = await addPlace(app.api)
  const lines = []
  for (let at = 1; at <= 30; at += 1)
    lines.push({ productId: (await addProduct(app.api, place, { name: `Long order item ${at}` })).id, quantity: at })
  const account = await addAccount(app.api)
  const order = await app.api.do(salesApi.createOrder, { body: { accountId: account.id, lines } })
  await app.signIn(page, 'admin')
  const long = [
    paths.order(order.id),
    paths.orderEdit(order.id),
    paths.products,
    paths.orders,
    paths.settings,
    paths.dashboard,
    paths.salesReports,
    paths.inventoryReports,
    paths.customer(account.id),
  ]
  const found: string[] = []
  await goTo(page, paths.profile)
  for (const path of long) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await goTo(page, path)
    await expect(page.getByRole('button', { name: /^Help: / }), path).toBeVisible()
    await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
    for (const width of [1280, 900, 375, 320]) {
      await page.setViewportSize({ width, height: 740 })
      for (const what of await beneathHelp(page)) found.push(`${path} at ${width}: ${what}`)
    }
  }
  expect(found).toEqual([])
})

/** Returns what the help button covers at any scroll position: page content, or controls of header and sidebar. */
function beneathHelp(page: Page) {
  return page.evaluate(async () => {
    const found = new Set<string>()
    // Waits for the width transition of the sidebar.
    await new Promise((done) => setTimeout(done, 300))
    const help = document.querySelector('[data-help]')
    if (!help) return ['there is no help button']
    for (let top = 0; top <= document.documentElement.scrollHeight; top += 150) {
      scrollTo(0, top)
      await new Promise((done) => requestAnimationFrame(done))
      const box = help.getBoundingClientRect()
      if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight) found.add('it is cut off')
      for (const x of [box.left + 1, box.left + box.width / 2, box.right - 1])
        for (const y of [box.top + 1, box.top + box.height / 2, box.bottom - 1])
          for (const one of document.elementsFromPoint(x, y)) {
            if (one.contains(help) || help.contains(one)) continue
            const isFrame = one.closest('#root header[data-chrome], #root aside') !== null
            const isControl = one.closest('a, button, input, select, textarea') !== null
            if (isControl || !isFrame) found.add(`it covers “${(one.textContent ?? '').trim().slice(0, 40)}”`)
            // Elements behind the header or the sidebar are not visible.
            break
          }
    }
    scrollTo(0, 0)
    return [...found]
  })
}
