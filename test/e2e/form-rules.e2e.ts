import type { Locator, Page } from '@playwright/test'
import { roleDefaults } from '#shared/access/roles.ts'
import { attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { addAccount, addOrder, addPlace, addProduct, addPurchase, newBarcode, placePurchase } from '#test/builders.ts'
import { paths } from '#web/paths.ts'
import { addSession } from '#test/sessions.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/*
 * Checks the form rules F1 to F4, F6 and F8 to F10 in the browser, form by form; the tests of sales check F5, F7 and
 * F11.
 */

interface Form {
  name: string
  path: string
  /** The button that opens the form, if it is a dialog. */
  opens?: string
  submit: string
  /** A field to type text into. */
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
  { name: 'customer', path: '/crm/customers', opens: 'Add customer', submit: 'Add customer', types: 'Phone' },
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

/** Problems in the labels and the marking of a form's fields; empty if there are none. */
const offences = (form: Locator) =>
  form.evaluate((element) => {
    const problems: string[] = []
    for (const field of element.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
      if (field.type === 'hidden' || field.type === 'file') continue
      const label = field.labels?.[0]?.textContent?.trim() || field.ariaLabel || ''
      const name = label || field.outerHTML
      if (!label) problems.push(`${name}: has no label`)
      if (field.getAttribute('aria-invalid') === 'true') problems.push(`${name}: is called wrong before it was touched`)
      const isLine = field.tagName === 'INPUT' && ['text', 'email', 'tel', 'url'].includes(field.type)
      if (isLine && !field.autocomplete && !field.inputMode)
        problems.push(`${name}: says nothing about what is typed in`)
      const isRequired = field.getAttribute('aria-required') === 'true'
      if (isRequired && !field.closest('div:has(> div > label)')?.textContent?.includes('Required'))
        problems.push(`${name}: is required, but not in words`)
    }
    return problems
  })

/** The state of a form after an invalid submit. */
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

/** Whether closing the tab now would ask for confirmation. */
const isGuarded = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  })

async function expectRules(page: Page, { path, opens, submit, types }: Form) {
  await goTo(page, path)
  if (opens) await page.getByRole('button', { name: opens, exact: true }).first().click()
  const form = (opens ? page.getByRole('dialog') : page.getByRole('main')).locator('form')
  const send = form.getByRole('button', { name: submit, exact: true })
  await expect(send).toBeVisible()
  // F1, F10: no field is marked as invalid yet; every field has a label and states its expected input.
  expect(await offences(form)).toEqual([])
  expect(await isGuarded(page)).toBe(false)

  // F2: an empty submit focuses the first invalid field; if there are several, a summary links to them.
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

  // F3, F4: leaving unsaved changes asks for confirmation; they can be discarded.
  await form.getByLabel(types, { exact: true }).first().fill('Typed')
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  if (opens) await page.keyboard.press('Escape')
  else {
    await expect.poll(() => isGuarded(page)).toBe(true)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click()
  }
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel(types, { exact: true }).first()).toHaveValue('Typed')
  await form.getByRole('button', { name: opens ? 'Cancel' : 'Discard', exact: true }).click()
  if (opens) {
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(form).toHaveCount(0)
  } else {
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(form.getByLabel(types, { exact: true }).first()).toHaveValue('')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(form.getByLabel(types, { exact: true }).first()).toHaveValue('Typed')
    await form.getByRole('button', { name: 'Discard', exact: true }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(form.getByLabel(types, { exact: true }).first()).toHaveValue('')
    await expect.poll(() => isGuarded(page)).toBe(false)
    // Other pages have no form in which Undo could restore the changes.
    await goTo(page, paths.serviceTypes)
    await expect(page.getByText('Changes discarded')).toHaveCount(0)
  }
}

test('[UI-02] (F1, F2, F3, F4, F10) all forms mark fields, focus errors, guard unsaved changes and discard them alike', async ({
  page,
  app,
}) => {
  test.slow()
  page.setDefaultTimeout(20_000)
  await app.api.do(attributesApi.createAttribute, {
    body: { name: `Latex ${crypto.randomUUID().slice(0, 8)}`, kind: 'text', unit: null, choices: [] },
  })
  await app.signIn(page, 'admin')
  for (const form of [...pages, ...dialogs]) await test.step(form.name, () => expectRules(page, form))
})

