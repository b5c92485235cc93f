import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tutorials } from '#web/app/tutorials/content/all.ts'
import { tutorialKeys } from '#web/app/tutorials/pick.ts'
import type { TutorialStep } from '#web/app/tutorials/tutorial.ts'

/** The source of all screens, with line breaks as spaces. */
const screenTexts = [...globSync('{web,shared}/**/*.{ts,tsx}')]
  .filter((file) => !file.includes('tutorials/content') && !file.includes('.test.'))
  .map((file) => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' '))
  .join('\n')

/** Labels that are composed at runtime (`Merge ${what}`); browser tests click them by these names. */
const composed = ['Merge contacts', 'Merge customers']

test('[TUT-05] every button, menu and field that a tutorial quotes exists in the source of the screens', () => {
  const quoted = tutorialKeys.flatMap((key) =>
    tutorials[key].flatMap((step: TutorialStep) =>
      [step.text, step.howTo, step.expect, step.tips, step.shortcut?.does, step.warning]
        .flat()
        .flatMap((sentence) => [...(sentence ?? '').matchAll(/“([^”]+)”/g)].map(([, words = '']) => ({ key, words }))),
    ),
  )
  expect(quoted.length).toBeGreaterThan(50)
  const missing = quoted.filter(
    ({ words }) => !composed.includes(words) && !screenTexts.includes(words.replace(/…$/, '')),
  )
  expect(missing).toEqual([])
})
