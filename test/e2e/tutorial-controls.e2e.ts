import type { Locator, Page } from '@playwright/test'
import { tutorials } from '#web/app/tutorials/content/all.ts'
import { type TutorialKey, tutorialKeys } from '#web/app/tutorials/pick.ts'
import type { TutorialStep } from '#web/app/tutorials/tutorial.ts'
import { paths } from '#web/paths.ts'
import { expect, startApp, test } from './fixtures.ts'
import { goTo, settle } from './inside-the-app.ts'
import { kindOf } from './layout/pages.ts'
import { controlStates } from './tutorial-control-states.ts'
import { type Choose, type Find, pagesOf, type Row } from './tutorial-pages.ts'

test.use({
  // The tests change the URL from outside, which logs this warning on pages with an unsaved-changes guard.
  expectConsole: [/blocker on a POP navigation/],
})

/** Controls that may be opened to look inside; none of them changes any data. */
const opened =
  /^(Add|Edit|Plan|Record|Invite|Generate|Merge|Reduce|Choose|Columns|Custom|Convert|Delete|Cancel|Return|Pack|Set|Export|Void|Refund|Use credit|Split|Map|Board)/

const plain = (words: string) => words.replace(/…$/, '').trim()
const quotedIn = (key: TutorialKey) => [
  ...new Set(
    tutorials[key].flatMap((step: TutorialStep) =>
      [step.text, step.howTo, step.expect, step.tips, step.shortcut?.does, step.warning]
        .flat()
        .flatMap((sentence) => [...(sentence ?? '').matchAll(/“([^”]+)”/g)].map(([, words = '']) => plain(words))),
    ),
  ),
]

test('[TUT-05] every control quoted in a tutorial is on the tutorial’s pages, or is listed with the state that shows it', async ({
  page,
}) => {
  test.setTimeout(480_000)
  page.setDefaultTimeout(5_000)
  const app = await startApp({ demo: true })
  try {
    await app.signIn(page, 'admin')
    const rowsOf = async (list: string, query: string) => {
      const answer = await page.request.get(`${app.baseURL}/api/${list}?${query}`)
      return ((await answer.json()) as { data: Row[] }).data
    }
    const choose: Choose = async (list, isWanted) => {
      const { id } = (await rowsOf(list, 'limit=200')).find(isWanted) ?? {}
      return id ? [id] : []
    }
    const find: Find = async (list, ...filters) => {
      const ids: string[] = []
      for (const filter of filters) {
        const [first] = await rowsOf(list, `limit=1&${filter}`)
        if (first && !ids.includes(first.id)) ids.push(first.id)
      }
      return ids
    }
    const missing = new Map(tutorialKeys.map((key) => [key, new Set(quotedIn(key))]))
    // A page of several tutorials is visited once.
    const about = new Map<string, TutorialKey[]>()
    for (const key of tutorialKeys)
      for (const path of await pagesOf[key](find, choose)) about.set(path, [...(about.get(path) ?? []), key])
    await page.goto(app.baseURL + paths.profile)
    // The same button on the same kind of page opens the same overlay.
    const pressed = new Map<string, Set<string>>()
    const pressedOn = (kind: string) => {
      const names = pressed.get(kind) ?? new Set()
      pressed.set(kind, names)
      return names
    }
    for (const [path, keys] of about) {
      const left = () => new Set(keys.flatMap((key) => [...(missing.get(key) ?? [])]))
      const strike = async () => {
        // “Show all 31” counts as “Show all”.
        for (const name of await namesOn(page))
          for (const key of keys) missing.get(key)?.delete(plain(name).replace(/ [\d,]+$/, ''))
      }
      await goTo(page, path)
      // If goTo loaded the page, it may not have rendered yet.
      await expect(page.locator('main h1'), path).toBeVisible()
      await settle(page)
      await strike()
      if (left().size > 0) {
        const quoted = keys.flatMap(quotedIn)
        await searchOverlays(page, quoted, pressedOn(kindOf(path)), strike, () => left().size === 0)
      }
    }
    const wrong: string[] = []
    for (const [key, words] of missing) {
      const stated = controlStates[key] ?? {}
      for (const one of words) if (!(one in stated)) wrong.push(`${key}: “${one}”`)
      for (const one of Object.keys(stated))
        if (!words.has(one)) wrong.push(`${key}: “${one}” is there in every state, or no longer quoted`)
    }
    expect(wrong).toEqual([])
  } finally {
    await app.stop()
  }
})

