import { exportedLists } from '#server/exported-lists.ts'
import { paths } from '#web/paths.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { listPages } from './list-pages.ts'

test('[UI-02] (L16) every list exports its shown columns as CSV, and prints column headers without sort buttons', async ({
  page,
}) => {
  test.slow()
  expect(Object.keys(listPages).toSorted()).toEqual(exportedLists.map(({ name }) => name).toSorted())
  const app = await startApp({ demo: true })
  try {
    await app.signIn(page, 'admin')
    const wrong: string[] = []
    await page.goto(app.baseURL + paths.profile)
    for (const [name, path] of Object.entries(listPages)) {
      await goTo(page, path)
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const link = page.getByRole('menuitem', { name: 'CSV, shown columns' })
      const address = await link.getAttribute('href')
      const answer = await page.request.get(app.baseURL + address)
      const [titles = '', ...rows] = (await answer.text()).trim().split('\n')
      const requestedColumns = new URL(address ?? '', app.baseURL).searchParams.get('columns')?.split(',').length
      if (answer.status() !== 200) wrong.push(`${name}: ${answer.status()} ${titles}`)
      else if (titles.split(',').length < (requestedColumns ?? 0) || rows.length === 0)
        wrong.push(`${name}: ${titles}, ${rows.length} rows`)
    }
    expect(wrong).toEqual([])
    // Browsers repeat a table header on each printed page, but not the buttons in it.
    await goTo(page, paths.orders)
    const sort = page.getByRole('columnheader', { name: 'Number' }).getByRole('button')
    await expect(sort).toHaveCSS('display', 'inline-flex')
    await page.emulateMedia({ media: 'print' })
    await expect(sort).toHaveCSS('display', 'contents')
    await page.emulateMedia({ media: null })
  } finally {
    await app.stop()
  }
})
