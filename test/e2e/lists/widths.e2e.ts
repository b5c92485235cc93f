import type { Page } from '@playwright/test'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addOrder, addPlace, addProduct, addPurchase, placePurchase } from '#test/builders.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { inDays } from '#test/lots.ts'

const widths = [1280, 320, 375, 768, 900, 1024, 1920] as const
/** What may stand above the first row, and above the first card on a phone. */
const highest: Readonly<Record<number, number>> = { 1280: 200, 375: 220 }

const lists = [
  paths.products,
  paths.rawMaterials,
  paths.lots,
  paths.recalls,
  paths.stockTransfers,
  paths.production,
  paths.stockCounts,
  paths.kits,
  paths.kitList,
  paths.categories,
  paths.locations,
  paths.serviceTypes,
  paths.orders,
  paths.estimates,
  paths.purchaseOrders,
  paths.invoices,
  paths.returns,
  paths.customers,
  paths.suppliers,
  paths.prospects,
  paths.addressBook,
  paths.users,
]
/** Pages that are no list with an early first row. */
const others = [
  paths.dashboard,
  paths.accounts,
  paths.attributes,
  paths.reorder,
  paths.forecast,
  paths.expiryRadar,
  paths.deletedItems,
  paths.opportunities,
  paths.shipping,
  paths.deliveryStatus,
  paths.routes,
  paths.routePlan,
  paths.vehicles,
  paths.drivers,
  paths.drivingTimes,
  paths.retention,
  paths.salesReports,
  paths.inventoryReports,
  paths.savedReports,
  paths.allReports,
  paths.journal,
  paths.notifications,
  paths.jobs,
  paths.proof,
  paths.profile,
]
const forms = [
  paths.orderNew,
  paths.estimateNew,
  paths.purchaseOrderNew,
  paths.productNew,
  paths.stockTransferNew,
  paths.kitNew,
  paths.routeNew,
  paths.recallNew,
  paths.settings,
  paths.imports,
]

/** Pages' dialogs, by the button that opens them; the address alone does where there is no button. */
const dialogs = [
  [`${paths.customers}?add`, null],
  [`${paths.suppliers}?add`, null],
  [paths.categories, 'Add category'],
  [paths.locations, 'Add location'],
  [paths.prospects, 'Add prospect'],
  [paths.addressBook, 'Add contact'],
  [paths.serviceTypes, 'Add service type'],
  [paths.users, 'Invite user'],
] as const

test.use({ ownCompany: 'widths' })

test('[UI-02] (A2, A5) no page scrolls sideways and no control lies under another from 320 to 1920 px; lists begin early, with a toolbar of one row', async ({
  page,
  app: { api, signIn },
}) => {
  test.setTimeout(240_000)
  const place = await addPlace(api)
  const product = await addProduct(api, place, {
    name: 'Compression stocking class 2, thigh length, open toe, with silicone border',
    lotControlled: true,
  })
  // One word that can't be parted at a space, and figures of many digits.
  const plain = await addProduct(api, place, {
    name: 'Blutdruckmessgerätemanschettenverlängerungsschlauchanschlussadapter',
    price: '123.45',
  })
  const account = await addAccount(api, { name: 'University Hospital of the Northern Coastal Provinces' })
  const order = await addOrder(api, account.id, [[plain.id, 1_234_567]])
  const estimate = await api.do(estimatesApi.createEstimate, {
    body: { accountId: account.id, validUntil: inDays(30), lines: [{ productId: plain.id, quantity: 1_234_567 }] },
  })
  const draft = await addPurchase(api, place, [[plain.id, 5, '1']])
  const open = await placePurchase(api, place, [
    [product.id, 12, '4'],
    [plain.id, 5, '1'],
  ])
  const records = [
    paths.order(order.id),
    paths.orderEdit(order.id),
    paths.estimate(estimate.id),
    paths.estimateEdit(estimate.id),
    paths.productEdit(product.id),
    paths.purchaseOrder(draft.id),
    paths.purchaseOrderEdit(draft.id),
    paths.purchaseOrderReceive(open.id),
    paths.product(product.id),
    paths.customer(account.id),
    paths.supplier(place.supplier.id),
  ]
  await signIn(page, 'admin')
  const found: string[] = []
  await page.goto(paths.serviceTypes)
  for (const path of [...lists, ...others, ...forms, ...records]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await goTo(page, path)
    await expect(page.locator('main h1'), path).toBeVisible()
    await expect(page.getByText('Loading page...'), path).toHaveCount(0)
    await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 375 ? 812 : 800 })
      const { sideways, first, covered, toolbar } = await look(page)
      if (sideways > 0) found.push(`${path} at ${width}: scrolls sideways by ${sideways} px`)
      for (const what of covered) found.push(`${path} at ${width}: ${what}`)
      if (width >= 900 && toolbar > 40) found.push(`${path} at ${width}: the toolbar takes more than a row`)
      const limit = highest[width]
      if (limit !== undefined && first !== null && lists.includes(path as never) && first > limit)
        found.push(`${path} at ${width}: the first row begins at ${first} px`)
    }
  }
  expect(found).toEqual([])
})

