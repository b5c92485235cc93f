import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tutorials } from '#web/app/tutorials/content/all.ts'
import { tutorialKeys } from '#web/app/tutorials/pick.ts'
import type { TutorialStep } from '#web/app/tutorials/tutorial.ts'

/** Everything that screens say, with the line breaks of the code taken out. */
const screenTexts = [...globSync('{web,shared}/**/*.{ts,tsx}')]
  .filter((file) => !file.includes('tutorials/content') && !file.includes('.test.'))
  .map((file) => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' '))
  .join('\n')

/** `Merge ${what}`: put together while it is drawn; their browser tests press them by these names. */
const composed = ['Merge contacts', 'Merge customers']

test('[TUT-05] every button, menu and field that a tutorial quotes is called so on a screen', () => {
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
