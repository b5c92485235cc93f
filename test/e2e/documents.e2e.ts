import type { Page } from '@playwright/test'
import { salesApi } from '#shared/sales/orders/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from './accessibility.ts'
import { nineDocuments } from './document-scene.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from './inside-the-app.ts'

test.use({
  ownCompany: 'documents',
  // The tests change the URL from outside, which logs this warning on pages with an unsaved-changes guard.
  expectConsole: [/blocker on a POP navigation/],
})

const bar = (page: Page) => page.getByRole('region', { name: 'Status and next action' })
const step = (page: Page) => bar(page).getByRole('list', { name: 'Progress' }).locator('[aria-current=step]')

/** Positions on the page after the next frame: only then has the sidebar adapted to a new width. */
const places = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const box = (selector: string) => {
      const { left, top, right } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return { left: Math.round(left), top: Math.round(top + scrollY), right: Math.round(right) }
    }
    const row = document.querySelector('main tbody tr')
    return {
      title: box('main h1'),
      bar: box('main [aria-label="Status and next action"]'),
      lines: box('main [data-card], main article'),
      rail: box('main aside'),
      isTable: row ? getComputedStyle(row).display === 'table-row' : null,
    }
  })

test('[UI-02] all nine document types and their forms share one layout, at 1280, 900 and 375 px', async ({
  page,
  app,
}) => {
  test.setTimeout(240_000)
  const { documents, pending, drafts } = await nineDocuments(app)
  await app.signIn(page, 'admin')
  await goTo(page, paths.jobs)
  const tops: Record<number, Set<string>> = { 1280: new Set(), 900: new Set(), 375: new Set() }
  const titles: Record<number, Set<string>> = { 1280: new Set(), 900: new Set(), 375: new Set() }
  for (const [name, { path, next }] of Object.entries(documents)) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await goTo(page, path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading, name).toHaveText(/^[A-Z]+-\d{4}-\d{6}$/)
    const header = page.locator('header', { has: heading })
    await expect(step(page), name).toBeVisible()
    // The current progress step has the same name as the status beside the document number.
    const status = (await step(page).locator('span > span').first().textContent())?.replace(', done', '') ?? ''
    await expect(header, name).toContainText(status)
    await expect(header.getByRole('definition').first(), name).toBeVisible()
    await expect(header.getByRole('button', { name: 'More actions' }), name).toBeVisible()
    const actions = bar(page).locator('button, a')
    await expect(actions.first(), name).toHaveText(next)
    await expect(
      page.getByRole('button', { name: next, exact: true }).or(page.getByRole('link', { name: next, exact: true })),
      name,
    ).toHaveCount(1)
    const rail = page.getByRole('complementary', { name: 'Details' })
    await expect(rail.getByRole('heading', { level: 2 }).or(rail.locator('[data-card]')).first(), name).toBeVisible()
    for (const width of [1280, 900, 375]) {
      await page.setViewportSize({ width, height: 800 })
      const at = await places(page)
      tops[width]?.add(`${at.title.left} ${at.bar.left}`)
      titles[width]?.add(`${at.title.left} ${at.title.top}`)
      expect(at.bar.top, `${name} at ${width}`).toBeLessThan(at.lines.top)
      if (width === 1280) expect(at.rail.left, `${name} at ${width}`).toBeGreaterThan(at.lines.right)
      else expect(at.rail.top, `${name} at ${width}`).toBeGreaterThan(at.lines.top)
      // The stops of a route are a list at every width.
      if (name !== 'route') expect(at.isTable, `${name} at ${width}`).toBe(width > 375)
    }
    await expectAccessible(page, name)
  }
  // Forms have the same layout as documents at every width, with the save button in the place of the next action.
  const editOf = (path: string) => path.replace('/view/', '/edit/')
  for (const path of [
    paths.orderNew,
    paths.estimateNew,
    paths.purchaseOrderNew,
    paths.stockTransferNew,
    paths.routeNew,
    editOf(pending),
    editOf(drafts.estimate),
    editOf(drafts.purchase),
    editOf(documents.transfer.path),
    editOf(documents['kit order'].path),
    documents.route.path.replace('/routes/', '/routes/edit/'),
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await goTo(page, path)
    await expect(bar(page).getByRole('button', { name: /^(Save|Add route)/ }), path).toBeVisible()
    await expect(step(page), path).toBeVisible()
    await expect(page.locator('main header').getByRole('definition').first(), path).toBeVisible()
    for (const width of [1280, 900, 375]) {
      await page.setViewportSize({ width, height: 800 })
      const at = await places(page)
      expect(titles[width]?.has(`${at.title.left} ${at.title.top}`), `${path} at ${width}`).toBe(true)
      tops[width]?.add(`${at.title.left} ${at.bar.left}`)
      expect(at.bar.top, `${path} at ${width}`).toBeLessThan(at.lines.top)
      if (width === 1280) expect(at.rail.left, `${path} at ${width}`).toBeGreaterThan(at.lines.right)
      else expect(at.rail.top, `${path} at ${width}`).toBeGreaterThan(at.lines.top)
    }
    await expectAccessible(page, path)
  }
  for (const width of [1280, 900, 375]) expect([...(tops[width] ?? [])], String(width)).toHaveLength(1)
})

