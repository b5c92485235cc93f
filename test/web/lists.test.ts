import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { menu } from '#shared/access/menu.ts'
import { roleDefaults } from '#shared/access/roles.ts'
import { searchKindNames, searchKinds } from '#shared/search/kinds.ts'
import { beginningsOf, isMeant, pagesOf } from '#web/app/palette/destinations.ts'
import { paths } from '#web/paths.ts'

/* That every list is the one list, and that the search over everything knows every page: read off the route table. */

const router = readFileSync('web/app/router.tsx', 'utf8')
const rows = [
  ...router.matchAll(/path: paths\.(\w+)(\(':id'\))?,\s*title: '[^']*',\s*lazy: \(\) => import\('#([^']+)'\)/g),
].map(([, name = '', ofRecord, file = '']) => ({
  name: name as keyof typeof paths,
  isOfRecord: ofRecord !== undefined,
  file,
}))
const lists = [...new Set(rows.map(({ file }) => file).filter((file) => file.endsWith('-list-page.tsx')))]

/** A page with what it is made of in its own feature. */
function sourceOf(file: string, depth = 2): string {
  const text = readFileSync(file, 'utf8')
  const folder = file.split('/').slice(0, 2).join('/')
  const parts = [...text.matchAll(/from '#([^']+\.tsx)'/g)].map(([, path = '']) => path)
  const own = parts.filter((path) => path.startsWith(`${folder}/`) && existsSync(path))
  return depth === 0 ? text : [text, ...own.map((path) => sourceOf(path, depth - 1))].join('\n')
}

describe('every list page', () => {
  test.each(lists)('[UI-02] (L1–L18) %s is a DataTable with its state in the address', (file) => {
    const source = sourceOf(file)
    expect(source).toContain('<DataTable')
    expect(source).toContain('useListState(')
    expect(source).toMatch(/listTable\(|useListing\(/)
    // Nothing yet, and nothing that matches.
    expect(source).toContain('kind="no-match"')
  })
  test.each(lists)('(L4, L5) %s has columns, density and saved views', (file) => {
    expect(sourceOf(file)).toMatch(/useListing\(|useListChoice\(/)
  })
  test('are many', () => expect(lists.length).toBeGreaterThan(20))
})

describe('the search over everything (G1)', () => {
  const admin = { role: 'admin', permissions: roleDefaults.admin } as const
  const known = pagesOf(admin).map(({ path }) => path)
  test('leads to every page that is no record’s and no form', () => {
    const begun = beginningsOf(admin).map(({ path }) => path)
    const missing = rows
      .filter(({ isOfRecord, name }) => !isOfRecord && typeof paths[name] === 'string')
      .map(({ name }) => paths[name] as string)
      .filter((path) => !known.includes(path) && !begun.includes(path))
      .filter((path) => !/login|register|password|first-admin|^\/estimate$/.test(path))
    expect(missing).toEqual([])
    for (const { links } of menu) for (const { path } of links) expect(known).toContain(path)
  })
  test('leads nowhere that the user may not go', () => {
    const driver = { role: 'driver', permissions: roleDefaults.driver } as const
    expect(pagesOf(driver).map(({ path }) => path)).not.toContain(paths.products)
    expect(beginningsOf({ role: 'staff', permissions: roleDefaults.staff })).toEqual([])
  })
  test('finds records on pages that exist', () => {
    const pages = rows.map(({ name }) => {
      const path: unknown = paths[name]
      return typeof path === 'function' ? (path(':id') as string) : (path as string)
    })
    for (const kind of searchKindNames) expect(pages).toContain(searchKinds[kind].page.split('?')[0])
  })
  test('knows a page by the beginnings of its words', () => {
    expect(isMeant('stock tr', 'Stock Transfers')).toBe(true)
    expect(isMeant('low', 'Reorder', 'low stock')).toBe(true)
    expect(isMeant('ock', 'Stock Transfers')).toBe(false)
  })
})
