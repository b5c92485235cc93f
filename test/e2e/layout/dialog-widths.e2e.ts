import { paths } from '#web/paths.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { desktop, misfits } from './fit.ts'
import { kindOf, longRecords, pages } from './pages.ts'
import { closeAll, contentOf, dialogs, opening, pressAll, refuseWrites } from './press.ts'

test.use({
  // The address is changed from outside, which a page with an unsaved-changes guard remarks upon.
  expectConsole: [/blocker on a POP navigation/],
})

/** They open nothing to look at: a file, a print, another session. */
const left = /CSV|Excel|PDF|JSON|Print|Download|Log out|Help/

test('[UI-02] (A2, A5) no dialog that a button or a menu opens scrolls sideways, none of its controls lies under another from 320 to 1920 px, and Escape closes it', async ({
  page,
}) => {
  // A slow machine takes several times the five minutes of a quick one.
  test.setTimeout(1_800_000)
  const app = await startApp({ demo: true })
  try {
    await app.signIn(page, 'admin')
    const crawled = [...(await longRecords(app)), ...pages]
    await page.setViewportSize(desktop)
    await page.goto(app.baseURL + paths.jobs)
    await refuseWrites(page)
    const isOpen = opening(page)
    const pressed = new Set<string>()
    const measured = new Map<string, string>()
    const found: string[] = []
    for (const path of crawled) {
      const isNew = (name: string) => {
        const key = /^(header|toolbar): /.test(name) ? name : `${kindOf(path)} ${name}`
        const isKnown = pressed.has(key) || left.test(name)
        pressed.add(key)
        return !isKnown
      }
      await goTo(page, path)
      await pressAll(page, isNew, isOpen, async (by) => {
        if (await dialogs(page).count()) {
          const { title, text } = await contentOf(page)
          const name = `“${title}” of ${path}: ${by}`
          if (!measured.has(text)) found.push(...(await misfits(page, name, 'dialog')))
          measured.set(text, name)
          if (!(await closeAll(page))) found.push(`${name}: Escape does not close it`)
        }
        await closeAll(page)
        const { pathname, search } = new URL(page.url())
        if (pathname + search !== path) await goTo(page, path)
      })
    }
    if (process.env['COUNTS']) process.stdout.write(`${[...measured.values()].join('\n')}\n${measured.size} dialogs\n`)
    expect(found).toEqual([])
    expect(measured.size).toBeGreaterThan(100)
  } finally {
    await app.stop()
  }
})