test('[UI-02] edited lines are a table or cards by the width of their container, at any sidebar state; Save stays in view', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 50 })
  const account = await addAccount(app.api)
  const order = await addOrder(
    app.api,
    account.id,
    Array.from({ length: 20 }, () => [product.id, 1] as const),
  )
  await app.signIn(page, 'admin')
  await goTo(page, paths.orderEdit(order.id))
  const line = page.getByRole('group', { name: 'Line 1', exact: true })
  const save = bar(page).getByRole('button', { name: 'Save changes' })
  const read = () =>
    line.evaluate((row) => {
      const picker = row.querySelector('input')?.getBoundingClientRect()
      return {
        room: row.parentElement?.clientWidth ?? 0,
        isTable: getComputedStyle(row.querySelector('[data-field-label]') as Element).position === 'absolute',
        picker: picker?.width ?? 0,
        sideways: document.documentElement.scrollWidth - innerWidth,
      }
    })
  const seen = new Set<boolean>()
  for (const width of [320, 375, 768, 900, 1024, 1280, 1920])
    for (const sidebar of ['as it is', 'toggled']) {
      await page.setViewportSize({ width, height: 800 })
      const toggle = page.getByRole('button', { name: /sidebar/i })
      if (sidebar === 'toggled') {
        if (!(await toggle.isVisible())) continue
        await toggle.click()
      }
      const { room, isTable, picker, sideways } = await read()
      expect(sideways, `${width}, ${sidebar}`).toBeLessThanOrEqual(0)
      expect(isTable, `${width}, ${sidebar}: ${room} px`).toBe(room >= 640)
      expect(picker, `${width}, ${sidebar}: the product's field`).toBeGreaterThan(120)
      seen.add(isTable)
      if (sidebar === 'toggled') await toggle.click()
    }
  expect(seen.size).toBe(2)
  // At the last line the save button is still in view, and the bar and the header show the same total.
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('group', { name: 'Line 20', exact: true }).getByLabel('Quantity').fill(String(width))
    await expect(save).toBeInViewport({ ratio: 1 })
    const total = (await bar(page).getByRole('status').textContent())?.replace(/^Total USD /, '') ?? ''
    await expect(page.locator('main header').getByRole('definition').filter({ hasText: total })).toHaveCount(1)
  }
})

test('[SO-01, SO-02, SO-03] creates, confirms, packs and ships an order using only the actions of the progress bar', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { name: 'Ward thermometer', quantity: 50 })
  const account = await addAccount(app.api, { name: 'Clinic by the bar' })
  await app.signIn(page, 'admin')
  await goTo(page, `${paths.orderNew}?customer=${account.id}`)
  await page.getByLabel('Product').first().fill(product.name)
  await page.getByRole('option', { name: product.name }).first().click()
  await page.getByLabel('Quantity').first().fill('4')
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^SO-/ })).toBeVisible()
  await expect(step(page)).toContainText('Pending')

  const dialog = page.getByRole('dialog')
  const act = async (name: string) => {
    await bar(page).getByRole('button', { name, exact: true }).click()
    await expect(dialog).toBeVisible()
  }
  await act('Confirm order')
  await dialog.getByRole('button', { name: 'Confirm order' }).click()
  await expect(step(page)).toContainText('Confirmed')
  await expect(page.getByRole('row', { name: /Ward thermometer/ })).toContainText('4 from')

  await act('Mark ready to ship')
  await dialog.getByRole('button', { name: 'Mark ready to ship' }).click()
  await expect(step(page)).toContainText('Ready for shipping')
  await expect(page.getByRole('columnheader', { name: 'Picked' })).toBeVisible()

  await act('Assign to carrier')
  await dialog.getByLabel('Carrier').fill('Blue Van')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(step(page)).toContainText('Carrier assigned')

  await act('Mark as shipped')
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(step(page)).toContainText('Shipped')
  await expect(page.getByRole('columnheader', { name: 'Shipped' })).toBeVisible()
  await expect(bar(page).getByRole('button').first()).toHaveText('Record delivery')
  const id = page.url().split('/').at(-1) ?? ''
  expect((await app.api.do(salesApi.getOrder, { params: { id } })).status).toBe('SHIPPED')
})

test('[SO-01] an order of 300 lines lays out in under 500 ms, as rows and as cards; print repeats the table header', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const products: string[] = []
  for (let at = 0; at < 10; at += 1) products.push((await addProduct(app.api, place, { quantity: 10_000 })).id)
  const account = await addAccount(app.api)
  const { id } = await app.api.do(salesApi.createOrder, {
    body: {
      accountId: account.id,
      lines: Array.from({ length: 300 }, (_, at) => ({ productId: products[at % 10] ?? '', quantity: at + 1 })),
    },
  })
  await app.signIn(page, 'admin')
  await goTo(page, paths.orders)
  const table = page.getByRole('table', { name: 'Lines' })
  for (const [width, display] of [
    [1280, 'table-row'],
    [375, 'flex'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await goTo(page, paths.order(id))
    await expect(table.locator('tbody tr')).toHaveCount(300)
    expect(
      await table
        .locator('tbody tr')
        .first()
        .evaluate((row) => getComputedStyle(row).display),
    ).toBe(display)
    // Layout takes well under a second, also on a slow machine.
    const spent = await page.evaluate(async () => {
      const main = document.querySelector('main') as HTMLElement
      const start = performance.now()
      main.style.width = '90%'
      main.getBoundingClientRect()
      return performance.now() - start
    })
    test.info().annotations.push({ type: 'layout', description: `${width} px: ${Math.round(spent)} ms` })
    expect(spent).toBeLessThan(500)
  }
  await page.emulateMedia({ media: 'print' })
  const printed = await table.evaluate((one) => ({
    head: getComputedStyle(one.querySelector('thead') as Element).display,
    row: getComputedStyle(one.querySelector('tbody tr') as Element).display,
    // The totals row is printed only once, and the table may start on the first page.
    foot: getComputedStyle(one.querySelector('tfoot') as Element).display,
    breakInside: getComputedStyle(one.closest('[data-card]') as Element).breakInside,
  }))
  expect(printed).toEqual({
    head: 'table-header-group',
    row: 'table-row',
    foot: 'table-row-group',
    breakInside: 'auto',
  })
})