/**
 * Opens menus, and the dialogs behind quoted buttons and menu items, and checks each of them until all controls are
 * found.
 */
async function searchOverlays(
  page: Page,
  quoted: readonly string[],
  pressed: Set<string>,
  strike: () => Promise<void>,
  isDone: () => boolean,
) {
  const address = page.url()
  const wanted = [...new Set(quoted.filter((words) => opened.test(words)))]
  const overlays = page.locator('[role=dialog], [role=menu], [role=alertdialog]')
  const close = async () => {
    for (let press = 0; press < 3 && (await overlays.count()) > 0; press += 1) await page.keyboard.press('Escape')
  }
  // The URL itself has opened a dialog.
  if ((await page.getByRole('dialog').count()) > 0) return close()
  /** Activates a control, checks what it opens, and closes that again. */
  const inspect = async (control: Locator, name: string) => {
    if ((await control.count()) === 0 || !(await control.isEnabled())) return
    pressed.add(name)
    await control.click()
    await settle(page)
    await strike()
    if (page.url() === address) return close()
    await goTo(page, new URL(address).pathname + new URL(address).search)
  }
  /** Returns to this page first if an item's navigation finished only after the check. */
  const open = (menu: Locator) =>
    expect(async () => {
      if (page.url() !== address) await goTo(page, new URL(address).pathname + new URL(address).search)
      await menu.click({ timeout: 2_000 })
    }).toPass()
  const menus = page.locator('main [aria-haspopup=menu]').filter({ visible: true })
  const count = Math.min(await menus.count(), 6)
  for (let at = 0; at < count && !isDone(); at += 1) {
    await open(menus.nth(at))
    await strike()
    const items = (await page.getByRole('menuitem').allTextContents()).map((name) => name.trim())
    await close()
    for (const name of items.filter((item) => wanted.includes(plain(item)) && !pressed.has(item))) {
      await open(menus.nth(at))
      const item = page.getByRole('menuitem', { name, exact: true })
      if ((await item.count()) === 1 && (await item.getAttribute('aria-disabled')) !== 'true') await inspect(item, name)
      await close()
    }
  }
  const buttons = page.locator('main').getByRole('button')
  for (const name of wanted) {
    if (isDone()) return
    if (!pressed.has(name) && (await isNamed(page, name)))
      await inspect(
        buttons
          .and(page.getByRole('button', { name, exact: true }))
          .filter({ visible: true })
          .first(),
        name,
      )
  }
}

/** Whether the page may have a button with that name; faster than computing accessible names. */
const isNamed = (page: Page, words: string) =>
  page.evaluate(
    (name) =>
      [...document.querySelectorAll('main :is(button, [role=button])')].some((one) =>
        `${one.textContent} ${one.getAttribute('aria-label') ?? ''}`.includes(name),
      ),
    words,
  )

/** All names and labels on the page. */
const namesOn = (page: Page) =>
  page.evaluate(() => {
    const names = new Set<string>()
    for (const one of document.querySelectorAll('body *')) {
      if (!one.checkVisibility({ visibilityProperty: true }) && !one.matches('option')) continue
      for (const name of [one.getAttribute('aria-label'), one.getAttribute('placeholder')])
        if (name) names.add(name.trim())
      if (
        one.matches('button, a, label, th, h1, h2, h3, h4, legend, option, dt, summary, [role]') ||
        one.children.length === 0
      )
        names.add((one.textContent ?? '').trim())
      // A disabled menu item has the reason below its name.
      else if (one.closest('[role=menuitem]'))
        for (const part of one.childNodes)
          if (part.nodeType === Node.TEXT_NODE) names.add((part.textContent ?? '').trim())
    }
    return [...names].filter((name) => name.length > 0 && name.length < 80)
  })
