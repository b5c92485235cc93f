import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { listPages } from '#test/e2e/lists/list-pages.ts'
import { desktop, misfits, misfitsAt, phones, widths } from './fit.ts'
import { kindOf, longRecords, pages, pagesOfRecords } from './pages.ts'
import { closeAll, opening, pressAll, refuseWrites } from './press.ts'

const filed = Object.values(listPages)
/** Also lists without export. */
const lists = [...filed, paths.journal, paths.reorder]

test.use({
  // The test changes the address itself, for which pages with an unsaved-changes guard log a warning.
  expectConsole: [/blocker on a POP navigation/],
})

/** Buttons that open no dialog: downloads, print, logout, help. */
const left = /CSV|Excel|PDF|JSON|Print|Download|Log out|Help/

/** Measures the page, and on a phone the sheet with the filters and the export of a list. */
async function measurePage(page: Page, path: string): Promise<string[]> {
  await expect(page.locator('main h1'), path).toBeVisible()
  const isList = lists.includes(path)
  if (isList) await expect(page.locator('main [data-row]').first(), path).toBeVisible()
  const found = await misfitsAt(widths, page, path, isList ? 'list' : 'page')
  if (filed.includes(path)) {
    // The window has the width of a phone now.
    await page.getByRole('main').getByRole('button', { name: 'Filters and view' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters and view' })
    await expect(sheet.getByRole('button', { name: 'Export', exact: true }), path).toBeVisible()
    found.push(...(await misfitsAt(phones, page, `${path}, filters`, 'dialog')))
    await closeAll(page)
  }
  await page.setViewportSize(desktop)
  return found
}

// Pages and dialogs in one test, so that each page is opened only once.
test('[UI-02] (A2, A5) 320–1920 px: no page or dialog scrolls sideways or covers controls; Escape closes; list toolbars and first rows fit', async ({
  page,
}) => {
  // Takes 5 minutes on a fast machine and several times as long on a slow one.
  test.setTimeout(2_400_000)
  const app = await startApp({ demo: true })
  try {
    await app.signIn(page, 'admin')
    const long = await longRecords(app)
    /** Pages on which every button is clicked. */
    const pressedOn = new Set([...long, ...pages])
    const kinds = new Set([...pressedOn].map(kindOf))
    const others = (await pagesOfRecords(page.request, app.baseURL)).filter((path) => {
      const isNew = !kinds.has(kindOf(path))
      kinds.add(kindOf(path))
      return isNew
    })
    await page.setViewportSize(desktop)
    await page.goto(app.baseURL + paths.jobs)
    await refuseWrites(page)
    const isOpen = opening(page)
    const pressed = new Set<string>()
    const measured = new Map<string, string>()
    const found: string[] = []
    for (const path of [...pressedOn, ...others]) {
      await goTo(page, path)
      found.push(...(await measurePage(page, path)))
      if (!pressedOn.has(path)) continue
      const isNew = (name: string) => {
        const key = /^(header|toolbar): /.test(name) ? name : `${kindOf(path)} ${name}`
        const isKnown = pressed.has(key) || left.test(name)
        pressed.add(key)
        return !isKnown
      }
      await pressAll(page, isNew, isOpen, async (by, { dialog, isMenuOpen, address }) => {
        if (dialog) {
          const name = `“${dialog.title}” of ${path}: ${by}`
          if (!measured.has(dialog.text)) found.push(...(await misfits(page, name, 'dialog')))
          measured.set(dialog.text, name)
          if (!(await closeAll(page))) found.push(`${name}: Escape does not close it`)
        }
        if (isMenuOpen) await closeAll(page)
        if (address !== path) await goTo(page, path)
      })
    }
    if (process.env['COUNTS']) process.stdout.write(`${[...measured.values()].join('\n')}\n${measured.size} dialogs\n`)
    expect(found).toEqual([])
    // About 100; which buttons the demo company has depends on the time of day.
    expect(measured.size).toBeGreaterThan(90)
  } finally {
    await app.stop()
  }
})
