import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/* The import rules of ARCHITECTURE.md, read off the files. */

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(file))

const features = [
  'identity',
  'crm',
  'inventory',
  'sales',
  'purchasing',
  'invoicing',
  'logistics',
  'retention',
  'portal',
  'settings',
]
/** What spans features without being a business act: each has its own folder and the rights of server/flows. */
const compositions = [
  'accounting',
  'dashboard',
  'demo',
  'imports',
  'integrity',
  'notifications',
  'reports',
  'search',
  'trash',
]
const infrastructure = [
  'db',
  'delivery',
  'documents',
  'files',
  'http',
  'jobs',
  'kernel',
  'postgres',
  'realtime',
  'backup',
]
const webBlocks = ['ui', 'api', 'lists', 'forms', 'records', 'documents', 'session']
/** The room of each feature that its other rooms stand on. */
const groundFloors: Record<string, string> = {
  crm: 'partners',
  identity: 'login',
  inventory: 'stock',
  logistics: 'shipments',
  purchasing: 'orders',
  sales: 'orders',
}

/** Nouns that import another noun than their ground floor. The list may only become shorter. */
const knownCrossings = [
  'server/crm: opportunities → prospects',
  'server/crm: partners → contacts',
  'server/crm: prospects → opportunities',
  'server/identity: login → profile',
  'server/identity: login → users',
  'server/identity: profile → users',
  'server/identity: users → profile',
  'server/inventory: production → kits',
  'server/inventory: products → catalogue',
  'server/inventory: products → locations',
  'server/inventory: raw-materials → products',
  'server/inventory: recalls → lots',
  'server/inventory: stock → locations',
  'server/purchasing: orders → reorder',
  'shared/crm: opportunities → prospects',
  'shared/crm: partners → contacts',
  'shared/crm: partners → opportunities',
  'shared/crm: partners → prospects',
  'shared/inventory: kits → transfers',
  'shared/inventory: locations → transfers',
  'shared/inventory: recalls → lots',
  'shared/inventory: stock → catalogue',
  'server/logistics: driver → routes',
  'shared/logistics: driver → routes',
  'web/crm: opportunities → prospects',
  'web/crm: prospects → opportunities',
  'web/inventory: products → production',
  'web/inventory: raw-materials → production',
  'web/inventory: recalls → lots',
  'web/purchasing: orders → reorder',
  'web/purchasing: orders → returns',
  'web/sales: estimates → order-editor',
  'web/sales: orders → order-editor',
]

/**
 * Files with `insert into` or `update … set` in their own SQL: one statement writes several tables there, in one trip to the database. All
 * others use insertInto and updateTable, whose columns are checked. The list may only become shorter.
 */
const writersOfSeveralTables = [
  'server/delivery/export-jobs.ts',
  'server/identity/login/sign-in.ts',
  'server/inventory/lots/lot-changes.ts',
  'server/inventory/stock/arrivals.ts',
  'server/inventory/stock/commitments.ts',
  'server/inventory/stock/ledger.ts',
  'server/inventory/stock/new-products.ts',
  'server/inventory/stock/split-commitments.ts',
  'server/invoicing/invoices.ts',
  'server/invoicing/opening-balances.ts',
  'server/kernel/command.ts',
  'server/kernel/numbers.ts',
  'server/logistics/routes/route-schedule.ts',
  'server/logistics/shipments/historical-shipments.ts',
  'server/logistics/shipments/shipments.ts',
  'server/logistics/tracking/delivery-notices.ts',
  'server/notifications/notifications.ts',
  'server/purchasing/orders/purchase-draft.ts',
  'server/purchasing/receipts/receipts.ts',
  'server/reports/schedules/send-reports.ts',
  'server/retention/queue-messages.ts',
  'server/sales/estimates/estimate-draft.ts',
  'server/sales/orders/historical-orders.ts',
  'server/sales/orders/order-draft.ts',
  'server/sales/orders/order-lock.ts',
  'server/sales/orders/split-lines.ts',
  'server/sales/returns/returns.ts',
]
/** The same where the table is an argument. The list may only become shorter. */
const writersOfAnyTable = [
  'server/crm/partners/merge-records.ts',
  'server/crm/partners/partner-changes.ts',
  'server/inventory/stock/named-records.ts',
  'server/kernel/changes.ts',
  'server/kernel/match-or-create.ts',
  'server/reports/read-models.ts',
]

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => {
    const path = match[1] ?? ''
    if (path.startsWith('#')) return path.slice(1)
    if (path.startsWith('.')) return new URL(path, `file:///${file}`).pathname.slice(1)
    return path
  })
}

