import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { crmApi } from '#shared/crm/partners/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/* The rules of lists, checked on the customer list, which has all features: views, selection, export, deletion. */

const letters = ['A', 'B', 'C', 'D', 'E', 'F'] as const
const word = 'Rulebook clinic'
const list = (query = '') => `/crm/customers?q=${encodeURIComponent(word)}${query}`
const table = (page: Page) => page.getByRole('table', { name: 'Customers' })
const row = (page: Page, letter: string) => table(page).getByRole('row', { name: new RegExp(`${word} ${letter}`) })
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
/** A layout shift reported by the browser: its score and the moved elements. */
interface Shift {
  value: number
  moved: string[]
}
interface LayoutShift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}
/** The requests for rows of the list. */
const calls = /\/api\/accounts\?/

test.describe.configure({ mode: 'serial' })

test('[UI-02] (L2, L3, L6, L11, L12, L13, L17) search, filters, sort, loading, error with retry, row links and empty states of a list', async ({
  page,
  app,
}) => {
  for (const letter of letters)
    await addAccount(app.api, {
      name: `${word} ${letter}`,
      country: letter < 'D' ? 'Ghana' : 'Togo',
      priceTier: letter < 'C' ? 'retail' : 'wholesale',
      // The label filter appears once labels are loaded, and must not push the rows down.
      labels: ['Teaching hospital of the region'],
    })
  await app.signIn(page, 'admin')

  // L11: the first load shows skeleton rows of the final height; the layout does not shift when the rows arrive.
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route(calls, async (route) => {
    await held
    await route.continue()
  })
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    const rect = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((entries) => {
      for (const { value, hadRecentInput, sources } of entries.getEntries() as (PerformanceEntry & LayoutShift)[])
        if (!hadRecentInput)
          shifts.push({
            value,
            moved: sources.map(
              ({ node, previousRect, currentRect }) =>
                `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" from ${rect(previousRect)} to ${rect(currentRect)}`,
            ),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await goTo(page, list())
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  const skeleton = table(page).locator('tbody tr').first()
  const height = (await skeleton.boundingBox())?.height ?? 0
  letGo()
  await expect(row(page, 'F')).toBeVisible()
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
  expect(Math.abs(((await row(page, 'F').boundingBox())?.height ?? 0) - height)).toBeLessThanOrEqual(1)
  const shifts = await page.evaluate(() => (window as never)['shifts'] as Shift[])
  const shifted = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(shifted, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(0.1)
  await page.unroute(calls)

  // L3: a filter is a chip that can be removed; the results are counted.
  await expect(page.getByText('6 results')).toBeVisible()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('combobox', { name: 'Price tier' }).selectOption('wholesale')
  await expect(page.getByText('4 results')).toBeVisible()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('active')
  await expect(page).toHaveURL(/status=active/)
  await page.getByRole('button', { name: /^Remove filter Price tier/ }).click()
  await expect(page).not.toHaveURL(/priceTier/)
  await expect(page.getByText('6 results')).toBeVisible()
  await page.getByRole('combobox', { name: 'Price tier' }).selectOption('retail')
  await expect(page.getByText('2 results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).not.toHaveURL(/priceTier|status=|q=/)

  // L2: the last search term wins over a late response to an earlier one, and no typed letter is lost.
  const search = page.getByRole('searchbox', { name: 'Search customers' })
  // The URL is cleared before the field.
  await expect(search).toHaveValue('')
  let answerLate = () => {}
  const late = new Promise<void>((done) => (answerLate = done))
  const requestedTerms: string[] = []
  await page.route(calls, async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? ''
    requestedTerms.push(q)
    if (q === 'Rulebook') await late
    await route.continue().catch(() => {})
  })
  await search.pressSequentially('Rulebook')
  await expect.poll(() => requestedTerms.at(-1)).toBe('Rulebook')
  // Debounced: not one request per letter.
  expect(requestedTerms.length).toBeLessThan('Rulebook'.length)
  await search.pressSequentially(' clinic E')
  await expect(row(page, 'E')).toBeVisible()
  answerLate()
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await expect(row(page, 'A')).toHaveCount(0)
  await expect(search).toHaveValue(`${word} E`)
  await page.unroute(calls)

  // L6: sorts ascending, descending, and not at all.
  await goTo(page, list('&country=Ghana'))
  const name = page.getByRole('columnheader', { name: 'Name' })
  await expect(row(page, 'C')).toBeVisible()
  await expect(name).toHaveAttribute('aria-sort', 'none')
  for (const [direction, first] of [
    ['ascending', 'A'],
    ['descending', 'C'],
    ['none', 'A'],
  ] as const) {
    await name.getByRole('button').click()
    await expect(name).toHaveAttribute('aria-sort', direction)
    await expect(table(page).locator('tbody tr').first()).toContainText(`${word} ${first}`)
  }

  // L11: the old rows stay while new ones load.
  await page.getByRole('button', { name: 'More filters' }).click()
  let release = () => {}
  const waiting = new Promise<void>((done) => (release = done))
  await page.route(calls, async (route) => {
    await waiting
    await route.continue()
  })
  await page.getByRole('combobox', { name: 'Activity' }).selectOption('never')
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  await expect(row(page, 'B')).toBeVisible()
  release()
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
  await page.unroute(calls)

  // L13: a failed request shows an error in place of the rows; the rest of the page works, and “Try again” loads them.
  await failUntilTriedAgain(page, calls, (route) => route.abort())
  await page.goto(list('&country=Togo'))
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await expectAccessible(page)
  await retry.click()
  await expect(row(page, 'D')).toBeVisible()

  // L17: a row is a link and can be opened in a new tab.
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    row(page, 'D')
      .getByRole('link')
      .first()
      .click({ modifiers: ['ControlOrMeta'] }),
  ])
  await expect(opened.getByRole('heading', { level: 1, name: `${word} D` })).toBeVisible()
  await opened.close()

  // L12: no results for a filter, and an empty list.
  await goTo(page, list('&country=Nowhere'))
  await expect(page.getByText('No customers match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/crm/customers')
  await page.route(calls, (route) =>
    route.fulfill({ json: { data: [], nextCursor: null, total: 0, totalIsMore: false } }),
  )
  await page.goto('/crm/customers')
  await expect(page.getByText('No customers yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add customer' })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toHaveCount(0)
  await page.unroute(calls)
})

test('[UI-02] (L7, L8, L9, L10, L14, L15, L16, L18) selection, bulk actions, shortcuts, columns, export, views, delete and undo of a list', async ({
  page,
  app,
}) => {
  await addAccount(app.api, { name: `=${word} formula` })
  await app.signIn(page, 'admin')
  await goTo(page, list('&sort=name'))
  await expect(row(page, 'F')).toBeVisible()

  // L7: selects a range, then all rows; Escape clears the selection.
  const box = (letter: string) => row(page, letter).getByRole('checkbox')
  await box('B').click()
  await box('D').click({ modifiers: ['Shift'] })
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  const all = page.getByRole('checkbox', { name: 'Select all rows on this page' })
  await expect(all).toHaveJSProperty('indeterminate', true)
  await bar(page).getByRole('button', { name: 'Select all 7 results' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('7 selected')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)

  // L8: refused rows are listed with the reason and can be retried.
  const { data } = await app.api.do(crmApi.listAccounts, { query: { q: `${word} B` } })
  const one = `**/api/accounts/${data[0]?.id}`
  await page.route(one, (route) =>
    route.fulfill({ status: 409, json: { error: 'Somebody is busy with it.', code: 'CONFLICT' } }),
  )
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().endsWith(data[0]?.id ?? '-'))
      keys.push(request.headers()['idempotency-key'] ?? '')
  })
  await box('A').click()
  await box('C').click({ modifiers: ['Shift'] })
  await bar(page).getByRole('button', { name: 'Set inactive' }).click()
  const result = page.getByRole('dialog', { name: 'Set inactive' })
  await expect(result.getByRole('status')).toHaveText('2 done, 1 failed')
  await expect(result.getByRole('list', { name: 'Failed' })).toContainText(
    /Rulebook clinic B.*Somebody is busy with it/s,
  )
  await page.unroute(one)
  await result.getByRole('button', { name: 'Try the failed ones again' }).click()
  await expect(result).toHaveCount(0)
  await expect(row(page, 'B')).toContainText('Inactive')
  // The retry uses the same idempotency key.
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)

  // L9: on a narrow window the table scrolls inside a named, focusable region; its first column is sticky.
  await page.setViewportSize({ width: 800, height: 600 })
  const region = page.getByRole('region', { name: 'Customers', exact: true })
  await expect(region).toHaveAttribute('tabindex', '0')
  const first = page.getByRole('columnheader', { name: 'Name' })
  const x = (await first.boundingBox())?.x
  await region.evaluate((element) => element.scrollTo({ left: 400 }))
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(20)
  expect((await first.boundingBox())?.x).toBe(x)
  await page.setViewportSize({ width: 1280, height: 800 })

  // L10: keyboard shortcuts work, but not while typing.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('1 selected')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('x')
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(word)
  await expect(row(page, 'F')).toBeVisible()

  // L15: a column setting that can't be saved is rolled back with a toast.
  await page.route('**/api/list-settings/**', (route) =>
    route.fulfill({ status: 500, json: { error: 'Out of order' } }),
  )
  await page.getByRole('button', { name: 'Columns and density' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns and density' })
  await columns.getByRole('checkbox', { name: 'Country' }).click()
  await expect(toasts(page).getByRole('listitem').first()).toBeVisible()
  await expect(columns.getByRole('checkbox', { name: 'Country' })).toBeChecked()
  await page.unroute('**/api/list-settings/**')
  await columns.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('columnheader', { name: 'Country' })).toBeVisible()

  // L16: exports the filtered rows; formulas are escaped.
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV, shown columns' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('customers.csv')
  const lines = (await readFile((await download.path()) ?? '', 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(8)
  expect(lines.some((line) => line.startsWith(`'=${word} formula`))).toBe(true)

  // L18: switching the view keeps the filters, and the view is in the URL.
  await goTo(page, list('&country=Togo&sort=name'))
  await expect(row(page, 'F')).toBeVisible()
  const views = page.getByRole('group', { name: 'View' })
  await views.getByRole('button', { name: 'Split' }).click()
  await expect(page).toHaveURL(/country=Togo.*view=split/)
  for (const letter of ['D', 'E', 'F'])
    await expect(page.getByRole('link', { name: new RegExp(`${word} ${letter}`) }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(`${word} [ABC]`) })).toHaveCount(0)
  await views.getByRole('button', { name: 'List' }).click()
  await expect(row(page, 'D')).toBeVisible()
  await expect(page).toHaveURL(/country=Togo/)

  // L14: Undo restores the deleted rows.
  await box('E').click()
  await box('F').click()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete customers' }).click()
  await expect(row(page, 'E')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'E')).toBeVisible()
  await expect(row(page, 'F')).toBeVisible()

  // Permanent deletion requires typing a word; Enter alone only cancels, because “Cancel” has the focus.
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Rulebook product for good' })
  await app.api.do(inventoryApi.deleteProduct, { params: { id: product.id } })
  await goTo(page, '/reports/deleted?q=Rulebook+product')
  const gone = page.getByRole('row', { name: /Rulebook product for good/ })
  await gone.getByRole('checkbox').click()
  await bar(page).getByRole('button', { name: 'Delete permanently' }).click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(question.getByRole('button', { name: /^Delete permanently/ })).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await bar(page).getByRole('button', { name: 'Restore' }).click()
  await expect(gone).toHaveCount(0)
  const left = () => app.api.do(deletedApi.listDeleted, { query: { q: 'Rulebook product' } })
  await expect.poll(async () => (await left()).data).toEqual([])
})
