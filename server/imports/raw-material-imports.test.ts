import { beforeAll, describe, expect, test } from 'vitest'
import type { Import } from '#shared/imports/api.ts'
import { type RawMaterialColumn, rawMaterialColumns } from '#shared/imports/raw-material-columns.ts'
import { rawMaterialImportsApi } from '#shared/imports/raw-material-imports-api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { type QueryTally, queryTally } from '#server/db/counted-client.ts'
import { addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { pathOf } from '#test/client.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { runJobsOf } from '#test/run-jobs.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

type Cells = Partial<Record<RawMaterialColumn, string>>
const keys = Object.keys(rawMaterialColumns) as RawMaterialColumn[]
const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
function csv(rows: readonly Cells[]): string {
  const used = keys.filter((key) => rows.some((row) => key in row))
  const lines = [
    used.map((key) => rawMaterialColumns[key].name),
    ...rows.map((row) => used.map((key) => row[key] ?? '')),
  ]
  return lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')
}

/** Counts the SQL statements of jobs while set. */
let jobTally: QueryTally | undefined

async function settled(id: string): Promise<Import> {
  for (;;) {
    const found = await admin.do(rawMaterialImportsApi.getImport, { params: { id } })
    if (found.interrupted || (found.state !== 'checking' && found.state !== 'running')) return found
    await (jobTally ? queryTally.run(jobTally, () => runJobsOf(admin)) : runJobsOf(admin))
  }
}
async function upload(content: string, client = admin) {
  const path = pathOf(rawMaterialImportsApi.uploadImport, { query: { fileName: 'materials.csv' } })
  return client.send('POST', path, content, { 'content-type': 'text/csv' })
}
async function check(content: string): Promise<Import> {
  const { status, body } = await upload(content)
  expect(status).toBe(201)
  const { id } = body as unknown as Import
  await admin.do(rawMaterialImportsApi.checkImport, { params: { id }, body: {} })
  return settled(id)
}
async function take(content: string): Promise<Import> {
  const { id } = await check(content)
  await admin.do(rawMaterialImportsApi.runImport, { params: { id } })
  return settled(id)
}
async function bySku(sku: string) {
  const { data } = await admin.do(rawMaterialsApi.listRawMaterials, { query: { q: sku } })
  const found = data.find((one) => one.sku === sku)
  return found && admin.do(rawMaterialsApi.getRawMaterial, { params: { id: found.id } })
}

describe('import of raw materials', () => {
  test('[RAW-01] the check shows what the import would do without changing anything; the import does exactly that', async () => {
    const full: Cells = {
      sku: 'RM-FULL',
      name: 'SMS fabric',
      materialType: 'Fabric',
      description: 'Blue, 40 g',
      supplier: place.supplier.name.toUpperCase(),
      location: `${place.warehouse.name} (Warehouse)`,
      cost: '0.85',
      quantity: '1,200',
      barcode: '4006381333931',
      reorderPoint: '300',
    }
    const checked = await check(
      csv([full, { sku: 'RM-LOTS', name: 'Film', materialType: 'Film', lotControlled: 'yes' }]),
    )
    expect(checked).toMatchObject({ kind: 'rawMaterials', state: 'checked', good: 2, bad: 0, known: 0 })
    expect(checked.toAdd).toMatchObject({ rawMaterials: 2, updated: 0, pieces: 1200, products: 0 })
    expect(checked.steps.map(({ code, isNew }) => [code, isNew])).toEqual([
      ['RM-FULL', true],
      ['RM-LOTS', true],
    ])
    expect(await bySku('RM-FULL')).toBeUndefined()
    await admin.do(rawMaterialImportsApi.runImport, { params: { id: checked.id } })
    const done = await settled(checked.id)
    expect(done).toMatchObject({ state: 'done', added: { rawMaterials: 2, updated: 0, pieces: 1200 } })
    expect(await bySku('RM-FULL')).toMatchObject({
      name: 'SMS fabric',
      materialType: 'Fabric',
      description: 'Blue, 40 g',
      supplier: { id: place.supplier.id },
      location: { id: place.warehouse.id },
      cost: '0.85',
      onHand: 1200,
      barcode: '4006381333931',
      reorderPoint: 300,
      lotControlled: false,
    })
    expect(await bySku('RM-LOTS')).toMatchObject({ lotControlled: true, onHand: 0, supplier: null, location: null })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RAW-01] existing raw materials are updated by filled cells only and keep their stock; equal rows count as known', async () => {
    const first = {
      sku: 'RM-CHANGE',
      name: 'Tubing',
      materialType: 'Tubing',
      cost: '2.00',
      location: place.warehouse.name,
    }
    await take(csv([{ ...first, quantity: '50' }]))
    const checked = await check(csv([{ sku: 'RM-CHANGE', cost: '2.5', quantity: '999' }]))
    expect(checked.steps).toEqual([
      {
        row: 2,
        name: 'Tubing',
        code: 'RM-CHANGE',
        isNew: false,
        changes: [{ column: 'Cost', from: '2.00', to: '2.50' }],
      },
    ])
    const done = await take(csv([{ sku: 'RM-CHANGE', cost: '2.5', quantity: '999' }]))
    expect(done).toMatchObject({ state: 'done', added: { rawMaterials: 0, updated: 1, pieces: 0 } })
    expect(await bySku('RM-CHANGE')).toMatchObject({ cost: '2.50', onHand: 50, name: 'Tubing' })
    expect(await check(csv([{ sku: 'RM-CHANGE', cost: '2.50', name: 'Tubing' }]))).toMatchObject({ good: 0, known: 1 })
  })

  test('[RAW-01] each problem is listed with row and column; the valid rows are imported', async () => {
    const product = await addProduct(admin, place, { sku: 'RM-IS-PRODUCT' })
    const good = { name: 'Good', materialType: 'Film' }
    const done = await take(
      csv([
        { sku: 'RM-GOOD', ...good },
        { sku: product.sku, ...good },
        { sku: 'RM-NO-NAME', materialType: 'Film' },
        { sku: 'RM-SUPPLIER', ...good, supplier: 'Nobody & Sons' },
        { sku: 'RM-COST', ...good, cost: 'cheap' },
        { sku: 'RM-LOT', ...good, lotControlled: 'Yes', quantity: '5', location: place.warehouse.name },
        { sku: 'RM-NOWHERE', ...good, quantity: '5' },
        { sku: '', ...good },
        { sku: 'RM-YES', ...good, lotControlled: 'perhaps' },
      ]),
    )
    expect(done).toMatchObject({ state: 'done', good: 1, bad: 8, added: { rawMaterials: 1 } })
    const messages = done.problems.map(({ row, column, message }) => `${row} ${column}: ${message}`)
    expect(messages).toEqual([
      '3 SKU: is the SKU of a product or a kit',
      '4 Name: is required',
      '5 Supplier: is not a supplier',
      expect.stringContaining('6 Cost: '),
      expect.stringContaining('7 Opening stock: must be empty or 0'),
      expect.stringContaining('8 Location: is required'),
      '9 SKU: is missing',
      '10 Lot-tracked: must be Yes or No',
    ])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RAW-01] importing an exported list changes nothing', async () => {
    await take(
      csv([{ sku: 'RM-ROUND', name: '=Round', materialType: 'Film', cost: '1.10', supplier: place.supplier.name }]),
    )
    const { status, body } = await admin.send('GET', '/api/exports/raw-materials?q=RM-ROUND')
    expect(status).toBe(200)
    expect(await check(String(body))).toMatchObject({ good: 0, known: 1, bad: 0 })
  })

  test('[RAW-01] (P7) check and import need about as many SQL statements for 80 rows as for 2', async () => {
    const rows = (name: string, count: number, more: Cells = {}) =>
      csv(
        Array.from({ length: count }, (_, at) => ({
          sku: `${name}-${at}`,
          name: `Sheet ${at}`,
          materialType: 'Film',
          supplier: place.supplier.name,
          location: place.warehouse.name,
          quantity: '5',
          ...more,
        })),
      )
    const costOf = async (act: () => Promise<unknown>) => {
      const tally = { statements: 0, trips: 0, ms: 0 }
      jobTally = tally
      await act()
      jobTally = undefined
      return tally.statements
    }
    const costs = async (name: string, count: number) => {
      const content = rows(name, count)
      let id = ''
      const checking = await costOf(async () => {
        id = (await check(content)).id
      })
      const adding = await costOf(async () => {
        await admin.do(rawMaterialImportsApi.runImport, { params: { id } })
        expect(await settled(id)).toMatchObject({
          state: 'done',
          failure: null,
          added: { rawMaterials: count, pieces: 5 * count },
        })
      })
      const known = await costOf(() => check(rows(name, count, { materialType: 'Foil' })))
      return [checking, adding, known]
    }
    const few = await costs('RM-FEW', 2)
    const many = await costs('RM-MANY', 80)
    expect([few, many, many.every((cost, at) => cost <= (few[at] ?? 0) + 10)]).toEqual([few, many, true])
    expect(few.every((cost) => cost > 0)).toBe(true)
    expect(await bySku('RM-MANY-79')).toMatchObject({ name: 'Sheet 79', onHand: 5, materialType: 'Film' })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RAW-01] two concurrent imports of the same file add each raw material once', async () => {
    const content = csv(
      Array.from({ length: 150 }, (_, at) => ({ sku: `RM-TWICE-${at}`, name: `Twice ${at}`, materialType: 'Film' })),
    )
    const [one, two] = await Promise.all([take(content), take(content)])
    expect((one?.added.rawMaterials ?? 0) + (two?.added.rawMaterials ?? 0)).toBe(150)
    const { total } = await admin.do(rawMaterialsApi.listRawMaterials, { query: { q: 'RM-TWICE-' } })
    expect(total).toBe(150)
  })

  test('(Z3) users without permission can’t upload (403)', async () => {
    const seller = await server.as('sales_rep')
    expect((await upload('SKU,Name', seller)).status).toBe(403)
  })
})