const inFolders = (path: string, top: string, folders: readonly string[]) =>
  folders.some((folder) => path.startsWith(`${top}/${folder}/`) || path === `${top}/${folder}.ts`)

const isEdge = (file: string) => /[/-]routes\.ts$/.test(file)

/** Why a file may not import that; null where it may. Paths without a folder of ours are packages. */
function offence(file: string, path: string): string | null {
  const [top = '', folder = ''] = file.split('/')
  const own = /^(shared|server|web|test)\//.test(path)
  if (file.includes('.test.') || top === 'test' || top === 'scripts' || !file.includes('/')) return null
  if (top === 'shared') {
    if (own && !path.startsWith('shared/')) return 'shared imports shared only'
    return path.startsWith('node:') || /^(fastify|pg|kysely|react)/.test(path) ? 'shared is pure' : null
  }
  if (own && path.startsWith('test/')) return 'the program knows no test'
  if (top === 'server' && own) return serverOffence(file, folder, path)
  if (top === 'web' && own) return webOffence(folder, path)
  return null
}

function serverOffence(file: string, folder: string, path: string): string | null {
  if (path.startsWith('web/')) return 'the server knows no page'
  if (path.startsWith('shared/')) return null
  if (path.startsWith('server/demo/'))
    return file === 'server/main.ts' || folder === 'demo' ? null : 'only main.ts loads the demo company'
  if (infrastructure.includes(folder))
    return inFolders(path, 'server', infrastructure) ? null : 'infrastructure knows no feature'
  if (features.includes(folder)) {
    if (inFolders(path, 'server', ['db', 'kernel', 'documents', folder])) return null
    if (isEdge(file) && inFolders(path, 'server', ['http', 'flows', 'files', 'delivery', 'jobs'])) return null
    // Sessions and their cookies are the edge's business as much as identity's own.
    if (folder === 'identity' && path === 'server/http/session.ts') return null
    // A list's file is declared beside its contract.
    if (file.endsWith('exports.ts') && path === 'server/delivery/exported-list.ts') return null
    return 'a feature imports shared, db, kernel, documents and itself; its routes also http, flows, files and delivery'
  }
  if (folder === 'flows' && (isEdge(path) || inFolders(path, 'server', ['http', ...compositions])))
    return 'a flow knows no edge'
  if (compositions.includes(folder) && !isEdge(file) && isEdge(path)) return 'a composition knows no edge'
  return null
}

