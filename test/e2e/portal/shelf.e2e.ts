import { sql } from 'kysely'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { accountConsignmentApi } from '#shared/portal/consignment-api.ts'
import { accountShelvesApi } from '#shared/portal/shelf-api.ts'
import { addAccount, addPlace, addProduct, deliveredOrder, newBarcode } from '#test/builders.ts'
import { transferLot } from '#test/consignment.ts'
import { addLots } from '#test/lots.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '#test/e2e/accessibility.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { filmOf } from '#test/e2e/inventory/camera-picture.ts'
import { addPerson, logIn } from '#test/e2e/people.ts'
import config from '../../../playwright.config.ts'

/* A ward counts its shelf offline on a phone; the top-up is above the nurse's limit, and an owner approves it. */

const phone = { width: 390, height: 844 }

async function company(app: RunningApp) {
  const admin = app.api
  const place = await addPlace(admin)
  const account = await addAccount(admin, { name: `Lakeside Hospital ${Date.now()}` })
  const gloves = await addLots(admin, place, [['GL-SOON', 20, 40]], { name: 'Nitrile gloves', price: '4.00' })
  const barcode = newBarcode()
  const masks = await addProduct(admin, place, { name: 'Surgical masks', price: '2.50', barcode, quantity: 900 })
  await deliveredOrder(admin, account.id, [[gloves.product.id, 40]])
  await admin.do(accountShelvesApi.addAccountShelf, {
    params: { id: account.id },
    body: {
      name: 'Ward 3',
      items: [
        { productId: gloves.product.id, par: 60 },
        { productId: masks.id, par: 50, unit: 'pack' },
      ],
    },
  })
  const person = async (name: string, role: string, limit: number | null) => {
    const email = await addPerson(app, 'customer')
    await sql`update users set account_id = ${account.id}, portal_role = ${role}, approval_limit = ${limit}, name = ${name}
      where email = ${email}`.execute(app.database.db)
    return email
  }
  return {
    account,
    gloves: gloves.product,
    barcode,
    nurse: await person('Ines Nurse', 'orderer', 5000),
    owner: await person('Olga Owner', 'owner', null),
  }
}