test('[UI-02] (F6) Duplicate copies an order, estimate, purchase order, product or kit with its lines, but not its number', async ({
  page,
  app,
}) => {
  test.slow()
  const { api } = app
  const mark = `Twin ${crypto.randomUUID().slice(0, 8)}`
  const place = await addPlace(api)
  const product = await addProduct(api, place, {
    name: `${mark} gloves`,
    quantity: 100,
    price: '2.50',
    barcode: newBarcode(),
  })
  const account = await addAccount(api, { name: `${mark} clinic` })
  const order = await addOrder(api, account.id, [[product.id, 7]])
  const estimate = await api.do(estimatesApi.createEstimate, {
    body: { accountId: account.id, validUntil: '2099-12-31', lines: [{ productId: product.id, quantity: 5 }] },
  })
  const purchase = await addPurchase(api, place, [[product.id, 30, '1.25']])
  const { kit } = await api.do(kitsApi.createKit, {
    body: {
      name: `${mark} kit`,
      warehouse: place.warehouse.id,
      components: [{ itemId: product.id, quantity: 2 }],
      price: '9.00',
    },
  })
  await app.signIn(page, 'admin')
  const begin = async (path: string) => {
    await goTo(page, path)
    await page
      .getByRole('button', { name: /^(More|Actions)/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(page).not.toHaveURL(new RegExp(`${path}$`))
  }
  const saveAs = async (button: string, at: RegExp, old: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page).toHaveURL(at)
    expect(page.url()).not.toContain(old)
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  }

  await begin(`/orders/sales-orders/view/${order.id}`)
  const secondOrder = await saveAs('Save order', /sales-orders\/view\//, order.id)
  const copied = await api.do(salesApi.getOrder, { params: { id: secondOrder } })
  expect(copied).toMatchObject({ status: 'PENDING', account: { id: account.id }, total: '17.50', lines: 1 })
  expect(copied.number).not.toBe(order.number)

  await begin(`/orders/estimates/view/${estimate.id}`)
  // Draft estimates are not binding, so the copy is saved at once.
  await expect(page).toHaveURL(/estimates\/view\//)
  const secondEstimate = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(await api.do(estimatesApi.getEstimate, { params: { id: secondEstimate } })).toMatchObject({
    status: 'Draft',
    total: '12.50',
  })

  await begin(`/orders/purchase-orders/view/${purchase.id}`)
  const secondPurchase = await saveAs('Save draft', /purchase-orders\/view\//, purchase.id)
  expect(await api.do(purchasingApi.getPurchaseOrder, { params: { id: secondPurchase } })).toMatchObject({
    status: 'Draft',
    total: '37.50',
  })

  await begin(`/crm/inventory/view/${product.id}`)
  await expect(page.getByLabel('SKU', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('2.50')
  await page.getByLabel('Name', { exact: true }).fill(`${mark} gloves, second`)
  await page.getByLabel('Initial Quantity', { exact: true }).fill('0')
  const secondProduct = await saveAs('Save product', /crm\/inventory\/view\//, product.id)
  const made = await api.do(inventoryApi.getProduct, { params: { id: secondProduct } })
  expect(made).toMatchObject({ price: '2.50', onHand: 0 })
  expect([made.sku === product.sku, made.barcode === product.barcode]).toEqual([false, false])

  await begin(`/inventory/kitting-bundles/kits/view/${kit.id}`)
  await page.getByLabel('Name', { exact: true }).fill(`${mark} kit, second`)
  const secondKit = await saveAs('Save kit', /kitting-bundles\/(?!add)/, kit.id)
  expect(secondKit).not.toBe('')
  const kits = await api.do(kitsApi.listKits, { query: { q: mark } })
  expect(kits.data.map(({ name }) => name).toSorted()).toEqual([`${mark} kit`, `${mark} kit, second`])
})

test('[UI-02] (F4, F8) a double click saves one order; pickers show stock and price and create a missing customer', async ({
  page,
  app,
}) => {
  const { api } = app
  const mark = `Once ${crypto.randomUUID().slice(0, 8)}`
  const product = await addProduct(api, await addPlace(api), { name: `${mark} masks`, quantity: 1200, price: '3.25' })
  await app.signIn(page, 'admin')
  await goTo(page, '/orders/sales-orders/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill(`${mark} ward`)
  await page.getByRole('option', { name: 'Create new customer…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add customer' }).click()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue(`${mark} ward`)
  const line = page.getByRole('group', { name: 'Line 1', exact: true })
  await line.getByRole('combobox', { name: 'Product' }).fill(product.sku)
  await expect(page.getByRole('option', { name: product.name })).toContainText('1,200 available')
  await expect(page.getByRole('option', { name: product.name })).toContainText('3.25')
  await page.getByRole('option', { name: product.name }).click()
  await line.getByLabel('Quantity').fill('4')
  await page.getByRole('button', { name: 'Save order' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: /^SO-/ })).toBeVisible()
  const { total } = await api.do(salesApi.listOrders, { query: { q: `${mark} ward` } })
  expect(total).toBe(1)
})

test('[UI-02] (F9) typed and pasted numbers are parsed, the mouse wheel changes none, and the total is the server’s', async ({
  page,
  app,
}) => {
  const { api } = app
  const mark = `Figures ${crypto.randomUUID().slice(0, 8)}`
  const product = await addProduct(api, await addPlace(api), { name: `${mark} masks`, quantity: 5000, price: '3.25' })
  const account = await addAccount(api, { name: `${mark} ward` })
  await app.signIn(page, 'admin')
  await goTo(page, '/orders/sales-orders/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill(account.name)
  await page.getByRole('option', { name: account.name }).click()
  const line = page.getByRole('group', { name: 'Line 1', exact: true })
  await line.getByRole('combobox', { name: 'Product' }).fill(product.sku)
  await page.getByRole('option', { name: product.name }).click()
  const quantity = line.getByLabel('Quantity')
  const price = line.getByLabel('Unit price')
  await expect(quantity).toHaveAttribute('inputmode', 'numeric')
  await expect(price).toHaveAttribute('inputmode', 'decimal')

  /** Leaves the field, so that it shows the parsed number. */
  const pasted = async (field: Locator, text: string) => {
    await field.fill('')
    await field.focus()
    await page.keyboard.insertText(text)
    await field.blur()
    return field.inputValue()
  }
  expect(await pasted(quantity, '1,234')).toBe('1,234')
  expect(await pasted(quantity, ' 1 234 ')).toBe('1,234')
  expect(await pasted(price, '1,234.50')).toBe('1,234.50')
  expect(await pasted(price, '1.234,50')).toBe('1,234.50')
  expect(await pasted(price, '$ 1,234.5')).toBe('1,234.50')
  expect(await pasted(price, '0,375')).toBe('375.00')
  expect(await pasted(price, '0.375')).toBe('0.375')
  // 1,234 × 0.375, rounded as on the server.
  await expect(line.getByText('462.75')).toBeVisible()

  // An invalid number stays as typed and shows an error.
  expect(await pasted(price, '1,2,3')).toBe('1,2,3')
  await expect(line.getByText(/Enter a number|not an amount|not a price/)).toBeVisible()
  expect(await pasted(price, '€ 0.375')).toBe('0.375')

  // The wheel over a focused field scrolls the page and doesn't change the number.
  await quantity.focus()
  const place = await quantity.boundingBox()
  await page.mouse.move((place?.x ?? 0) + 10, (place?.y ?? 0) + 10)
  await page.mouse.wheel(0, 240)
  await page.mouse.wheel(0, -240)
  await expect(quantity).toHaveValue('1,234')
  await quantity.press('ArrowUp')
  await expect(quantity).toHaveValue('1,234')

  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^SO-/ })).toBeVisible()
  const { data } = await api.do(salesApi.listOrders, { query: { q: account.name } })
  expect(data.map(({ total }) => total)).toEqual(['462.75'])
})

test('[UI-02] (F2, A2) in a long document the first invalid field is focused below the sticky bar and listed first', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 100 })
  const { id } = await addOrder(app.api, (await addAccount(app.api)).id, [[product.id, 5]])
  await app.signIn(page, 'admin')
  for (const width of [1280, 900, 375]) {
    await page.setViewportSize({ width, height: 500 })
    await page.goto(`/orders/sales-orders/edit/${id}`)
    const quantity = page.getByRole('group', { name: 'Line 1', exact: true }).getByLabel('Quantity')
    await quantity.fill('0')
    await page.getByLabel('Per cent off').fill('101')
    // The sticky bar covers the field when the form is submitted.
    await quantity.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top - 70))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(quantity).toBeFocused()
    const bar = page.getByRole('region', { name: 'Status and next action' })
    const bottom = async () => {
      const { y, height } = (await bar.boundingBox()) ?? { y: 0, height: 0 }
      return y + height
    }
    await expect
      .poll(async () => ((await quantity.boundingBox())?.y ?? 0) - (await bottom()), `${width}`)
      .toBeGreaterThan(0)
    const problems = page.getByText('2 fields need attention').locator('xpath=..').getByRole('link')
    await expect(problems.first()).toHaveText(/^Line 1: Quantity/)
    await expect(problems.last()).toHaveText('Discount must be a percentage from 0 to 100 with at most 3 decimals')
  }
})