function webOffence(folder: string, path: string): string | null {
  if (path.startsWith('server/')) return 'the web knows no server'
  if (path.startsWith('shared/') || path === 'web/paths.ts' || path === 'web/styles.css') return null
  if (webBlocks.includes(folder)) return inFolders(path, 'web', webBlocks) ? null : 'building blocks know no feature'
  if (folder === 'app' || !folder || folder.includes('.')) return null
  if (inFolders(path, 'web', [...webBlocks, folder]) || /^web\/[a-z]+\/public\//.test(path)) return null
  return "a page imports blocks, its own feature and other features' public"
}

/** `room → room` where a file leaves its noun for another that is neither the ground floor nor public; null where it doesn't. */
function crossing(file: string, path: string): string | null {
  const [top = '', feature = '', room = ''] = file.split('/')
  const [otherTop, otherFeature, otherRoom = ''] = path.split('/')
  if (file.includes('.test.') || !['shared', 'server', 'web'].includes(top)) return null
  if (!features.includes(feature) || top !== otherTop || feature !== otherFeature) return null
  if (room.includes('.') || otherRoom.includes('.') || room === otherRoom) return null
  if ([groundFloors[feature], 'public'].includes(otherRoom) || room === 'public') return null
  return `${top}/${feature}: ${room} → ${otherRoom}`
}

function isWithinFeature(file: string, path: string): boolean {
  const [top = '', feature = ''] = file.split('/')
  return !file.includes('.test.') && features.includes(feature) && path.startsWith(`${top}/${feature}/`)
}

/** Each ring of imports, by its first file in the alphabet. Types count, too: they bind the readers all the same. */
function importCycles(): string[] {
  const known = new Set(files)
  const state = new Map<string, 'open' | 'done'>()
  const cycles = new Set<string>()
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      const ring = path.slice(path.indexOf(file))
      const first = ring.toSorted()[0] ?? file
      cycles.add([...ring.slice(ring.indexOf(first)), ...ring.slice(0, ring.indexOf(first))].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const imported of importsOf(file)) if (known.has(imported)) visit(imported, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  return [...cycles]
}

describe('who may import whom', () => {
  test('every import keeps to the map', () => {
    const offences = files.flatMap((file) =>
      importsOf(file).flatMap((path) => {
        const why = offence(file, path)
        return why ? [`${file} imports ${path}: ${why}`] : []
      }),
    )
    expect(offences).toEqual([])
  })

  test('a noun imports itself, its ground floor and what is public, but for a short list', () => {
    const within = files.flatMap((file) =>
      importsOf(file)
        .filter((path) => isWithinFeature(file, path))
        .map((path) => crossing(file, path)),
    )
    const crossings = within.filter((one) => one !== null)
    expect([...new Set(crossings)].toSorted()).toEqual(knownCrossings.toSorted())
    expect(crossings.length / within.length).toBeLessThan(0.05)
  })

  test('no folder holds more than 45 files', () => {
    const counts = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf('/')))
    expect([...counts].filter(([, held]) => held.length > 45).map(([folder]) => folder)).toEqual([])
  })

  test('no file imports itself by way of others', () => {
    expect(importCycles()).toEqual([])
  })

  test('the map would notice an offence', () => {
    expect(offence('shared/money.ts', 'server/kernel/work.ts')).toBeTruthy()
    expect(offence('server/crm/partners/accounts.ts', 'server/inventory/stock/ledger.ts')).toBeTruthy()
    expect(offence('server/kernel/work.ts', 'server/crm/partners/accounts.ts')).toBeTruthy()
    expect(crossing('web/sales/returns/a.tsx', 'web/sales/estimates/b.ts')).toBe('web/sales: returns → estimates')
    expect(offence('web/ui/button.tsx', 'web/api/client.ts')).toBeNull()
    expect(offence('web/sales/orders/order-page.tsx', 'web/invoicing/invoice-page.tsx')).toBeTruthy()
  })
})

