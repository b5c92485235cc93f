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
    violations
      .map(({ id, nodes }) => [id, nodes.map((node) => node.html).filter((html) => !isPin(id, html))] as const)
      .filter(([, nodes]) => nodes.length > 0),
    what,
  ).toEqual([])
}

/** Pins of a map stand where their places are, also close together: the exception of WCAG 2.5.8; the list beside has them all. */
const isPin = (rule: string, html: string) => rule === 'target-size' && html.includes('leaflet-marker-icon')
