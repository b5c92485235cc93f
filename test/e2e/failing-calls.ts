import type { Page, Route } from '@playwright/test'

let marks = 0

/**
 * Answers the requests to `url` with `fail` until a “Try again” button is pressed on the page. Without this, requests
 * that the app retries by itself (after an error, or when its live updates reconnect) may succeed before the test
 * presses it.
 */
export async function failUntilTriedAgain(page: Page, url: string | RegExp, fail: (route: Route) => unknown) {
  marks += 1
  const mark = `tried again ${marks}`
  const markPress = (name: string) =>
    document.addEventListener(
      'click',
      ({ target }) => {
        if ((target as Element).closest('button')?.textContent?.trim() === 'Try again')
          Object.assign(window, { [name]: 1 })
      },
      { capture: true },
    )
  await page.addInitScript(markPress, mark)
  await page.evaluate(markPress, mark)
  let wasPressed = false
  await page.route(url, async (route) => {
    wasPressed ||= await page.evaluate((name) => name in window, mark).catch(() => false)
    await (wasPressed ? route.fallback() : fail(route))
  })
}
