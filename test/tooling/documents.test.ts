import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* Checks the documents against the files that they name. */

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const listed = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')

const path = /(?<![\w/.])(?:server|shared|web|test|scripts|docs|deploy)\/[\w./-]*\w/g

test('every file and folder that a document names exists', () => {
  const missing = listed('*.md')
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) => [...read(file).matchAll(path)].map(([named]) => ({ file, named })))
    .filter(({ named }) => !existsSync(join(root, named)))
  expect(missing).toEqual([])
})

test('the answers to the questions of new colleagues are in the one to three files named for each', () => {
  const [, table = ''] = read('docs/testing.md').split('## Where is it decided')
  const rows = [...table.matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].slice(2)
  expect(rows).toHaveLength(10)
  for (const [, question = '', named = '', answer = ''] of rows) {
    const files = [...named.matchAll(path)].map(([file]) => file)
    expect([1, 2, 3], question).toContain(files.length)
    const texts = files.map(read).join('\n')
    const names = [...answer.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    expect(
      names.filter((name) => !texts.includes(name)),
      question,
    ).toEqual([])
    expect(names.length, question).toBeGreaterThan(0)
  }
})

test('the index of decisions lists each with its title', () => {
  const index = read('docs/decisions/README.md')
  const decisions = listed('docs/decisions/0*.md')
    .filter((file) => existsSync(join(root, file)))
    .map((file) => file.replace('docs/decisions/', ''))
  expect(decisions.filter((file) => !index.includes(`](${file})`))).toEqual([])
  const row = /^\| \d{4} +\| \[.+\]\((.+\.md)\) +\| (?:accepted|replaced by \d{4}) +\| \d{4}-\d\d-\d\d \|$/gm
  expect([...index.matchAll(row)].map(([, file]) => file).toSorted()).toEqual(decisions.toSorted())
})
