import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Nothing on the page offends against WCAG 2.2 A or AA, as far as a machine can tell. */
export async function expectAccessible(page: Page, what?: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // What passes is not written down node by node: a third less time.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    // Our pages have no frames of other origins, so it need not open a page of its own each time: half the time.
    .setLegacyMode(true)
    .analyze()
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
    what,
  ).toEqual([])
}
