import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { loadDemoCompany } from '#server/demo/company.ts'
import { storedFiles } from '#server/files/stored-files.ts'
import { tutorials } from '#web/app/tutorials/content/all.ts'
import { type TutorialKey, tutorialKeys } from '#web/app/tutorials/pick.ts'
import type { TutorialStep } from '#web/app/tutorials/tutorial.ts'
import { paths } from '#web/paths.ts'
import { expect, startApp, test } from './fixtures.ts'
import { controlStates } from './tutorial-control-states.ts'

type Find = (list: string, ...filters: readonly string[]) => Promise<string[]>

/** The pages that each tutorial is about: its list, records in their states, its form. */
const pagesOf: Record<TutorialKey, (find: Find) => Promise<string[]>> = {
  'address-book': async (find) => [paths.addressBook, ...(await find('contacts', '')).map(paths.contact)],
  dashboard: async () => [paths.dashboard],
  accounts: async (find) => [
    paths.customers,
    ...(await find('accounts', '', 'sort=-lastOrderDate')).map(paths.customer),
    `${paths.customers}?add`,
  ],
  suppliers: async (find) => [
    paths.suppliers,
    ...(await find('suppliers', '')).map(paths.supplier),
    `${paths.suppliers}?add`,
  ],
  prospects: async (find) => [
    ...(await find('opportunities', 'stage=Proposal')).map(paths.opportunity),
    paths.prospects,
    ...(await find('prospects', 'status=New', 'status=Contacted')).map(paths.prospect),
  ],
  inventory: async (find) => [
    paths.products,
    ...(await find('products', '')).map(paths.product),
    paths.lots,
    paths.stockCounts,
    paths.recalls,
  ],
  categories: async () => [paths.categories],
  locations: async (find) => [paths.locations, ...(await find('locations', '')).map(paths.location)],
  'stock-transfers': async (find) => [
    paths.stockTransfers,
    ...(await find('stock-transfers', 'status=pending', 'status=completed')).map(paths.stockTransfer),
    paths.stockTransferNew,
  ],
  kits: async (find) => [
    paths.kits,
    paths.kitList,
    ...(await find('kit-orders', 'status=pending', 'status=completed')).map(paths.kitOrder),
    ...(await find('kits', '')).map(paths.kit),
    paths.kitNew,
  ],
  'raw-materials': async (find) => [
    paths.rawMaterials,
    ...(await find('raw-materials', '')).map(paths.rawMaterial),
    paths.production,
  ],
  'inventory-reports': async () => [
    ...['financial', 'purchases', 'low-stock', 'deleted'].map((tab) => `${paths.inventoryReports}?tab=${tab}`),
    paths.products,
    paths.deletedItems,
  ],
  'sales-reports': async () => ['', 'trends', 'customers', 'status'].map((tab) => `${paths.salesReports}?tab=${tab}`),
  reports: async () => [paths.reports, `${paths.reports}?tab=items`, paths.deletedItems],
  'purchase-orders': async (find) => [
    paths.purchaseOrders,
    ...(
      await find('purchase-orders', 'status=Draft', 'status=Open', 'status=Partially Received', 'status=Received')
    ).map(paths.purchaseOrder),
    ...(await find('purchase-orders', 'status=Open')).map(paths.purchaseOrderReceive),
    paths.purchaseOrderNew,
    paths.reorder,
  ],
  'sales-orders': async (find) => [
    paths.orders,
    `${paths.orders}?view=board`,
    ...(
      await find('sales-orders', 'status=PENDING', 'status=CONFIRMED', 'status=READY_FOR_SHIPPING', 'status=DELIVERED')
    ).map(paths.order),
    ...(await find('estimates', 'status=Accepted')).map(paths.estimate),
    ...(await find('returns', 'status=Requested', 'status=Approved', 'status=Received', 'status=Inspected')).map(
      paths.return,
    ),
    paths.orderNew,
  ],
  invoices: async (find) => [
    paths.invoices,
    ...(
      await find('invoices', 'paymentStatus=Unpaid', 'paymentStatus=Partially Paid', 'paymentStatus=Paid in Full')
    ).map(paths.invoice),
    ...(await find('accounts', 'sort=-lastOrderDate')).flatMap((id) => [paths.customer(id), paths.statement(id)]),
  ],
  shipping: async (find) => [
    paths.shipping,
    ...(
      await find(
        'shipments',
        'planned=no',
        'planned=yes',
        'method=carrier&status=READY_FOR_SHIPPING',
        'status=ON_THE_WAY',
        'status=FAILED_DELIVERY',
      )
    ).map(paths.shipment),
  ],
  routes: async (find) => [
    paths.routes,
    ...(await find('routes', 'status=PLANNED', 'status=IN_PROGRESS')).map(paths.route),
  ],
  'driver-portal': async () => [],
  'route-detail': async () => [],
  users: async (find) => [
    paths.users,
    ...(await find('users', 'role=driver', 'suspended=true')).map(paths.user),
    `${paths.users}?tab=links`,
  ],
  retention: async () => [paths.retention, `${paths.retention}?tab=settings`, `${paths.retention}?tab=templates`],
  forecast: async () => [paths.forecast],
  'expiry-radar': async () => [paths.expiryRadar],
  journal: async () => [paths.journal],
}

