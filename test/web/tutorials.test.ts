import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tutorials } from '#web/app/tutorials/content/all.ts'
import { ownTutorialOf, pickTutorial, tutorialKeys, tutorialNames } from '#web/app/tutorials/pick.ts'
import { seenKeys } from '#web/app/tutorials/seen.ts'
import type { TutorialStep } from '#web/app/tutorials/tutorial.ts'
import { paths } from '#web/paths.ts'

const id = '019c0000-0000-7000-8000-000000000001'
const steps = tutorialKeys.flatMap((key) => tutorials[key].map((step: TutorialStep) => [key, step] as const))
const textOf = (step: TutorialStep) =>
  [step.title, step.text, step.howTo, step.expect, step.tips, step.shortcut?.does, step.warning].flat().join(' ')
const wholeText = (key: (typeof tutorialKeys)[number]) => tutorials[key].map(textOf).join(' ')

describe('[TUT-01] every page that the specification names has its tutorial', () => {
  test('with the specified name', () => {
    expect(Object.values(tutorialNames)).toEqual(
      (
        'Address Book, Dashboard, Accounts, Suppliers, Prospects, Inventory, Categories, Locations and Factories, ' +
        'Stock Transfers, Kitting and Bundles, Raw Materials, Inventory Reports, Sales Reports, Reports, ' +
        'Purchase Orders, Sales Orders, Invoices, Shipping, Route Detail, Routes, Driver Portal, Users, Retention'
      ).split(', '),
    )
    expect(Object.keys(tutorials).toSorted()).toEqual(tutorialKeys.toSorted())
    expect(new Set(seenKeys).size).toBe(tutorialKeys.length)
  })

  test('with three to six steps of their own, each of full sentences', () => {
    for (const key of tutorialKeys) {
      expect(tutorials[key].length, key).toBeGreaterThanOrEqual(3)
      expect(tutorials[key].length, key).toBeLessThanOrEqual(6)
    }
    for (const [key, step] of steps) {
      const sentences = [step.text, step.howTo, step.expect, step.tips, step.shortcut?.does, step.warning].flat()
      for (const sentence of sentences.filter((one) => one !== undefined))
        expect([key, sentence]).toEqual([key, expect.stringMatching(/^[A-Z].*\.$/)])
      expect(step.title, key).toMatch(/^[A-Z].*[^.]$/)
    }
    const texts = steps.map(([, step]) => step.text)
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  })
})

describe('[TUT-02] the path selects the tutorial', () => {
  test.each([
    [paths.dashboard, 'dashboard'],
    [paths.addressBook, 'address-book'],
    [paths.accounts, 'accounts'],
    [paths.customers, 'accounts'],
    [paths.customer(id), 'accounts'],
    [paths.suppliers, 'suppliers'],
    [paths.prospects, 'prospects'],
    [paths.products, 'inventory'],
    [paths.productNew, 'inventory'],
    [paths.productEdit(id), 'inventory'],
    [paths.categories, 'categories'],
    [paths.locations, 'locations'],
    [paths.stockTransfers, 'stock-transfers'],
    [paths.kits, 'kits'],
    [paths.rawMaterials, 'raw-materials'],
    [paths.rawMaterialEdit(id), 'raw-materials'],
    [paths.inventoryReports, 'inventory-reports'],
    [paths.salesReports, 'sales-reports'],
    [paths.reports, 'reports'],
    [paths.deletedItems, 'reports'],
    [paths.purchaseOrders, 'purchase-orders'],
    [paths.orders, 'sales-orders'],
    [paths.order(id), 'sales-orders'],
    [paths.invoices, 'invoices'],
    [paths.invoice(id), 'invoices'],
    [paths.shipping, 'shipping'],
    [paths.routes, 'routes'],
    [paths.driverPortal, 'driver-portal'],
    [paths.driverRoute(id), 'route-detail'],
    [paths.users, 'users'],
    [paths.retention, 'retention'],
  ] as const)('%s shows the tutorial %s', (path, key) => {
    expect(ownTutorialOf(path)).toBe(key)
    expect(ownTutorialOf(`${path}/`)).toBe(key)
  })

  test.each(['crm', 'orders', 'logistics', 'inventory', 'reports'])('ignores the prefix /%s/', (prefix) => {
    expect(pickTutorial(`/${prefix}/stock-transfers`)).toBe('stock-transfers')
    expect(pickTutorial(`/${prefix}/purchase-orders`)).toBe('purchase-orders')
  })

  test.each([
    '/',
    '/settings',
    '/profile',
    '/orders/estimates',
    '/nothing',
    '/crm/inventoryx',
    '/marketing',
    '/constructor',
  ])('an unknown path shows the tutorial of the dashboard: %s', (path) => {
    expect(ownTutorialOf(path)).toBeUndefined()
    expect(pickTutorial(path)).toBe('dashboard')
  })
})

