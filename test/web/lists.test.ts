import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { menu } from '#shared/access/menu.ts'
import { exportedLists } from '#server/exported-lists.ts'
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
  const parts = [...text.matchAll(/from '#([^']+\.tsx?)'/g)].map(([, path = '']) => path)
  const own = parts.filter((path) => path.startsWith(`${folder}/`) && existsSync(path))
  return depth === 0 ? text : [text, ...own.map((path) => sourceOf(path, depth - 1))].join('\n')
}

/** The name that a list's columns, views and file are kept under. */
const namesOf = (source: string) => [...source.matchAll(/useListing\(\s*'([^']+)'/g)].map(([, name = '']) => name)
const files = exportedLists.map(({ name }) => name)
/** Lists of a fixed kind whose name is made of what they list: customers, suppliers, and the simple records. */
const namedByProps = /useListing\(\s*many/
const nameOfProps = (source: string) => (/\bmany="([^"]+)"/.exec(source) ?? /\bone="([^"]+)"/.exec(source))?.[1]
/** There is always whoever looks at it. */
const neverEmpty = ['web/identity/users/user-list-page.tsx']
/** Rows that have no page: they are edited in place, or are not there any more. */
const withoutPage = ['category', 'attribute', 'service-type', 'deleted'].map((noun) => `/${noun}-list-page.tsx`)
/** Nothing can be done with many of them: each is a record of what happened, or goes its way step by step. */
const withoutActs = ['production', 'recall', 'return'].map((noun) => `/${noun}-list-page.tsx`)

describe('every list page', () => {
  test.each(lists)('[UI-02] (L1–L18) %s is a DataTable with its state in the address', (file) => {
    const source = sourceOf(file)
    expect(source).toContain('<DataTable')
    expect(source).toContain('useListState(')
    // The old rows stay while others are on their way.
    expect(source).toContain('keepPrevious: true')
  })
  test.each(lists)('(L4, L5, L16) %s has columns, density, saved views and a file of its own', (file) => {
    const source = sourceOf(file)
    expect(source).toMatch(/useListing\(/)
    expect(source).toMatch(/tools=\{|listing\.tools/)
    const names = namedByProps.test(source) ? [nameOfProps(source) ?? ''] : namesOf(source)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(files.some((one) => one.startsWith(name.replaceAll(' ', '-')))).toBe(true)
  })
  test.each(lists)('(L12) %s tells nothing yet from nothing that matches, and offers the way on', (file) => {
    const source = sourceOf(file)
    expect(source).toMatch(/kind="no-match"[\s\S]{0,200}(clearAll|onClear)/)
    if (!neverEmpty.includes(file)) expect(source).toContain('kind="nothing"')
  })
  test.each(lists)('(L13) %s tells a failure where the rows would be, with a way to try again', (file) => {
    // The table of the listing carries it; a page that shows its rows otherwise says it there.
    expect(sourceOf(file)).toMatch(/\{\.\.\.(listing\.)?table\}/)
  })
  test.each(lists.filter((file) => !withoutPage.some((name) => file.endsWith(name))))(
    '(L17) the rows of %s are links',
    (file) => expect(sourceOf(file)).toMatch(/rowHref=\{/),
  )
  test.each(lists.filter((file) => !withoutActs.some((name) => file.endsWith(name))))(
    '(L7, L8) the rows of %s are ticked, and acted on by one bar',
    (file) => {
      const source = sourceOf(file)
      expect(source).toMatch(/\{(listing\.)?bulk\}|&& (listing\.)?bulk\}/)
      expect(source).not.toContain('<BulkBar')
    },
  )
  test('are many', () => expect(lists.length).toBeGreaterThan(20))
  test('(L13) the shared table offers Retry, and keeps old rows above a failure', () => {
    const table = readFileSync('web/lists/list-table.tsx', 'utf8')
    expect(table).toContain('<ErrorState message={error.message} onRetry=')
    expect(table).toContain('error && !data')
  })
  test('(L16) every file is of a list that has a page', () => {
    const named = lists.flatMap((file) => {
      const source = sourceOf(file)
      return namedByProps.test(source) ? [nameOfProps(source) ?? ''] : namesOf(source)
    })
    const missing = files.filter((name) => !named.some((one) => name.startsWith(one.replaceAll(' ', '-'))))
    expect(missing).toEqual([])
  })
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
    for (const kind of searchKindNames)
      expect(pages).toContain(searchKinds[kind].page.replace(':at', ':id').split('?')[0])
  })
  test('knows a page by the beginnings of its words', () => {
    expect(isMeant('stock tr', 'Stock Transfers')).toBe(true)
    expect(isMeant('low', 'Reorder', 'low stock')).toBe(true)
    expect(isMeant('ock', 'Stock Transfers')).toBe(false)
  })
})
