import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProgressBar } from './progress-bar.tsx'

const drawn = (value: number | null, max?: number) => {
  const markup = renderToStaticMarkup(
    createElement(ProgressBar, { label: 'Import', value, showLabel: true, ...(max === undefined ? {} : { max }) }),
  )
  const read = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(markup)?.[1]
  return {
    now: read('aria-valuenow'),
    max: read('aria-valuemax'),
    width: /width:(\d+%)/.exec(markup)?.[1],
    share: /(\d+)%/.exec(markup)?.[1],
  }
}

test('[UI-01] a progress bar shows a value between 0 and max, which defaults to 100', () => {
  expect(drawn(0)).toEqual({ now: '0', max: '100', width: '0%', share: '0' })
  expect(drawn(25)).toEqual({ now: '25', max: '100', width: '25%', share: '25' })
  expect(drawn(100)).toEqual({ now: '100', max: '100', width: '100%', share: '100' })
  expect(drawn(1, 3)).toEqual({ now: '1', max: '3', width: '33%', share: '33' })
  expect(drawn(3, 3)).toEqual({ now: '3', max: '3', width: '100%', share: '100' })
})

test('[UI-01] a value out of range or unknown shows neither width nor percentage', () => {
  for (const [value, max] of [
    [-1, 100],
    [101, undefined],
    [4, 3],
    [Number.NaN, 100],
    [null, 100],
  ] as const) {
    const { now, width, share } = drawn(value, max)
    expect([value, now, width, share]).toEqual([value, undefined, undefined, undefined])
  }
})