describe('[TUT-05] the tutorials cover what the specification requires', () => {
  test.each([
    ['accounts', /list.*split.*map/i],
    ['suppliers', /list.*split.*map/i],
    ['sales-orders', /list.*board.*kanban/i],
    ['locations', /map/i],
    ['routes', /map/i],
    ['sales-reports', /last 7, 30, 90 or 365 days.*start.*end/i],
    ['sales-reports', /day, week, month or year/i],
    ['sales-reports', /Overview.*Trends.*Customers.*Status/],
    ['reports', /Overview.*Trends.*Items.*Status/],
    ['reports', /top 7/i],
    ['inventory-reports', /Financial.*Purchases.*Low Stock.*Prospects.*Deleted/],
    ['route-detail', /signature.*notes/i],
  ] as const)('%s mentions %s', (key, pattern) => {
    expect(wholeText(key)).toMatch(pattern)
  })

  test('tutorials of lists explain search and filters; steps with a deletion mention the confirmation', () => {
    for (const key of [
      'address-book',
      'accounts',
      'suppliers',
      'prospects',
      'inventory',
      'sales-orders',
      'invoices',
    ] as const)
      expect([key, wholeText(key)]).toEqual([key, expect.stringMatching(/search[^]*filter|filter[^]*search/i)])
    for (const [key, step] of steps)
      if (step.howTo?.some((one) => /“Delete/.test(one)))
        expect([key, textOf(step)]).toEqual([key, expect.stringMatching(/confirm/i)])
  })

  test.each([
    ['categories', 'Deletion is permanent'],
    ['inventory', 'Deleted products cannot be recovered'],
    ['reports', 'Permanent deletion cannot be undone'],
    ['inventory-reports', 'Permanent deletion cannot be undone'],
    ['sales-reports', 'There is no chart data if sales records are missing'],
    ['reports', 'There is no chart data if sales records are missing'],
    ['dashboard', 'There is no chart data if sales records are missing'],
  ] as const)('%s warns: %s', (key, warning) => {
    expect(tutorials[key].map((step: TutorialStep) => step.warning ?? '').join(' ')).toContain(warning)
  })
})

test('[TUT-01] texts that logistics tutorials quote exist in the source of logistics pages', () => {
  const root = new URL('../..', import.meta.url)
  // A shipment's actions are called as those of its order.
  const pages = ['web/logistics', 'shared/logistics', 'shared/sales/orders', 'web/lists', 'web/forms'].flatMap(
    (folder) => globSync('**/*.{ts,tsx}', { cwd: new URL(folder, root) }).map((file) => `${folder}/${file}`),
  )
  const source = pages.map((file) => readFileSync(new URL(file, root), 'utf8')).join('\n')
  const keys = ['shipping', 'routes', 'driver-portal', 'route-detail'] as const
  const quoted = keys.flatMap((key) => [...wholeText(key).matchAll(/“([^”]+)”/g)].map(([, words = '']) => words))
  expect(quoted.length).toBeGreaterThan(20)
  expect(quoted.filter((words) => !source.includes(words))).toEqual([])
})
