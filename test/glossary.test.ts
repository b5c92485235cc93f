import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that docs/glossary.md has replaced by standard terms. */
const retired = new Set(
  'act acts adopt adopted door doors listing paper papers plant plants promise promised promises prove prover proving said standing stands taking takings tell telling tells tick ticked ticking ticks told twin twins walked'.split(
    ' ',
  ),
)

/** Retired in declarations only: file names and texts may still use them. */
const retiredInDeclarations =
  'ask asked asking asks heard kept look looked looking looks most owed owing planted prove proved say stood'.split(' ')

/** Tables keep the names with which they were created. */
const generated = 'server/db/tables.ts'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(file) && file !== generated)

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const retiredIn = (name: string, words: Iterable<string> = retired) =>
  wordsOf(name.replace(/[aA]tMost/, '')).filter((word) => new Set(words).has(word))

test('no file name contains a retired word', () => {
  expect(files.filter((file) => retiredIn(file).length > 0)).toEqual([])
})

const declarations = (prefix: string) =>
  new RegExp(
    `^\\s*${prefix}(?:default )?(?:declare )?(?:async )?(?:const|let|function\\*?|class|interface|type|enum) (\\w+)`,
    'gm',
  )

function namedBy(words: Iterable<string>, pattern: RegExp): string[] {
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)]
      .filter(([, name = '']) => retiredIn(name, words).length > 0)
      .map(([, name]) => `${file}: ${name}`),
  )
}

test('no export name contains a retired word', () => {
  expect(namedBy(retired, declarations('export '))).toEqual([])
})

test('no declared name contains a retired word', () => {
  const words = new Set([...retired, ...retiredInDeclarations])
  words.delete('act')
  words.delete('acts')
  expect(namedBy(words, declarations('(?:export )?'))).toEqual([])
})

/*
 * The terms are: rows are selected, a box is checked. Tutorials are exempt: they describe what users do with the mouse.
 */
test('no text or name uses “tick”', () => {
  const pattern = /(?:[Uu]n)?[Tt]ick(?:ed|ing)|\btick box/
  const texts = files.filter((file) => !/^web\/app\/tutorials\/|^test\/glossary/.test(file))
  expect(texts.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(pattern.test('isTicked')).toBe(true)
})

test('no screen text says “Retry”: the button is “Try again”', () => {
  const label = /(?:^|>|['"`])\s*Retry\s*(?:$|<|['"`])/m
  const quoted = /(['"`>])(?:[^'"`<>\n]*\s)?[Rr]etry(?:\s[^'"`<>\n]*|[.…!?])['"`<]/
  const line = /^\s+[A-Z][^'"`<>{}()=;\n]*\s[Rr]etry\b[^{}()=;\n]*$/m
  const saysRetry = (text: string) => [label, quoted, line].some((pattern) => pattern.test(text))
  const screens = files.filter((file) => /^(?:web|server|shared)\//.test(file) && !file.includes('.test.'))
  expect(screens.filter((file) => saysRetry(readFileSync(file, 'utf8')))).toEqual([])
  for (const text of ["label: 'Retry'", "'Type again to retry.'", "'Retry the search'", '<p>Press it to retry.</p>'])
    expect([text, saysRetry(text)]).toEqual([text, true])
  expect(saysRetry('      <p>\n        Type again to retry.\n      </p>')).toBe(true)
  expect(saysRetry("state in ('created', 'retry', 'active')")).toBe(false)
})

test('retired words are detected in file names and identifiers', () => {
  expect(retiredIn('web/crm/contacts/contact-ticking.ts')).toEqual(['ticking'])
  expect(retiredIn('renderPaper')).toEqual(['paper'])
  expect(retiredIn('askedAt', retiredInDeclarations)).toEqual(['asked'])
  expect(retiredIn('web/lists/use-list-params.ts')).toEqual([])
})
