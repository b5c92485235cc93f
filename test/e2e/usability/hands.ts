import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#test/e2e/fixtures.ts'

/** A user with keyboard and mouse; counts the inputs. */
export function handsOn(page: Page) {
  const count = { clicks: 0, fields: 0, keys: 0 }
  return {
    count,
    /** All inputs other than typing: clicks and filled fields. */
    inputs: () => count.clicks + count.fields,
    async click(target: Locator) {
      count.clicks += 1
      await target.click()
    },
    /** Fills a field that is reached by Tab, or by the click that fills it. */
    async fill(target: Locator, text: string) {
      count.fields += 1
      await target.fill(text)
    },
    /** Searches in a picker and chooses the first match. */
    async pick(target: Locator, text: string) {
      count.fields += 1
      await target.fill(text)
      await page.getByRole('option', { name: text }).first().click()
    },
    async select(target: Locator, value: string) {
      count.fields += 1
      await target.selectOption(value)
    },
    async type(text: string) {
      count.keys += text.length
      await page.keyboard.type(text)
    },
    async press(key: string) {
      count.keys += 1
      await page.keyboard.press(key)
    },
  }
}

/** The maximum number of Tab presses to reach the next control of a task. */
const maxTabs = 15

/** A user with a keyboard only; counts the keys. */
export function keyboardOf(page: Page) {
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const type = async (text: string) => {
    keys += text.length
    // Faster typing would be taken for a scanner.
    await page.keyboard.type(text, { delay: 60 })
  }
  const has = (target: Locator) => target.evaluate((one) => one === document.activeElement)
  const tabTo = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await expect(target).toBeVisible()
    for (let tabs = 0; !(await has(target)); tabs += 1) {
      expect(tabs, `${String(target)} is too far`).toBeLessThan(maxTabs)
      await press(key)
    }
  }
  return {
    keys: () => keys,
    press,
    type,
    /** Moves to a control with Tab, from wherever the focus is. */
    tabTo,
    async fill(target: Locator, text: string) {
      await tabTo(target)
      await type(text)
    },
    /** Searches in a picker and chooses the first match; Enter doesn't wait for the response. */
    async pick(target: Locator, text: string) {
      await tabTo(target)
      await type(text)
      await press('Enter')
      await expect(target).toHaveAttribute('aria-expanded', 'false')
      await expect(target).toHaveValue(new RegExp(text))
    },
    /** Opens a page or an action with the global search, from wherever the focus is. */
    async go(words: string, option: string | RegExp) {
      await press('Control+k')
      await type(words)
      await expect(page.getByRole('option', { name: option, selected: true })).toBeVisible()
      await press('Enter')
    },
  }
}

export const dialog = (page: Page) => page.getByRole('dialog')
export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first()
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const lineOf = (page: Page, at: number) => page.getByRole('group', { name: `Line ${at}`, exact: true })
export const status = (page: Page) => page.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]')

/** Simulates a keyboard scanner: a burst of keys, then Enter. */
export const scan = (page: Page, code: string) =>
  page.evaluate((keys) => {
    for (const key of [...keys, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, code)

export function report(task: string, counted: object) {
  test.info().annotations.push({ type: 'counted', description: `${task}: ${JSON.stringify(counted)}` })
  if (process.env['COUNTS']) process.stdout.write(`COUNT ${task}: ${JSON.stringify(counted)}\n`)
}
