import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  crossing,
  files,
  importCycles,
  importsOf,
  isWithinFeature,
  knownCrossings,
  offence,
} from './architecture/import-map.ts'
import { tableOwners, writersOfAnyTable, writersOfSeveralTables } from './architecture/table-writers.ts'

/* Checks the import rules of ARCHITECTURE.md and the conventions of CONTRIBUTING.md in the source files. */

describe('import rules', () => {
  test('every import follows the import map', () => {
    const offences = files.flatMap((file) =>
      importsOf(file).flatMap((path) => {
        const why = offence(file, path)
        return why ? [`${file} imports ${path}: ${why}`] : []
      }),
    )
    expect(offences).toEqual([])
  })

  test('folders of a feature import only themselves, their base folder and public folders, except for listed exceptions', () => {
    const within = files.flatMap((file) =>
      importsOf(file)
        .filter((path) => isWithinFeature(file, path))
        .map((path) => crossing(file, path)),
    )
    const crossings = within.filter((one) => one !== null)
    expect([...new Set(crossings)].toSorted()).toEqual(knownCrossings.toSorted())
    expect(crossings.length / within.length).toBeLessThan(0.05)
  })

  test('no folder has more than 45 files', () => {
    const counts = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf('/')))
    expect([...counts].filter(([, held]) => held.length > 45).map(([folder]) => folder)).toEqual([])
  })

  test('there are no import cycles', () => {
    expect(importCycles()).toEqual([])
  })

  test('the import map detects violations', () => {
    expect(offence('shared/money.ts', 'server/kernel/work.ts')).toBeTruthy()
    expect(offence('server/crm/partners/accounts.ts', 'server/inventory/stock/ledger.ts')).toBeTruthy()
    expect(offence('server/kernel/work.ts', 'server/crm/partners/accounts.ts')).toBeTruthy()
    expect(crossing('web/sales/returns/a.tsx', 'web/sales/estimates/b.ts')).toBe('web/sales: returns → estimates')
    expect(offence('web/ui/button.tsx', 'web/api/client.ts')).toBeNull()
    expect(offence('web/sales/orders/order-page.tsx', 'web/invoicing/invoice-page.tsx')).toBeTruthy()
  })
})

