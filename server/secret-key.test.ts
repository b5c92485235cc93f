import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { readSecretKey } from './secret-key.ts'

const folder = () => join(mkdtempSync(join(tmpdir(), 'wardstock-key-')), 'data')
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

test('a key is made at the first start, readable by its owner alone, and is the same ever after', () => {
  const DATA_DIR = folder()
  const key = readSecretKey({ DATA_DIR })
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(readdirSync(DATA_DIR)).toEqual(['secret.key'])
  expect(modeOf(join(DATA_DIR, 'secret.key'))).toBe('600')
  expect(readSecretKey({ DATA_DIR })).toBe(key)
  expect(readSecretKey({ DATA_DIR: folder() })).not.toBe(key)
})

test('a file that others could read is closed to them', () => {
  const DATA_DIR = folder()
  const key = readSecretKey({ DATA_DIR })
  chmodSync(join(DATA_DIR, 'secret.key'), 0o644)
  expect([readSecretKey({ DATA_DIR }), modeOf(join(DATA_DIR, 'secret.key'))]).toEqual([key, '600'])
})

test('processes that start at once have one key', async () => {
  const DATA_DIR = folder()
  const module = join(process.cwd(), 'server/secret-key.ts')
  const read = `import { readSecretKey } from ${JSON.stringify(module)}
    process.stdout.write(readSecretKey({ DATA_DIR: ${JSON.stringify(DATA_DIR)} }))`
  const run = promisify(execFile)
  const keys = await Promise.all(
    Array.from({ length: 6 }, () => run(process.execPath, ['--input-type=module', '-e', read])),
  )
  expect(new Set(keys.map(({ stdout }) => stdout))).toEqual(new Set([readSecretKey({ DATA_DIR })]))
  expect(readdirSync(DATA_DIR)).toEqual(['secret.key'])
}, 60_000)

test('SECRET_KEY goes before the file, and makes none; it must be long enough and may come from a file', () => {
  const DATA_DIR = folder()
  const SECRET_KEY = 'a key of the environment, long enough'
  expect(readSecretKey({ SECRET_KEY, DATA_DIR })).toBe(SECRET_KEY)
  expect(existsSync(DATA_DIR)).toBe(false)
  expect(() => readEnv({ SECRET_KEY: 'x'.repeat(31) })).toThrow('SECRET_KEY: must have at least 32 characters')
  const file = join(mkdtempSync(join(tmpdir(), 'wardstock-key-')), 'mounted')
  writeFileSync(file, `${SECRET_KEY}\n`)
  expect(readEnv({ SECRET_KEY_FILE: file }).SECRET_KEY).toBe(SECRET_KEY)
})

test('a file without a key is never written over: what it sealed would be lost', () => {
  const DATA_DIR = folder()
  readSecretKey({ DATA_DIR })
  const file = join(DATA_DIR, 'secret.key')
  for (const content of ['', 'cut off']) {
    writeFileSync(file, content)
    expect(() => readSecretKey({ DATA_DIR })).toThrow(
      `${file} holds no key. Put the right one there, or set SECRET_KEY.`,
    )
    expect(readFileSync(file, 'utf8')).toBe(content)
  }
})
