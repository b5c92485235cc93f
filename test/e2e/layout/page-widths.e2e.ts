import { paths } from '#web/paths.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { listPages } from '#test/e2e/lists/list-pages.ts'
import { desktop, misfits, phones } from './fit.ts'
import { kindOf, longRecords, pages, pagesOfRecords } from './pages.ts'

const filed = Object.values(listPages)
/** Also lists of which there is no file. */
const lists = [...filed, paths.journal, paths.reorder]

test.use({
  // The address is changed from outside, which a page with an unsaved-changes guard remarks upon.
  expectConsole: [/blocker on a POP navigation/],
})

test('[UI-02] (A2, A5) no page scrolls sideways and no control lies under another from 320 to 1920 px; of every list of a full company the first row is in sight, below a toolbar of one row', async ({
  page,
}) => {
  test.setTimeout(1_200_000)
  const app = await startApp({ demo: true })
  try {
    await app.signIn(page, 'admin')
    const long = await longRecords(app)
    const kinds = new Set<string>()
    const crawled = [...pages, ...long, ...(await pagesOfRecords(page.request, app.baseURL))].filter((path) => {
      const isNew = long.includes(path) || !kinds.has(kindOf(path))
      kinds.add(kindOf(path))
      return isNew
    })
    const found: string[] = []
    await page.setViewportSize(desktop)
    await page.goto(app.baseURL + paths.jobs)
    for (const path of crawled) {
      await goTo(page, path)
      await expect(page.locator('main h1'), path).toBeVisible()
      const isList = lists.includes(path)
      if (isList) await expect(page.locator('main [data-row]').first(), path).toBeVisible()
      found.push(...(await misfits(page, path, isList ? 'list' : 'page')))
      if (!filed.includes(path)) continue
      // On a phone its filters and its file are in a sheet.
      await page.setViewportSize({ width: 375, height: 812 })
      await page.getByRole('main').getByRole('button', { name: 'Filters and view' }).click()
      const sheet = page.getByRole('dialog', { name: 'Filters and view' })
      await expect(sheet.getByRole('button', { name: 'Export', exact: true }), path).toBeVisible()
      found.push(...(await misfits(page, `${path}, filters`, 'dialog', phones)))
    }
    expect(found).toEqual([])
  } finally {
    await app.stop()
  }
})
