import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { progressLine, parseArguments } from './command-line.ts'
import { csvOf, delivery } from '#test/delivery-history.ts'
import { startServer, type TestServer } from '#test/server.ts'

describe('command line of the import', () => {
  test('parses the file name and column mappings by key or title, and refuses invalid arguments', () => {
    expect(
      parseArguments(['a/b.csv', '--map', 'quantity = Qty', '--map', 'PO / SO #=Order=1', '--check']),
    ).toMatchObject({
      file: 'a/b.csv',
      fileName: 'b.csv',
      checkOnly: true,
      mapping: { quantity: 'Qty', orderNumber: 'Order=1' },
    })
    for (const wrong of [[], ['a', 'b'], ['a', '--map', 'colour=x'], ['a', '--map', 'Quantity'], ['a', '--dry']]) {
      expect(() => parseArguments(wrong)).toThrow()
    }
  })

  test('draws a progress bar', () => {
    expect(progressLine({ progress: 0, rows: 10 })).toBe(`[${'░'.repeat(30)}]   0 %  0 of 10 rows`)
    expect(progressLine({ progress: 10_324, rows: 10_324 })).toBe(`[${'█'.repeat(30)}] 100 %  10,324 of 10,324 rows`)
  })
})

describe('npm run import', () => {
  let server: TestServer
  const folder = mkdtempSync(join(tmpdir(), 'wardstock-import-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  beforeAll(async () => {
    server = await startServer()
  })

  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((done) => {
      const { host = '', port, user, database } = server.connection
      const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
      const env = { ...process.env, DATABASE_URL: url }
      execFile(process.execPath, ['server/import.ts', ...args], { env }, (error, out, err) =>
        done({ code: error ? Number(error.code) : 0, out, err }),
      )
    })

  test('requires an administrator, prints problems, sets the exit code accordingly and adds nothing twice', {
    timeout: 60_000,
  }, async () => {
    const file = join(folder, 'small.csv')
    const errors = join(folder, 'errors.csv')
    writeFileSync(file, csvOf([delivery({ orderNumber: 'CLI-1' }), delivery({ quantity: '0' })]))
    const early = await run(file)
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('There is no administrator yet')])

    await server.as('admin')
    const check = await run(file, '--check')
    expect([check.code, check.out]).toEqual([
      1,
      expect.stringMatching(/Would be added:[^]* 1 orders[^]* 1 rows refused/),
    ])
    const first = await run(file, '--errors', errors)
    expect([first.code, first.out]).toEqual([
      1,
      expect.stringMatching(/100 %[^]*Added:[^]* 1 orders[^]*row 3: Line Item/),
    ])
    expect(readFileSync(errors, 'utf8')).toContain('must be at least 1')
    writeFileSync(file, csvOf([delivery({ orderNumber: 'CLI-2' })]))
    expect((await run(file)).code).toBe(0)
    expect(await run(file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ 0 orders[^]* 1 rows were there before/),
    })
    expect(await run(join(folder, 'none.csv'))).toMatchObject({ code: 1, err: expect.stringContaining('no such file') })
    writeFileSync(file, '')
    expect(await run(file)).toMatchObject({ code: 1, err: expect.stringContaining('is empty') })
  })
})
