import { describe, expect, test } from 'vitest'
import { menu } from '#shared/access/menu.ts'
import { roleDefaults } from '#shared/access/roles.ts'
import { searchKindNames, searchKinds } from '#shared/search/kinds.ts'
import { createPagesOf, isMatch, pagesOf } from '#web/app/palette/destinations.ts'
import { paths } from '#web/paths.ts'

/** Pages that are reached before logging in, by a mailed link, or by a role that has no palette. */
const outside = /login|register|password|first-admin|^\/estimate$|driver-portal|customer-portal/

describe('the command palette (G1)', () => {
  const admin = { role: 'admin', permissions: roleDefaults.admin } as const
  const known = pagesOf(admin).map(({ path }) => path)

  test('finds every page that does not belong to one record', () => {
    const forms = createPagesOf(admin).map(({ path }) => path)
    const missing = Object.values(paths)
      .filter((path) => typeof path === 'string')
      .filter((path) => !known.includes(path) && !forms.includes(path))
      .filter((path) => !outside.test(path))
    expect(missing).toEqual([])
    for (const { links } of menu) for (const { path } of links) expect(known).toContain(path)
  })
  test('finds only pages that the user may view', () => {
    const driver = { role: 'driver', permissions: roleDefaults.driver } as const
    expect(pagesOf(driver).map(({ path }) => path)).not.toContain(paths.products)
    expect(createPagesOf({ role: 'staff', permissions: roleDefaults.staff })).toEqual([])
  })
  test('opens records on pages that exist', () => {
    const pages = Object.values(paths).map((path) => (typeof path === 'string' ? path : path(':id')))
    for (const kind of searchKindNames)
      expect(pages).toContain(searchKinds[kind].page.replace(':at', ':id').split('?')[0])
  })
  test('[UI-02] finds everyday actions by their usual words', () => {
    const found = (typed: string) =>
      createPagesOf(admin)
        .filter(({ label, words }) => isMatch(typed, label, words))
        .map(({ label }) => label)
    expect(found('ship')).toEqual(['Ship orders'])
    expect(found('record payment')).toEqual(['Record payment'])
    expect(found('receive')).toEqual(['Receive goods'])
    expect(found('add customer')).toEqual(['Add customer'])
  })
  test('matches a page by the beginnings of its words', () => {
    expect(isMatch('stock tr', 'Stock Transfers')).toBe(true)
    expect(isMatch('low', 'Reorder', 'low stock')).toBe(true)
    expect(isMatch('ock', 'Stock Transfers')).toBe(false)
  })
})