/** What is opened to look inside; none of it changes anything. */
const opened =
  /^(Add|Edit|Plan|Record|Invite|Generate|Merge|Reduce|Choose|Columns|Custom|Convert|Delete|Cancel|Return|Pack|Set|Export|Void|Refund|Use credit|Split|Map|Board)/

const quotedIn = (key: TutorialKey) => [
  ...new Set(
    tutorials[key].flatMap((step: TutorialStep) =>
      [step.text, step.howTo, step.expect, step.tips, step.shortcut?.does, step.warning]
        .flat()
        .flatMap((sentence) => [...(sentence ?? '').matchAll(/“([^”]+)”/g)].map(([, words = '']) => words)),
    ),
  ),
]
const plain = (words: string) => words.replace(/…$/, '').trim()

/** Everything that is called something on the page now. */
const namesOn = (page: Page) =>
  page.evaluate(() => {
    const names = new Set<string>()
    for (const one of document.querySelectorAll('body *')) {
      if (!one.checkVisibility({ visibilityProperty: true }) && !one.matches('option')) continue
      for (const name of [one.getAttribute('aria-label'), one.getAttribute('placeholder')])
        if (name) names.add(name.trim())
      if (
        one.matches('button, a, label, th, h1, h2, h3, h4, legend, option, dt, summary, [role]') ||
        one.children.length === 0
      )
        names.add((one.textContent ?? '').trim())
    }
    return [...names].filter((name) => name.length > 0 && name.length < 80)
  })

test('[TUT-05] every control that a tutorial quotes is on the pages it is about, or in the state that is named for it', async ({
  page,
}) => {
  test.setTimeout(420_000)
  page.setDefaultTimeout(5_000)
  const app = await startApp()
  const folder = await mkdtemp(join(tmpdir(), 'wardstock-files-'))
  try {
    const { userId } = await app.signIn(page, 'admin')
    await loadDemoCompany(app.database, userId, storedFiles(folder))
    const find: Find = async (list, ...filters) => {
      const ids: string[] = []
      for (const filter of filters) {
        const answer = await page.request.get(`${app.baseURL}/api/${list}?limit=1&${filter}`)
        const [first] = ((await answer.json()) as { data: { id: string }[] }).data
        if (first && !ids.includes(first.id)) ids.push(first.id)
      }
      return ids
    }
    const wrong: string[] = []
    for (const key of tutorialKeys) {
      const stated = controlStates[key] ?? {}
      const missing = new Set(quotedIn(key).map(plain))
      const strike = async () => {
        // “Show all 31” is “Show all”.
        const names = (await namesOn(page)).map((name) => plain(name).replace(/ [\d,]+$/, ''))
        for (const name of names) missing.delete(name)
      }
      for (const path of await pagesOf[key](find)) {
        await page.goto(app.baseURL + path)
        await expect(page.locator('main h1'), path).toBeVisible()
        await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
        await strike()
        await lookInside(page, quotedIn(key).map(plain), strike)
      }
      for (const words of missing) if (!(words in stated)) wrong.push(`${key}: “${words}”`)
      for (const words of Object.keys(stated))
        if (!missing.has(words)) wrong.push(`${key}: “${words}” is there in every state, or no longer quoted`)
    }
    expect(wrong).toEqual([])
  } finally {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

/** Opens menus, and the dialogs behind buttons and items that the tutorial quotes, and looks at each. */
async function lookInside(page: Page, quoted: readonly string[], strike: () => Promise<void>) {
  const close = async () => {
    for (
      let press = 0;
      press < 3 && (await page.locator('[role=dialog], [role=menu], [role=alertdialog]').count()) > 0;
      press += 1
    )
      await page.keyboard.press('Escape')
  }
  // The address opens a dialog by itself.
  if ((await page.getByRole('dialog').count()) > 0) return close()
  const address = page.url()
  /** What a press opens is looked at, and left again. */
  const look = async (control: Locator) => {
    if ((await control.count()) === 0 || !(await control.isEnabled())) return
    await control.click()
    await page.waitForTimeout(150)
    await strike()
    if (page.url() === address) return close()
    await page.goto(address)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  }
  const menus = page.locator('main [aria-haspopup=menu]').filter({ visible: true })
  const count = Math.min(await menus.count(), 6)
  for (let at = 0; at < count; at += 1) {
    await menus.nth(at).click()
    await strike()
    const items = (await page.getByRole('menuitem').allTextContents()).map((name) => name.trim())
    await close()
    for (const name of items.filter((item) => quoted.includes(plain(item)) && opened.test(item))) {
      await menus.nth(at).click()
      const item = page.getByRole('menuitem', { name, exact: true })
      if ((await item.count()) === 1 && (await item.getAttribute('aria-disabled')) !== 'true') await look(item)
      await close()
    }
  }
  for (const name of quoted.filter((words) => opened.test(words)))
    await look(page.locator('main').getByRole('button', { name, exact: true }).filter({ visible: true }).first())
}
