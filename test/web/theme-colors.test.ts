import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const defined = new Set(
  [...readFileSync('web/styles/theme.css', 'utf8').matchAll(/--color-([\w-]+):/g)].map(([, name]) => name),
)
const ofTailwind =
  /\b(?:bg|text|border|ring|fill|stroke|outline|divide|decoration|shadow|from|to|via)-((?:white|black)|(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d{2,3})\b/g

test('[THEME-01] every colour class uses a colour of the theme; another colour would silently have no style', () => {
  const missing = globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(ofTailwind)]
      .filter(([, name]) => !defined.has(name))
      .map(([used]) => `${file}: ${used}`),
  )
  expect(missing).toEqual([])
  expect(defined.has('white') && defined.has('accent')).toBe(true)
})