describe('code conventions', () => {
  const ours = files.filter(
    (file) => !file.endsWith('tables.ts') && /^(shared|server|web)\//.test(file) && !file.includes('.test.'),
  )

  test('no file has a meaningless name such as utils or helpers', () => {
    const banned = /(^|[-/])(utils?|helpers?|manager|service|handler|data|info|common|index)(\.|-|\/)/
    // DataTable and service type are accepted: the names of a component and of the trade.
    expect(ours.filter((file) => banned.test(file) && !/data-(table|cards)|service-type/.test(file))).toEqual([])
  })

  test('only the ledger writes stock balances, totals and entries', () => {
    const writing =
      /(insert into|update|delete from)\s+(stock_balance|item_stock|stock_entry)\b|(insertInto|updateTable|deleteFrom)\('(stock_balance|item_stock|stock_entry)'/i
    const writers = ours.filter((file) => file.startsWith('server/') && writing.test(readFileSync(file, 'utf8')))
    // new-products.ts inserts the totals of a new item, at zero.
    expect(
      writers.filter(
        (file) => !['server/inventory/stock/ledger.ts', 'server/inventory/stock/new-products.ts'].includes(file),
      ),
    ).toEqual([])
  })

  test('only one file in shared/ and one in server/ decides whether a lot may be used', () => {
    const homes = ['shared/inventory/stock/usable-lots.ts', 'server/kernel/usable-lots.ts']
    // The statuses and their transitions are defined there.
    const names = 'shared/inventory/stock/lot-status.ts'
    const deciding = (text: string, file: string) => [
      ...(file === names ? [] : text.matchAll(/'AVAILABLE'/g)),
      ...text.matchAll(/expiry_date\b[^=<>\n]{0,30}(?:<(?!>)|>(?!\$))|expiryDate\s(?:<|>)|\bbetween[^\n]+expiry/g),
    ]
    const offences = ours
      .filter((file) => !homes.includes(file))
      .flatMap((file) => deciding(readFileSync(file, 'utf8'), file).map(([words]) => `${file}: ${words}`))
    expect(offences).toEqual([])
    expect(homes.map((file) => deciding(readFileSync(file, 'utf8'), file).length > 0)).toEqual([true, true])
  })

  test('only one file takes advisory locks, with all lock keys in one list', () => {
    // Migrations hold their lock for a session, before there are any tables.
    const homes = ['server/db/migrate.ts', 'server/kernel/advisory-locks.ts']
    const lockers = ours.filter(
      (file) =>
        file.startsWith('server/') && !file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('pg_advisory'),
    )
    expect(lockers.toSorted()).toEqual(homes)
  })

  test('SQL does not list statuses: sets of statuses have names in shared/', () => {
    const spelled = /\b\w*(?:status|stage) (?:not )?in \('/
    // The integrity checks repeat such conditions on purpose.
    const found = ours
      .filter((file) => file.startsWith('server/') && !/^server\/integrity\/|\.test\.ts$/.test(file))
      .filter((file) => spelled.test(readFileSync(file, 'utf8')))
    expect(found).toEqual([])
    expect(spelled.test("o.payment_status not in ('Unpaid')")).toBe(true)
  })

  test('SQL takes the time from moment() and company_today() only', () => {
    const clockCalls =
      /(?<![\w.])(?:now\(\)(?!:)|current_date\b|current_timestamp\b|localtimestamp\b|clock_timestamp\(|'now'|'today')/i
    // Exceptions: the table of migrations exists before moment(), the job queue has its own clock, and replication lag
    // and uuidv7() for older servers use PostgreSQL's.
    const tellers = ours
      .filter(
        (file) => file.startsWith('server/') && !/^server\/(db\/(migrate|older-servers|replica)\.ts|jobs\/)/.test(file),
      )
      .filter((file) => clockCalls.test(readFileSync(file, 'utf8')))
    expect(tellers).toEqual([])
    expect(clockCalls.test('where due < now()')).toBe(true)
    // In the database only column defaults and triggers of writes use the time, as server/db/moment.ts decides by the
    // text of statements whether to set it.
    const migrations = String(
      execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', 'server/db/migrations']),
    )
    const offenders = migrations
      .trim()
      .split('\n')
      .filter((file) => existsSync(file))
      .flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => /moment\(\)|company_today\(\)/.test(line) && !/default moment\(\)/.test(line))
          .filter((line) => !/last_day, company_today\(\) as today/.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      )
    expect(
      offenders.filter(
        (line) =>
          !/create (or replace )?function (moment|company_today)\(\)|select \(select \(moment\(\) at time zone/.test(
            line,
          ),
      ),
    ).toEqual([])
  })

  test('TypeScript takes the time from the server’s clock only, and days from the company’s time zone', () => {
    const clockCalls = /(?<![\w.])new Date\(\)|\bDate\.now\(\)/
    // Exceptions: the clock itself, names and times of backups, windows of a minute, the queue's clock, ages of files,
    // the start of the demo.
    const clocks = [
      'server/db/moment.ts',
      'server/backup/',
      'server/http/violation-reports.ts',
      'server/kernel/queue-job.ts',
      'server/integrity/run-checks.ts',
      'server/inventory/products/product-image-routes.ts',
      'server/demo/company.ts',
    ]
    const isOurs = (file: string) => file.startsWith('server/') && !file.endsWith('.test.ts')
    const tellers = ours
      .filter((file) => isOurs(file) && !clocks.some((clock) => file.startsWith(clock)))
      .filter((file) => clockCalls.test(readFileSync(file, 'utf8')))
    expect(tellers).toEqual([])
    // A day that is cut from an ISO timestamp is the UTC day, not the company's.
    const cut = /new Date\((?:Date\.now\(\).*)?\)\.toISOString\(\)\.slice\(0, 10\)|businessDate\([^)]*'UTC'\)/
    expect(ours.filter((file) => !/\.test\.tsx?$|^test\//.test(file) && cut.test(readFileSync(file, 'utf8')))).toEqual(
      [],
    )
    expect(cut.test('new Date(Date.now() + 9).toISOString().slice(0, 10)')).toBe(true)
  })

  test('a table is written only by its own feature', () => {
    const offences: string[] = []
    for (const file of ours.filter((one) => one.startsWith('server/'))) {
      const text = readFileSync(file, 'utf8')
      const folder = file.split('/')[1] ?? ''
      for (const match of text.matchAll(
        /(?:insert into|delete from|update)\s+([a-z_]+)\b|(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)'/g,
      )) {
        const table = match[1] ?? match[2] ?? ''
        const owned = tableOwners[table]
        if (!owned || owned === folder) continue
        if (table === 'sessions' && folder === 'identity') continue
        offences.push(`${file} writes ${table}`)
      }
    }
    expect(offences).toEqual([])
  })

  test('inserts and updates of one table use the query builder, which checks their columns', () => {
    const writing = /\binsert into [a-z$]|(?:^|[\s`(])update (?:\w+|\$\{[^}]*\}) (?:\w+ )?set\b/i
    const writers = ours.filter(
      (file) =>
        file.startsWith('server/') &&
        !/^server\/(db|demo|integrity|backup|postgres)\//.test(file) &&
        writing.test(readFileSync(file, 'utf8').replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, '')),
    )
    expect(writers).toEqual([...writersOfSeveralTables, ...writersOfAnyTable].toSorted())
    expect(writing.test('await sql`update items set name = ${name}`')).toBe(true)
  })

  test('only env.ts reads environment variables', () => {
    const readers = ours.filter((file) => file.startsWith('server/') && /process\.env/.test(readFileSync(file, 'utf8')))
    expect(readers.filter((file) => file !== 'server/env.ts')).toEqual([])
  })

  test('[REP-04] every table with soft deletion is in the registry of deleted items', () => {
    const registry = readFileSync('server/trash/deleted-kinds.ts', 'utf8')
    // A deleted user can't be restored, only invited again.
    const apart = ['users']
    const migrations = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', 'server/db/migrations'])
    const missing = String(migrations)
      .trim()
      .split('\n')
      .filter((file) => existsSync(file))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/create table (\w+) \((.*?)\n\)/gs)])
      .filter(([, table = '', columns = '']) => /\bdeleted_at\b/.test(columns) && !apart.includes(table))
      .map(([, table = '']) => table)
      .filter((table) => !registry.includes(`table: '${table}'`))
    expect(missing, 'each needs its row in shared/reports/deleted-kinds.ts and server/trash/deleted-kinds.ts').toEqual(
      [],
    )
  })
})
