import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { budget, overBudget, overPortalBudget } from '../../scripts/bundle-budget.mjs'

// Random text, as it hardly gets smaller by gzip.
const noise = (bytes: number) => randomBytes(bytes * 0.75).toString('base64')
const chunk = (fileName: string, bytes: number, more = {}) => ({
  fileName,
  code: noise(bytes),
  isEntry: false,
  imports: [] as string[],
  moduleIds: [] as string[],
  ...more,
})
const charts = (bytes: number) =>
  chunk('charts.js', bytes, { moduleIds: ['/a/node_modules/recharts/es6/index.js', '/a/web/ui/chart-drawing.tsx'] })

test('the first load of every page, including its imports, stays within the budget', () => {
  const main = (imports: string[]) => chunk('main.js', 120_000, { isEntry: true, imports })
  const react = (imports: string[]) => chunk('react.js', 100_000, { imports })
  const deep = chunk('deep.js', 100_000)
  expect(budget.entry).toBe(220_000)
  expect(overBudget([main(['react.js']), react([]), deep])).toEqual([])
  expect(overBudget([main(['react.js']), react(['deep.js']), deep])).toEqual([
    expect.stringMatching(/^The first load is 2\d\d\.\d kB; it may be 220\.0 kB$/),
  ])
})

test('the first load with the dashboard stays within its budget', () => {
  const main = chunk('main.js', 280_000, { isEntry: true })
  const dashboard = (imports: string[]) =>
    chunk('dashboard.js', 50_000, { imports, moduleIds: ['/a/web/dashboard/dashboard-page.tsx'] })
  const largeChunk = chunk('most.js', 60_000)
  expect(overBudget([main, dashboard(['main.js']), largeChunk])).toEqual([])
  expect(overBudget([main, dashboard(['main.js', 'most.js']), largeChunk])).toEqual([
    expect.stringMatching(/^The first load with the dashboard is 2[89]\d\.\d kB; it may be 280\.0 kB$/),
  ])
})

test('the charts stay within the budget, and no other chunk imports them statically', () => {
  const page = chunk('page.js', 10_000, { imports: ['charts.js'] })
  expect(overBudget([charts(120_000)])).toEqual([])
  expect(overBudget([charts(200_000)])).toEqual([expect.stringContaining('The code of the charts is')])
  expect(overBudget([page, charts(10_000)])).toEqual([expect.stringContaining('page.js loads the charts at once')])
})

test('the first load of the portal includes its styles but not those of later pages, and no office code', () => {
  const main = (more: object) =>
    chunk('portal.js', 180_000, {
      type: 'chunk',
      isEntry: true,
      viteMetadata: { importedCss: new Set(['first.css']) },
      ...more,
    })
  const style = (fileName: string, bytes: number) => ({ type: 'asset' as const, fileName, source: noise(bytes) })
  const over = (first: number, later: number, more = {}) =>
    overPortalBudget([main(more), style('first.css', first), style('later.css', later)] as never)
  expect(budget.portal).toBe(185_000)
  expect(over(20_000, 90_000)).toEqual([])
  expect(over(90_000, 0)).toEqual([expect.stringContaining('The first load of the customer portal is')])
  expect(over(0, 0, { moduleIds: ['/a/web/crm/partners/account-page.tsx'] })).toEqual([
    expect.stringContaining('of the office at once'),
  ])
})
