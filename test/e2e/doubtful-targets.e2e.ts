import { expect, test } from '@playwright/test'
import axeCore from 'axe-core'
import { randomFrom } from '#test/companies/random-company.ts'
import { findDoubtfulTargets, type WithTargets } from './doubtful-targets.ts'

type WithAxe = WithTargets & { axe: typeof axeCore }

/** Random targets and elements that may cover or surround them, partly overlapping, in a square of 160 pixels. */
function randomLayout(random: (below: number) => number): string {
  const pick = <T>(all: readonly T[]) => all[random(all.length)] as T
  const size = () => pick([8, 16, 20, 22, 24, 26, 32, 48, 90])
  const box = (position = pick(['absolute', 'absolute', 'fixed'])) =>
    [
      `position: ${position}; left: ${random(160)}px; top: ${random(160)}px; width: ${size()}px; height: ${size()}px`,
      pick(['', '', '', '', `z-index: ${pick([-1, 1, 2])}`]),
      pick(['', '', '', '', '', '', '', 'pointer-events: none']),
    ].join('; ')
  const small = '<button style="width: 20px; height: 20px; padding: 0">s</button>'
  const kinds: readonly (() => string)[] = [
    () => `<button style="${box()}">b</button>`,
    () => `<a href="/x" style="${box()}">a</a>`,
    () => `<input type="checkbox" style="margin: 0; ${box()}">`,
    () => `<div style="${box()}">d</div>`,
    () => `<div tabindex="-1" style="${box()}">f</div>`,
    () => `<div role="button" tabindex="${pick([0, -1])}" style="${box()}">r</div>`,
    () => `<div style="${box()}"><a href="/y">two words</a> <a href="/z">z</a></div>`,
    () =>
      `<div style="overflow: ${pick(['auto', 'hidden', 'scroll', 'hidden auto'])}; ${box()}">
        <button style="${box('absolute')}">o</button>${small}${small}</div>`,
    () =>
      `<a href="/q" style="${box()}">
        <div style="width: 20px; height: 20px" ${pick(['', 'role="button" tabindex="0"', 'role="button" tabindex="-1"'])}>n</div>
        <div style="width: 40px; height: 10px"></div></a>`,
    () => `<span style="margin: ${pick([0, 1, 2, 4, 8])}px">${small}</span>`,
    () => `<label style="display: inline-flex; padding: ${pick([0, 4, 6])}px">
        <input type="checkbox" style="margin: 0"></label>`,
  ]
  return Array.from({ length: 3 + random(10) }, () => pick(kinds)()).join('')
}

test('findDoubtfulTargets includes every target that axe finds too small, in random layouts', async ({ page }) => {
  await page.evaluate(axeCore.source)
  const random = randomFrom(258)
  let found = 0
  let spared = 0
  for (let layout = 0; layout < 100; layout += 1) {
    const html = randomLayout(random)
    await page.evaluate((content) => {
      document.body.innerHTML = `<main style="position: relative; width: 400px; height: 300px">${content}</main>`
    }, html)
    await page.evaluate(findDoubtfulTargets)
    const result = await page.evaluate(async () => {
      const { axe, doubtfulTargets } = window as unknown as WithAxe
      const { violations } = await axe.run(document, { runOnly: ['target-size'], elementRef: true })
      const small = violations.flatMap(({ nodes }) => nodes.map(({ element }) => element))
      return {
        found: small.length,
        missed: small.filter((element) => !element || !doubtfulTargets.includes(element)).length,
        spared: document.querySelectorAll('a, button, input').length - doubtfulTargets.length,
      }
    })
    expect(result.missed, html).toBe(0)
    found += result.found
    spared += result.spared
  }
  expect(found).toBeGreaterThan(100)
  expect(spared).toBeGreaterThan(100)
})