describe('habits', () => {
  const ours = files.filter(
    (file) => !file.endsWith('tables.ts') && /^(shared|server|web)\//.test(file) && !file.includes('.test.'),
  )

  test('no file is called after nothing', () => {
    const banned = /(^|[-/])(utils?|helpers?|manager|service|handler|data|info|common|index)(\.|-|\/)/
    // A DataTable is what the screen calls it, and a service type what the trade does.
    expect(ours.filter((file) => banned.test(file) && !/data-(table|cards)|service-type/.test(file))).toEqual([])
  })

  test('only the ledger writes balances, totals and entries', () => {
    const writing =
      /(insert into|update|delete from)\s+(stock_balance|item_stock|stock_entry)\b|(insertInto|updateTable|deleteFrom)\('(stock_balance|item_stock|stock_entry)'/i
    const writers = ours.filter((file) => file.startsWith('server/') && writing.test(readFileSync(file, 'utf8')))
    // new-products.ts opens an item's row of totals, at zero.
    expect(
      writers.filter(
        (file) => !['server/inventory/stock/ledger.ts', 'server/inventory/stock/new-products.ts'].includes(file),
      ),
    ).toEqual([])
  })

  test('whether a lot may be used is decided in one file a side', () => {
    const homes = ['shared/inventory/stock/usable-lots.ts', 'server/kernel/usable-lots.ts']
    // The statuses and their moves have their names there.
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

  test('sets of statuses have names in shared', () => {
    const spelled = /\b\w*(?:status|stage) (?:not )?in \('/
    // The integrity checks say a second time what must hold, on purpose.
    const found = ours
      .filter((file) => file.startsWith('server/') && !/^server\/integrity\/|\.test\.ts$/.test(file))
      .filter((file) => spelled.test(readFileSync(file, 'utf8')))
    expect(found).toEqual([])
    expect(spelled.test("o.payment_status not in ('Unpaid')")).toBe(true)
  })

  test('statements take the time from the one clock', () => {
    const telling =
      /(?<![\w.])(?:now\(\)(?!:)|current_date\b|current_timestamp\b|localtimestamp\b|clock_timestamp\(|'now'|'today')/i
    // The table of migrations is there before the clock, the queue of jobs keeps its own time, a replica's lag is PostgreSQL's, and so is
    // the moment in the ids that an older server makes.
    const tellers = ours
      .filter(
        (file) => file.startsWith('server/') && !/^server\/(db\/(migrate|older-servers|replica)\.ts|jobs\/)/.test(file),
      )
      .filter((file) => telling.test(readFileSync(file, 'utf8')))
    expect(tellers).toEqual([])
    expect(telling.test('where due < now()')).toBe(true)
    // Nothing in the database asks for it by itself but defaults of columns, and triggers of what is written: server/db/moment.ts
    // looks at statements.
    const migrations = String(
      execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', 'server/db/migrations']),
    )
    const asking = migrations
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
      asking.filter(
        (line) =>
          !/create (or replace )?function (moment|company_today)\(\)|select \(select \(moment\(\) at time zone/.test(
            line,
          ),
      ),
    ).toEqual([])
  })

  test('code takes the time from the one clock, and days from the company', () => {
    const telling = /(?<![\w.])new Date\(\)|\bDate\.now\(\)/
    // The clock itself; names and times of backups; windows of a minute; the queue's own time; ages of files; where the demo begins.
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
      .filter((file) => telling.test(readFileSync(file, 'utf8')))
    expect(tellers).toEqual([])
    // A day that is cut off a moment is the one of Greenwich.
    const cut = /new Date\((?:Date\.now\(\).*)?\)\.toISOString\(\)\.slice\(0, 10\)|businessDate\([^)]*'UTC'\)/
    expect(ours.filter((file) => !/\.test\.tsx?$|^test\//.test(file) && cut.test(readFileSync(file, 'utf8')))).toEqual(
      [],
    )
    expect(cut.test('new Date(Date.now() + 9).toISOString().slice(0, 10)')).toBe(true)
  })

  test('a table is written only by its own feature', () => {
    const owner: Record<string, string> = {
      users: 'identity',
      sessions: 'http',
      registration_links: 'identity',
      one_time_tokens: 'identity',
      second_factors: 'identity',
      recovery_codes: 'identity',
      passkeys: 'identity',
      passkey_challenges: 'identity',
      known_devices: 'identity',
      settings: 'settings',
      mail_settings: 'settings',
      company_logo: 'settings',
      company_setup: 'dashboard',
      suppliers: 'crm',
      accounts: 'crm',
      prospects: 'crm',
      opportunities: 'crm',
      pipeline_moves: 'crm',
      contacts: 'crm',
      addresses: 'crm',
      partner_notes: 'crm',
      call_tasks: 'crm',
      categories: 'inventory',
      locations: 'inventory',
      attributes: 'inventory',
      attribute_choices: 'inventory',
      item_attributes: 'inventory',
      zones: 'inventory',
      service_types: 'inventory',
      proofs: 'integrity',
      zone_goods: 'inventory',
      items: 'inventory',
      lots: 'inventory',
      lot_changes: 'inventory',
      recalls: 'inventory',
      recall_lots: 'inventory',
      recall_customers: 'inventory',
      recall_returns: 'inventory',
      commitment: 'inventory',
      stock_adjustments: 'inventory',
      stock_counts: 'inventory',
      stock_count_moves: 'inventory',
      stock_count_lines: 'inventory',
      stock_count_entries: 'inventory',
      price_changes: 'inventory',
      journal_accounts: 'accounting',
      period_lock: 'accounting',
      period_events: 'accounting',
      product_images: 'inventory',
      list_settings: 'settings',
      notifications: 'notifications',
      notification_reads: 'notifications',
      notification_settings: 'notifications',
      list_views: 'settings',
      saved_reports: 'reports',
      report_schedules: 'reports',
      report_recipients: 'reports',
      report_runs: 'reports',
      list_view_defaults: 'settings',
      bill_of_materials: 'inventory',
      stock_transfers: 'inventory',
      stock_transfer_lines: 'inventory',
      stock_transfer_receipts: 'inventory',
      kit_components: 'inventory',
      kit_orders: 'inventory',
      kit_order_lines: 'inventory',
      production_runs: 'inventory',
      production_run_lines: 'inventory',
      stock_document_moves: 'inventory',
      sales_orders: 'sales',
      sales_order_lines: 'sales',
      sales_order_charges: 'sales',
      sales_order_moves: 'sales',
      order_releases: 'sales',
      estimates: 'sales',
      estimate_lines: 'sales',
      estimate_moves: 'sales',
      estimate_links: 'sales',
      estimate_answers: 'sales',
      sales_returns: 'sales',
      sales_return_lines: 'sales',
      sales_return_dispositions: 'sales',
      sales_return_moves: 'sales',
      sales_return_photos: 'sales',
      retention_settings: 'retention',
      retention_templates: 'retention',
      retention_customers: 'retention',
      retention_steps: 'retention',
      retention_messages: 'retention',
      credit_notes: 'invoicing',
      credit_note_lines: 'invoicing',
      invoices: 'invoicing',
      invoice_lines: 'invoicing',
      payment_entry: 'invoicing',
      account_billing: 'invoicing',
      payments: 'invoicing',
      customer_credit: 'invoicing',
      credit_entry: 'invoicing',
      money_mails: 'invoicing',
      shipments: 'logistics',
      shipment_lines: 'logistics',
      vehicles: 'logistics',
      drivers: 'logistics',
      routes: 'logistics',
      route_stops: 'logistics',
      route_events: 'logistics',
      shipment_packages: 'logistics',
      shipment_package_lines: 'logistics',
      delivered_lines: 'logistics',
      road_legs: 'logistics',
      driver_events: 'logistics',
      delivery_proofs: 'logistics',
      driver_files: 'logistics',
      driver_file_parts: 'logistics',
      driver_positions: 'logistics',
      driving_observations: 'logistics',
      tracking_links: 'logistics',
      delivery_notices: 'logistics',
      purchase_orders: 'purchasing',
      purchase_order_lines: 'purchasing',
      purchase_order_fees: 'purchasing',
      purchase_order_moves: 'purchasing',
      goods_receipts: 'purchasing',
      goods_receipt_lines: 'purchasing',
      supplier_returns: 'purchasing',
      supplier_return_lines: 'purchasing',
      requisitions: 'portal',
      order_message_reads: 'portal',
      taken_invitations: 'identity',
      order_messages: 'portal',
      portal_views: 'portal',
      shelves: 'portal',
      shelf_items: 'portal',
      shelf_counts: 'portal',
      shelf_count_lines: 'portal',
      shelf_orders: 'portal',
      consignment_counts: 'portal',
      consignment_count_lines: 'portal',
      recall_acknowledgements: 'inventory',
      imports: 'imports',
      exports: 'delivery',
      sales_days: 'reports',
      item_sales_days: 'reports',
      purchase_days: 'reports',
      stock_days: 'reports',
      demand_forecasts: 'reports',
      demand_shares: 'reports',
      export_parts: 'delivery',
    }
    const offences: string[] = []
    for (const file of ours.filter((one) => one.startsWith('server/'))) {
      const text = readFileSync(file, 'utf8')
      const folder = file.split('/')[1] ?? ''
      for (const match of text.matchAll(
        /(?:insert into|delete from|update)\s+([a-z_]+)\b|(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)'/g,
      )) {
        const table = match[1] ?? match[2] ?? ''
        const owned = owner[table]
        if (!owned || owned === folder) continue
        if (table === 'sessions' && folder === 'identity') continue
        offences.push(`${file} writes ${table}`)
      }
    }
    expect(offences).toEqual([])
  })

  test('inserts and updates of one table go through the query builder, which checks their columns', () => {
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

  test('only env.ts reads the environment', () => {
    const readers = ours.filter((file) => file.startsWith('server/') && /process\.env/.test(readFileSync(file, 'utf8')))
    expect(readers.filter((file) => file !== 'server/env.ts')).toEqual([])
  })

  test('[REP-04] whatever is soft-deleted is a row of the registry of deleted items', () => {
    const registry = readFileSync('server/trash/deleted-kinds.ts', 'utf8')
    // A user who is deleted is locked out for good: an invitation is the way back.
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
