import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportedLists } from '#server/exported-lists.ts'
import { storedFiles } from '#server/files/stored-files.ts'
import { loadDemoCompany } from '#server/demo/company.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'
import { listPages } from './list-pages.ts'

test('[UI-02] (L16) every list gives the columns on its screen as a file', async ({ page }) => {
  test.slow()
  expect(Object.keys(listPages).toSorted()).toEqual(exportedLists.map(({ name }) => name).toSorted())
  const app = await startApp()
  const folder = await mkdtemp(join(tmpdir(), 'wardstock-files-'))
  try {
    const { userId } = await app.signIn(page, 'admin')
    await loadDemoCompany(app.database, userId, storedFiles(folder))
    const wrong: string[] = []
    for (const [name, path] of Object.entries(listPages)) {
      await page.goto(app.baseURL + path)
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const link = page.getByRole('menuitem', { name: 'CSV, shown columns' })
      const address = await link.getAttribute('href')
      const answer = await page.request.get(app.baseURL + address)
      const [titles = '', ...rows] = (await answer.text()).trim().split('\n')
      const asked = new URL(address ?? '', app.baseURL).searchParams.get('columns')?.split(',').length
      if (answer.status() !== 200) wrong.push(`${name}: ${answer.status()} ${titles}`)
      else if (titles.split(',').length < (asked ?? 0) || rows.length === 0)
        wrong.push(`${name}: ${titles}, ${rows.length} rows`)
    }
    expect(wrong).toEqual([])
  } finally {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
