import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

test('defaults work without a word', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: 'localhost',
    LOG_LEVEL: 'info',
    TRUST_PROXY: false,
    DB_POOL_MAX: 16,
  })
})

test('every problem is told at once', () => {
  const wrong = {
    PORT: 'eighty',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'nowhere',
    SETUP_CODE: 'short',
    SETUP_CODE_FILE: '/does/not/exist',
  }
  expect(() => readEnv(wrong)).toThrow(/SETUP_CODE_FILE: .*can't be read\n[\s\S]*PORT: must be a port, 0 to 65535/)
  try {
    readEnv({ ...wrong, SETUP_CODE_FILE: undefined })
  } catch (error) {
    for (const name of ['PORT', 'DATABASE_URL', 'PUBLIC_URL', 'SETUP_CODE'])
      expect((error as Error).message).toContain(name)
  }
})

test('a secret may come from a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'wardstock-env-')), 'code')
  writeFileSync(file, 'from-a-file-1234\n')
  expect(readEnv({ SETUP_CODE_FILE: file }).SETUP_CODE).toBe('from-a-file-1234')
})

test('.env.example names every variable, and no other', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^# ?([A-Z_]+)=/gm)].map((match) => match[1])
  const known = /const Env = z\.object\(\{([\s\S]*?)\n\}\)/.exec(readFileSync('server/env.ts', 'utf8'))?.[1] ?? ''
  expect(named.toSorted()).toEqual([...known.matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1]).toSorted())
})
