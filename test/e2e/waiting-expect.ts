import { expect as playwrightExpect, type ExpectMatcherState, type Locator, type Page } from '@playwright/test'

interface Timeout {
  timeout?: number
}

/**
 * Playwright's `expect` records the whole page in each failed attempt, in case it is the last. The matchers that wait
 * most often first wait without recording; their messages are Playwright's own.
 */
export const expect = playwrightExpect.extend({
  async toBeVisible(this: ExpectMatcherState, locator: Locator, { timeout = this.timeout }: Timeout = {}) {
    return outcomeOf(this.isNot, timeout, await isThere(locator, this.isNot ? 'hidden' : 'visible', timeout), () =>
      (this.isNot ? playwrightExpect(locator).not : playwrightExpect(locator)).toBeVisible({ timeout: 1 }),
    )
  },
  async toBeHidden(this: ExpectMatcherState, locator: Locator, { timeout = this.timeout }: Timeout = {}) {
    return outcomeOf(this.isNot, timeout, await isThere(locator, this.isNot ? 'visible' : 'hidden', timeout), () =>
      (this.isNot ? playwrightExpect(locator).not : playwrightExpect(locator)).toBeHidden({ timeout: 1 }),
    )
  },
  async toHaveURL(
    this: ExpectMatcherState,
    page: Page,
    url: string | RegExp,
    { timeout = this.timeout }: Timeout = {},
  ) {
    if (url instanceof RegExp && !this.isNot)
      await page.waitForURL(url, { timeout, waitUntil: 'commit' }).catch(() => {})
    return outcomeOf(this.isNot, timeout, false, () =>
      (this.isNot ? playwrightExpect(page).not : playwrightExpect(page)).toHaveURL(url, { timeout }),
    )
  },
})

/** Whether the locator reached that state in time. */
const isThere = (locator: Locator, state: 'visible' | 'hidden', timeout: number): Promise<boolean> =>
  locator.waitFor({ state, timeout }).then(
    () => true,
    () => false,
  )

/** The result of a matcher. If it isn't known to pass, Playwright's own matcher decides and provides the message. */
async function outcomeOf(isNot: boolean, timeout: number, isKnownToHold: boolean, check: () => Promise<void>) {
  const failure = isKnownToHold
    ? null
    : await check().then(
        () => null,
        (error: Error) => error,
      )
  // Shows the time waited before the last attempt, not the 1 ms of that attempt.
  const message = failure?.message.replaceAll(/(Timeout: +|with timeout )1ms/g, `$1${timeout}ms`) ?? ''
  return { pass: (failure === null) !== isNot, message: () => message }
}