test('[UI-02] (F2) dialogs with their own validation focus the missing field and say that it is required', async ({
  page,
  app,
}) => {
  const { api } = app
  const place = await addPlace(api)
  const product = await addProduct(api, place, { quantity: 100 })
  const { id } = await addOrder(api, (await addAccount(api)).id, [[product.id, 1]])
  const { number } = await api.do(salesApi.confirm, { params: { id }, body: {} })
  const { shipments } = await api.do(salesApi.ready, { params: { id }, body: {} })
  const { userId: driverId } = await addSession(app.database, 'driver', roleDefaults.driver)
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await api.do(routesApi.createRoute, { body: { date: day, driverId, startId: place.warehouse.id } })
  await app.signIn(page, 'admin')
  /** Opens each dialog with these buttons and menu items, after selecting the row if there is one. */
  const opened = [
    { list: `/crm/inventory?q=${product.sku}`, row: product.sku, opens: ['Change', 'Set category'], field: 'Category' },
    { list: `/crm/inventory?q=${product.sku}`, row: product.sku, opens: ['Change', 'Set location'], field: 'Location' },
    { list: `/orders/sales-orders?q=${number}`, row: number, opens: ['Hold', 'Hold'], field: 'Reason' },
    { list: '/crm/customers', opens: ['Views', 'Save as a new view…'], submit: 'Save view', field: 'Name' },
    ...[
      { opens: ['Put on a route'], submit: 'Put on route', field: 'Route' },
      { opens: ['Assign carrier'], field: 'Carrier' },
    ].map((more) => ({
      list: `/logistics/shipping?q=${shipments[0]?.number}`,
      row: shipments[0]?.number ?? '',
      ...more,
    })),
  ] satisfies { list: string; row?: string; opens: string[]; submit?: string; field: string }[]
  for (const { list, opens, field, ...more } of opened) {
    await page.goto(list)
    if ('row' in more) await page.getByRole('row', { name: more.row }).getByRole('checkbox').check()
    const [button = '', item] = opens
    await page.getByRole('button', { name: button, exact: true }).click()
    if (item) await page.getByRole('menuitem', { name: item, exact: true }).click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'submit' in more ? more.submit : (item ?? button), exact: true })
    await submit.focus()
    await submit.press('Enter')
    const missing = dialog.getByLabel(field, { exact: true })
    await expect(missing, field).toBeFocused()
    await expect(missing, field).toHaveAccessibleDescription(`${field} is required`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('[UI-02] Ctrl+Enter saves the form that has the focus, and neither of two forms if the focus is in neither', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'staff')
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname)
  })
  await goTo(page, '/profile')
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible()
  const name = page.getByLabel('Name')
  await name.fill('Ada of two forms')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Profile saved')).toHaveCount(0)
  await name.press('Control+Enter')
  await expect(page.getByText('Profile saved')).toBeVisible()
  expect(writes.filter((path) => path.startsWith('/api/auth/'))).toEqual(['/api/auth/profile'])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