const counts = async (app: RunningApp, accountId: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from shelf_counts
    where account_id = ${accountId}`.execute(app.database.db)
  return rows[0]?.n
}

/** The number of responses in the shelf's cache; 0 until the service worker is active. */
const isHeld = (page: Page) =>
  page.evaluate(async () => {
    // The document is that of the login page, so the service worker doesn't control it yet.
    const held = await navigator.serviceWorker.getRegistration('/crm/customer-portal/shelf')
    if (held?.active?.state !== 'activated') return 0
    const cache = await caches.open('portal-shelf-data')
    return (await cache.keys()).length
  })

async function signedIn(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/crm/customer-portal/login')
  await logIn(page, email)
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  return page
}

test('[CUS-01] a ward counts its shelf offline; the count is sent once, and its top-up becomes an order after approval', async ({
  page: office,
  app,
  browser,
}) => {
  test.setTimeout(150_000)
  const { account, gloves, barcode, nurse, owner } = await company(app)
  const context = await browser.newContext({ baseURL: app.baseURL, viewport: phone })
  let page = await signedIn(context, nurse)

  await test.step('opens the shelf once while online', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Shelf' }).click()
    await expect(page.getByRole('heading', { name: 'Ward 3' })).toBeVisible()
    await expect.poll(() => isHeld(page)).toBe(3)
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessibleInBothThemes(page, `shelf ${width}`)
    }
    await page.setViewportSize(phone)
  })

  await test.step('counts offline, in a page that was closed and opened again', async () => {
    await context.setOffline(true)
    await page.close()
    page = await context.newPage()
    await page.goto('/crm/customer-portal/shelf')
    await page.getByRole('link', { name: 'Count Ward 3' }).click()
    await page.getByLabel('Counted of Nitrile gloves').fill('12')
    await page.getByRole('button', { name: 'More Nitrile gloves' }).click()
    await page.getByRole('button', { name: 'More Surgical masks' }).click()
    await expect(page.getByLabel('Counted of Surgical masks')).toHaveValue('10')
    // An unfinished count survives a reload.
    await page.reload()
    await expect(page.getByLabel('Counted of Nitrile gloves')).toHaveValue('13')
    await page.getByRole('button', { name: 'Scan' }).click()
    await page.getByLabel('Or type it').fill(barcode)
    await page.getByRole('button', { name: 'Look up' }).click()
    await expect(page.getByLabel('Counted of Surgical masks')).toHaveValue('11')
    await expectAccessible(page, 'count')
    await page.getByRole('button', { name: 'Finish count' }).click()
    await expect(page.getByText('Ward 3: waiting to send')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Ward 3: waiting to send')).toBeVisible()
    expect(await counts(app, account.id)).toBe(0)
  })

  await test.step('sends the count once after reconnecting', async () => {
    await context.setOffline(false)
    await expect(page.getByText('Ward 3: waiting to send')).toBeHidden({ timeout: 20_000 })
    await expect(page.getByText('13 there')).toBeVisible()
    await expect(page.getByText(/Lot GL-SOON: 13 pieces/)).toBeVisible()
    expect(await counts(app, account.id)).toBe(1)
  })

  await test.step('shows the top-up before it is requested', async () => {
    await page.getByRole('link', { name: 'Order top-up: 2 items' }).click()
    await expect(page.getByRole('heading', { name: 'Top up Ward 3' })).toBeVisible()
    await expect(page.getByText('50 pieces · USD 200.00')).toBeVisible()
    await expect(page.getByText('40 pieces · USD 100.00')).toBeVisible()
    await page.getByRole('button', { name: 'Ask for approval' }).click()
    await expect(page.getByText('Waiting', { exact: true })).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Shelf' }).click()
    await expect(page.getByText('The last count has already been ordered.')).toBeVisible()
  })

  await test.step('an owner’s approval places the order; the office sees and edits the shelf', async () => {
    const boss = await signedIn(await browser.newContext({ baseURL: app.baseURL, viewport: phone }), owner)
    await boss.goto('/crm/customer-portal/approvals')
    await boss.getByRole('button', { name: 'Approve and order' }).click()
    await expect(boss.getByRole('link', { name: /^SO-/ })).toBeVisible()
    await app.signIn(office, 'admin')
    await office.goto(`/crm/customers/view/${account.id}`)
    const shelf = office.getByRole('region', { name: 'Ward 3' })
    await expect(shelf.getByText('13 there')).toBeVisible()
    await expect(shelf.getByText('50 on order')).toBeVisible()
    await office.getByRole('button', { name: 'Edit Ward 3' }).click()
    const par = office.getByLabel('Par level of Nitrile gloves')
    const remove = office.getByRole('button', { name: 'Remove Nitrile gloves' })
    // On one line.
    const [field, bin] = [await par.boundingBox(), await remove.boundingBox()]
    expect(bin?.y).toBeLessThan((field?.y ?? 0) + (field?.height ?? 0))
    await par.fill('80')
    await office.getByRole('button', { name: 'Save shelf' }).click()
    await expect(shelf.getByText('par 80')).toBeVisible()
  })

  await test.step('previews par levels pasted from a spreadsheet before applying them', async () => {
    await page.goto('/crm/customer-portal/shelf')
    await page.getByRole('link', { name: 'Edit Ward 3' }).click()
    await page.getByLabel('Name of the shelf').evaluate((input, rows) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', rows)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, `SKU\tPar\tUnit\n${gloves.sku}\t2\tpacks\nNO-SUCH\t5\t\n${barcode}\t30\tpieces`)
    await expect(page.getByText('Row 3, “NO-SUCH”: no product has this SKU, barcode or name')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Preview' }).getByRole('listitem')).toHaveText([
      'Nitrile gloves20 pieces (now 80, 2 packs of 10)',
      'Surgical masks30 pieces (now 50)',
    ])
    await expectAccessible(page, 'pasted par levels')
    await expect(page.getByLabel('Par level of Nitrile gloves')).toHaveValue('80')
    await page.getByRole('button', { name: 'Apply 2 par levels' }).click()
    await expect(page.getByLabel('Par level of Nitrile gloves')).toHaveValue('20')
    await page.getByRole('button', { name: 'Save shelf' }).click()
    await expect(page.getByText('par 20')).toBeVisible()
    await expect(page.getByText('par 30')).toBeVisible()
  })
})

test('[CUS-01] consignment stock: the office assigns the location, the ward counts it, the usage is invoiced', async ({
  page: office,
  app,
  browser,
}) => {
  test.setTimeout(120_000)
  const { account, nurse } = await company(app)
  const place = await addPlace(app.api)
  const { product, lot } = await addLots(app.api, place, [['ST-1', 400, 40]], { name: 'Hip stem', price: '120.00' })
  const name = `Theatre cupboard ${Date.now()}`
  const location = await app.api.do(inventoryApi.createLocation, { body: { name, type: 'Warehouse' } })

  await test.step('the office assigns the location to a customer; a transfer fills it', async () => {
    await app.signIn(office, 'admin')
    await office.goto(`/inventory/locations-zones/view/${location.id}`)
    await office.getByRole('button', { name: 'Consignment…' }).click()
    await office.getByLabel('Customer').fill(account.name)
    await office.getByRole('option', { name: account.name }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(office.getByRole('main').getByRole('link', { name: account.name })).toBeVisible()
    await expectAccessible(office, 'location')
    await goTo(office, `/inventory/locations-zones?q=${encodeURIComponent(name)}`)
    await expect(office.getByRole('row', { name })).toContainText(`at ${account.name}`)
    await transferLot(app.api, place, location.id, [product.id, lot('ST-1'), 10])
  })

  await test.step('the ward counts the stock by lot', async () => {
    const page = await signedIn(await browser.newContext({ baseURL: app.baseURL, viewport: phone }), nurse)
    await page.goto('/crm/customer-portal/shelf')
    await expect(page.getByText('10 there')).toBeVisible()
    await page.getByRole('link', { name: `Count ${name}` }).click()
    await page.getByLabel('Counted of Hip stem, lot ST-1').fill('7')
    await expectAccessibleInBothThemes(page, 'consignment count')
    await page.getByRole('button', { name: 'Finish count' }).click()
    await expect(page.getByText(/: 3 pieces used. We review it before we invoice/)).toBeVisible()
    // A count that the office dismisses shows the reason, and the ward can count again.
    const sent = await app.api.do(accountConsignmentApi.listAccountConsignments, { params: { id: account.id } })
    const params = { id: sent.counts[0]?.id ?? '' }
    await app.api.do(accountConsignmentApi.dismissConsignmentCount, {
      params,
      body: { reason: 'The drawer was missed' },
    })
    await page.reload()
    await expect(
      page.getByText(/We did not take this count \(“The drawer was missed”\). Please count again./),
    ).toBeVisible()
    await page.getByRole('link', { name: `Count ${name}` }).click()
    await page.getByLabel('Counted of Hip stem, lot ST-1').fill('7')
    await page.getByRole('button', { name: 'Finish count' }).click()
    await expect(page.getByText(/We review it before we invoice/)).toBeVisible()
    await expectAccessible(page, 'shelf with consignment')
  })

  await test.step('the office posts the usage', async () => {
    await office.goto(`/crm/customers/view/${account.id}`)
    const count = office.getByRole('region', { name: `Count of ${name}` }).first()
    await expect(count.getByText('3 used of 10')).toBeVisible()
    await expectAccessible(office, 'customer')
    await count.getByRole('button', { name: 'Post use and invoice' }).click()
    await expect(count.getByText('Posted', { exact: true })).toBeVisible()
    await count.getByRole('link', { name: /^SO-/ }).click()
    await expect(office.getByRole('heading', { name: /SO-/, level: 1 })).toBeVisible()
    await expect(office.getByText('Delivered').first()).toBeVisible()
  })
})

test('[CUS-01] a count opened by its URL can be finished offline as well', async ({ app, browser }) => {
  const { account, nurse } = await company(app)
  const context = await browser.newContext({ baseURL: app.baseURL, viewport: phone })
  const page = await signedIn(context, nurse)
  const { rows } = await sql<{ id: string }>`select id from shelves where account_id = ${account.id}`.execute(
    app.database.db,
  )
  await page.goto(`/crm/customer-portal/shelf/${rows[0]?.id}/count`)
  await expect.poll(() => isHeld(page)).toBe(3)
  await context.setOffline(true)
  await page.getByLabel('Counted of Surgical masks').fill('1,5')
  await expect(page.getByText('Enter a whole number')).toBeVisible()
  await expect(page.getByText('0 of 2 counted')).toBeVisible()
  await page.getByLabel('Counted of Surgical masks').fill('7')
  await page.getByRole('button', { name: 'Finish count' }).click()
  await expect(page.getByText('Ward 3: waiting to send')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Ward 3: waiting to send')).toBeVisible()
  await context.close()
})

test('[CUS-01] scanning a product on the shelf with the camera counts it', async ({ app }) => {
  const { barcode, nurse } = await company(app)
  const launch = config.use?.launchOptions ?? {}
  // The fake camera shows one label.
  const browser = await chromium.launch({
    ...launch,
    args: [
      ...(launch.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${filmOf('qrcode', barcode)}`,
    ],
  })
  try {
    const context = await browser.newContext({ baseURL: app.baseURL, viewport: phone })
    await context.grantPermissions(['camera'])
    const page = await signedIn(context, nurse)
    await page.goto('/crm/customer-portal/shelf')
    await page.getByRole('link', { name: 'Count Ward 3' }).click()
    await page.getByRole('button', { name: 'Scan' }).click()
    await expect(page.getByLabel('Counted of Surgical masks')).toHaveValue('1', { timeout: 30_000 })
  } finally {
    await browser.close()
  }
})