test('[UI-02] (A2, A5) no dialog scrolls sideways and none of its controls lies under another from 320 to 1920 px', async ({
  page,
  app: { api, signIn },
}) => {
  test.setTimeout(240_000)
  const product = await addProduct(api, await addPlace(api), {
    name: 'Compression stocking class 2, thigh length, open toe, with silicone border',
    lotControlled: true,
  })
  const account = await addAccount(api, { name: 'University Hospital of the Northern Coastal Provinces' })
  await signIn(page, 'admin')
  const found: string[] = []
  await page.goto(paths.profile)
  const opened = [
    ...dialogs,
    [paths.product(product.id), 'Add stock'],
    [paths.customer(account.id), 'Add contact'],
  ] as const
  for (const [path, button] of opened) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await goTo(page, path)
    await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
    if (button)
      await page
        .getByRole('main')
        .getByRole('button', { name: button, exact: true })
        .filter({ visible: true })
        .first()
        .click()
    await expect(page.getByRole('dialog'), `${path}: ${button}`).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 375 ? 812 : 800 })
      const { sideways, covered } = await look(page, '[role=dialog]')
      if (sideways > 0) found.push(`${path}, dialog at ${width}: scrolls sideways by ${sideways} px`)
      for (const what of covered) found.push(`${path}, dialog at ${width}: ${what}`)
    }
  }
  expect(found).toEqual([])
})

/** How the page stands now: how far it scrolls sideways, where its first row is, which controls can't be pressed, how high its toolbar is. */
function look(page: Page, within = 'main') {
  return page.evaluate(async (root) => {
    // Two frames, so that what measures itself has drawn again.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const nameOf = (one: Element) =>
      (one.getAttribute('aria-label') ?? one.getAttribute('name') ?? one.textContent ?? '').trim().slice(0, 40)
    const row = [...document.querySelectorAll('main :is(tbody tr, li)[data-row]')].find(isSeen)
    const first = row ? Math.round(row.getBoundingClientRect().top + scrollY) : null
    const covered: string[] = []
    const controls = ':is(button, a[href], input, select, textarea)'
    const isPage = root === 'main'
    for (const control of document.querySelectorAll(`${root} ${controls}${isPage ? ', header button' : ''}`)) {
      if (!isSeen(control) || control.closest('[aria-hidden=true]') || control.hasAttribute('data-row-link')) continue
      if (control.matches('[type=checkbox], [type=radio], [type=file]')) continue
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = control.getClientRects()[0] ?? new DOMRect()
      if (width < 2) continue
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!hit) covered.push(`“${nameOf(control)}” is outside of the window`)
      else if (!control.contains(hit) && !hit.contains(control))
        covered.push(`“${nameOf(control)}” lies under “${nameOf(hit)}”`)
    }
    scrollTo(0, 0)
    // A dialog scrolls by itself; a table in it may have its own bar.
    const boxes = isPage ? [] : [...document.querySelectorAll(`${root}, ${root} > *, ${root} > * > *`)]
    const inside = boxes
      .filter((box) => !box.matches('table, :has(> table)'))
      .map((box) => box.scrollWidth - box.clientWidth)
    const sideways = Math.max(
      document.documentElement.scrollWidth - innerWidth,
      ...inside.map((by) => (by > 1 ? by : 0)),
    )
    const toolbar = document.querySelector('main [data-filter-bar] > div')?.clientHeight ?? 0
    return { sideways, first, covered: covered.slice(0, 3), toolbar }
  }, within)
}