/** Counts the elements of a form that Tab or Shift+Tab reaches, and lists those covered by the save bar. */
async function tabThrough(page: Page, key: 'Tab' | 'Shift+Tab') {
  const covered = new Set<string>()
  const reached = new Set<string>()
  let outside = 0
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press(key)
    const found = await page.evaluate(() => {
      const focused = document.activeElement
      const bar = document.querySelector('[data-save-bar]')
      if (!bar || !focused || !focused.closest('form')) return null
      if (bar.contains(focused)) return { name: 'bar', isCovered: false }
      const field = focused as HTMLInputElement
      const name = field.labels?.[0]?.textContent || field.ariaLabel || field.textContent || field.outerHTML
      const [own, other] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()]
      return { name, isCovered: own.bottom > other.top + 1 && own.top < other.bottom }
    })
    // The focus is in the list of a picker, or past the form.
    outside = found ? 0 : outside + 1
    if (outside > 3 && reached.size > 0) break
    if (!found) continue
    if (found.name === 'bar' && reached.size > 0 && key === 'Tab') break
    reached.add(found.name)
    if (found.isCovered) covered.add(found.name)
  }
  return { reached: reached.size, covered: [...covered] }
}

test('[UI-02] (F2) the save bar covers no field that has keyboard focus: product form at 1280 px, receipt at 375 px', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const products = []
  for (let made = 0; made < 4; made += 1) products.push(await addProduct(app.api, place, { lotControlled: made < 2 }))
  const { id } = await placePurchase(
    app.api,
    place,
    products.map((product) => [product.id, 10, '1'] as const),
  )
  await app.signIn(page, 'admin')
  const forms = [
    { path: paths.productNew, width: 1280, height: 720 },
    { path: paths.purchaseOrderReceive(id), width: 375, height: 667 },
  ]
  for (const { path, width, height } of forms) {
    await page.setViewportSize({ width, height })
    await goTo(page, path)
    await expect(page.locator('[data-save-bar]')).toBeVisible()
    const details = page.getByRole('button', { name: 'More details' })
    if (path === paths.productNew) await details.click()
    await page.locator('form:has([data-save-bar]) input:not([type="hidden"])').first().focus()
    const forth = await tabThrough(page, 'Tab')
    expect({ path, ...forth, reached: forth.reached > 10 }).toEqual({ path, covered: [], reached: true })
    const back = await tabThrough(page, 'Shift+Tab')
    expect({ path, ...back, reached: back.reached > 10 }).toEqual({ path, covered: [], reached: true })
  }
})
