import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/* What experience.md asks of every form, F1 to F11, form by form in the browser. */

interface Form {
  name: string
  path: string
  /** The button that opens it, where it is a dialog. */
  opens?: string
  submit: string
  /** A field to type a word into. */
  types: string
}

const pages: Form[] = [
  { name: 'order', path: '/orders/sales-orders/new', submit: 'Save order', types: 'Reference' },
  { name: 'estimate', path: '/orders/estimates/new', submit: 'Save estimate', types: 'Reference' },
  { name: 'purchase order', path: '/orders/purchase-orders/new', submit: 'Save draft', types: 'Reference' },
  { name: 'transfer', path: '/inventory/stock-transfers/add', submit: 'Save transfer', types: 'Note' },
  { name: 'kit', path: '/inventory/kitting-bundles/add', submit: 'Save kit', types: 'Name' },
  { name: 'raw material', path: '/inventory/raw-materials/add', submit: 'Save raw material', types: 'Name' },
  { name: 'product', path: '/crm/inventory/add', submit: 'Save product', types: 'Name' },
]
const dialogs: Form[] = [
  { name: 'customer', path: '/crm/customers', opens: 'Add customer', submit: 'Add customer', types: 'Country' },
  { name: 'supplier', path: '/crm/suppliers', opens: 'Add supplier', submit: 'Add supplier', types: 'Phone' },
  { name: 'contact', path: '/crm/address-book', opens: 'Add contact', submit: 'Add contact', types: 'Phone' },
  { name: 'prospect', path: '/crm/prospects', opens: 'Add prospect', submit: 'Add prospect', types: 'Phone' },
  {
    name: 'opportunity',
    path: '/crm/salesopportunities',
    opens: 'Add opportunity',
    submit: 'Add opportunity',
    types: 'Notes',
  },
]

/** What offends in how the fields of a form are marked and labelled; nothing where all is well. */
const offences = (form: Locator) =>
  form.evaluate((element) => {
    const told: string[] = []
    for (const field of element.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
      if (field.type === 'hidden' || field.type === 'file') continue
      const label = field.labels?.[0]?.textContent?.trim() || field.ariaLabel || ''
      const name = label || field.outerHTML
      if (!label) told.push(`${name}: has no label`)
      if (field.getAttribute('aria-invalid') === 'true') told.push(`${name}: is called wrong before it was touched`)
      const isLine = field.tagName === 'INPUT' && ['text', 'email', 'tel', 'url'].includes(field.type)
      if (isLine && !field.autocomplete && !field.inputMode) told.push(`${name}: says nothing about what is typed in`)
      const isRequired = field.getAttribute('aria-required') === 'true'
      if (isRequired && !field.closest('div:has(> div > label)')?.textContent?.includes('Required'))
        told.push(`${name}: is required, but not in words`)
    }
    return told
  })

/** Of a form that was sent in vain. */
const answer = (form: Locator) =>
  form.evaluate((element) => {
    const wrong = [...element.querySelectorAll<HTMLElement>('[aria-invalid="true"]')]
    const silent = wrong.filter((field) => {
      const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
      return !ids.some((id) => id.endsWith('-error') && (document.getElementById(id)?.textContent ?? '').length > 3)
    })
    return {
      wrong: wrong.length,
      silent: silent.map((field) => field.outerHTML),
      isFirst: wrong.length > 0 && document.activeElement === wrong[0],
    }
  })

/** Whether closing the tab now would be asked about. */
const isGuarded = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  })

async function expectRules(page: Page, { path, opens, submit, types }: Form) {
  await page.goto(path)
  if (opens) await page.getByRole('button', { name: opens, exact: true }).first().click()
  const form = (opens ? page.getByRole('dialog') : page.getByRole('main')).locator('form')
  const send = form.getByRole('button', { name: submit, exact: true })
  await expect(send).toBeVisible()
  // F1, F10: nothing is wrong yet; every field has its label, and says what it takes.
  expect(await offences(form)).toEqual([])
  expect(await isGuarded(page)).toBe(false)

  // F2: sent empty, it leads to the first field that is wrong, and from two on lists them with links.
  await send.click()
  await expect.poll(async () => (await answer(form)).isFirst).toBe(true)
  const { wrong, silent } = await answer(form)
  expect(silent).toEqual([])
  const summary = form.getByText(/^\d+ fields need attention$/)
  if (wrong > 1) {
    await expect(summary).toBeVisible()
    const links = form
      .locator('ul')
      .filter({ has: page.locator('a[href^="#"]') })
      .locator('a[href^="#"]')
    await links.last().click()
    await expect(form.locator('[aria-invalid="true"]:focus')).toHaveCount(1)
  } else await expect(summary).toHaveCount(0)

  // F3, F4: what was typed is not left behind without a question; it can be discarded.
  await form.getByLabel(types, { exact: true }).first().fill('Typed')
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  if (opens) await page.keyboard.press('Escape')
  else {
    expect(await isGuarded(page)).toBe(true)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click()
  }
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel(types, { exact: true }).first()).toHaveValue('Typed')
  await form.getByRole('button', { name: opens ? 'Cancel' : 'Discard', exact: true }).click()
  if (opens) {
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(form).toHaveCount(0)
  } else {
    await expect(form.getByLabel(types, { exact: true }).first()).toHaveValue('')
    expect(await isGuarded(page)).toBe(false)
  }
}

test('[UI-02] (F1, F2, F3, F4, F10) every form marks, leads, guards and discards alike', async ({ page, app }) => {
  test.slow()
  page.setDefaultTimeout(20_000)
  await app.signIn(page, 'admin')
  for (const form of [...pages, ...dialogs]) await test.step(form.name, () => expectRules(page, form))
})
