import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crc32, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { checkDigit } from '#shared/codes/gtin.ts'
import { ownCode } from '#shared/codes/own-codes.ts'
import { parseCode } from '#shared/codes/read-code.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { labelLayoutNames, labelLayouts, labelsPerPage } from '#shared/inventory/labels/label-layouts.ts'
import { labelsApi } from '#shared/inventory/labels/api.ts'
import { addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { pdfPages, pdfText } from '#test/pdf-text.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { drawSymbol } from './label-symbol.ts'

const today = '2026-11-21'
let server: TestServer
let admin: Client
let place: TestPlace
let productId: string
let lotId: string
beforeAll(async () => {
  const wasm = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
  const product = await addProduct(admin, place, {
    name: 'Nitrile gloves ^XZ ~\\_ ñ',
    barcode: '4006381333931',
    lotControlled: true,
  })
  productId = product.id
  await admin.do(inventoryApi.addStock, {
    params: { id: productId },
    body: { quantity: 5, reason: 'return', lotNumber: 'A_7/(x)', expiryDate: '2030-01-31' },
  })
  lotId = (await admin.do(inventoryApi.getProduct, { params: { id: productId } })).stock[0]?.lotId ?? ''
})

/** Reads the symbol of an image as a scanner would, with the parser that all scans use. */
async function scanned(png: Uint8Array) {
  const [found] = await readBarcodes(new Blob([new Uint8Array(png)]), { textMode: 'Plain', maxNumberOfSymbols: 1 })
  if (!found?.isValid) throw new Error('The symbol can’t be read')
  const reading = parseCode(`${found.symbologyIdentifier}${found.text}`, today)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.code
}
async function print(body: object, client = admin) {
  const answer = await fetch(`${server.url}/api/labels`, {
    method: 'POST',
    headers: { cookie: client.cookie, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
    body: JSON.stringify({ layout: 'a4-24', ...body }),
  })
  return { status: answer.status, headers: answer.headers, file: Buffer.from(await answer.arrayBuffer()) }
}

const sign = '!"&\'()*+,-./0123456789:;<=>?ABCXYZ_abcxyz'
const open = fc.array(fc.constantFrom(...sign), { minLength: 1, maxLength: 20 }).map((signs) => signs.join(''))
const gtin = fc.integer({ min: 1, max: 9_999_999_999_999 }).map((number) => {
  const digits = String(number).padStart(13, '0')
  return `${digits}${checkDigit(digits)}`
})
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2070-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('[LBL-01] drawn symbols can be read back', () => {
  test.each(['datamatrix', 'qr'] as const)(
    'any GTIN, lot, expiry and serial are read back from a GS1 %s',
    async (symbol) => {
      const values = fc.record({ gtin, lotNumber: open, expiryDate: day, serial: open }, { requiredKeys: ['gtin'] })
      await fc.assert(
        fc.asyncProperty(values, async (gs1) => {
          expect(await scanned(await drawSymbol({ code: { gs1 } }, symbol))).toEqual({
            kind: 'gs1',
            values: gs1,
            others: {},
          })
        }),
        { numRuns: 30 },
      )
    },
    60_000,
  )

  test('reads back own codes of products, lots and locations, too', async () => {
    for (const what of ['product', 'lot', 'location'] as const) {
      for (const symbol of ['datamatrix', 'qr'] as const) {
        const id = randomUUID()
        expect(await scanned(await drawSymbol({ code: { own: ownCode(what, id) } }, symbol))).toEqual({
          kind: 'own',
          what,
          id,
        })
      }
    }
  })
})

describe('[LBL-02] labels of products, lots and locations', () => {
  test('the preview lists the texts of each label; its symbols decode to the product, lot and location', async () => {
    const { labels } = await admin.do(labelsApi.previewLabels, {
      body: {
        labels: [
          { type: 'product', id: productId },
          { type: 'lot', id: lotId },
          { type: 'location', id: place.warehouse.id },
        ],
      },
    })
    expect(labels.map(({ code }) => code)).toEqual([
      '(01)04006381333931',
      '(01)04006381333931(17)300131(10)A_7/(x)',
      ownCode('location', place.warehouse.id),
    ])
    expect(labels[1]?.lines).toEqual([expect.any(String), 'Lot A_7/(x)', 'Expires 31 Jan 2030'])
    const codes = await Promise.all(labels.map(({ png }) => scanned(Buffer.from(png, 'base64'))))
    expect(codes).toMatchObject([
      { kind: 'gs1', values: { gtin: '04006381333931' } },
      { kind: 'gs1', values: { gtin: '04006381333931', lotNumber: 'A_7/(x)', expiryDate: '2030-01-31' } },
      { kind: 'own', what: 'location', id: place.warehouse.id },
    ])
  })

  test('uses an own code without a GTIN, or with a lot number that GS1 does not allow', async () => {
    const plain = await addProduct(admin, place, { lotControlled: true, barcode: '4012345678901' })
    await admin.do(inventoryApi.addStock, {
      params: { id: plain.id },
      body: { quantity: 1, reason: 'return', lotNumber: 'Größe 7', expiryDate: '2030-01-31' },
    })
    const { stock } = await admin.do(inventoryApi.getProduct, { params: { id: plain.id } })
    const bare = await addProduct(admin, place)
    const { labels } = await admin.do(labelsApi.previewLabels, {
      body: {
        labels: [
          { type: 'lot', id: stock[0]?.lotId ?? '' },
          { type: 'product', id: bare.id },
        ],
      },
    })
    expect(labels.map(({ code }) => code)).toEqual([ownCode('lot', stock[0]?.lotId ?? ''), ownCode('product', bare.id)])
  })
})

describe('[LBL-03] as PDF', () => {
  test('symbols in the PDF can be read back; copies and the start position fill the sheets', async () => {
    for (const layout of labelLayoutNames) {
      const perPage = labelsPerPage(labelLayouts[layout])
      const answer = await print({ layout, start: perPage, labels: [{ type: 'lot', id: lotId, copies: 3 }] })
      expect(answer.status, layout).toBe(200)
      expect(answer.headers.get('content-type')).toContain('application/pdf')
      const pages = [...answer.file.toString('latin1').matchAll(/\/Type \/Page\b/g)].length
      expect(pages, layout).toBe(perPage === 1 ? 3 : 2)
      const text = pdfText(answer.file)
      expect(text.match(/\(17\)300131/g), layout).toHaveLength(3)
      const [picture] = picturesOf(answer.file)
      expect(await scanned(picture ?? new Uint8Array()), layout).toMatchObject({
        values: { gtin: '04006381333931', lotNumber: 'A_7/(x)', expiryDate: '2030-01-31' },
      })
    }
  })

  test('shortens long names instead of the lot number or expiry; no text overlaps the footer', async () => {
    const product = await addProduct(admin, place, {
      name: 'Blutdruckmessgerätemanschettenverlängerungsschlauch'.repeat(4).slice(0, 200),
      sku: 'SKU-'.padEnd(60, '0123456789MW'),
      lotControlled: true,
    })
    const lotNumber = 'LOT'.padEnd(60, 'MW0123456789ABCD')
    const { stock } = await admin.do(inventoryApi.addStock, {
      params: { id: product.id },
      body: { quantity: 5, reason: 'return', lotNumber, expiryDate: '2030-01-31' },
    })
    const lot = { type: 'lot', id: stock[0]?.lotId }
    for (const layout of labelLayoutNames) {
      const { file } = await print({ layout, labels: [lot, { type: 'product', id: productId }] })
      const pages = pdfPages(file)
      expect(pages, layout).toHaveLength(labelsPerPage(labelLayouts[layout]) === 1 ? 2 : 1)
      const [first = []] = pages
      const foot = first.findIndex(({ text }) => text.startsWith('LOT-'))
      const words = first.slice(0, foot)
      expect(words.map(({ text }) => text.trim()).join(''), layout).toContain(`Lot${lotNumber}Expires31Jan2030`)
      expect(Math.min(...words.map(({ y }) => y)), layout).toBeGreaterThan((first[foot]?.y ?? 0) + 5)
    }
  })

  test('refuses values over the limits, unknown products, customers (403) and requests without a session (401)', async () => {
    const one = { type: 'lot', id: lotId }
    expect((await print({ labels: [] })).status).toBe(422)
    expect((await print({ labels: [{ ...one, copies: 501 }] })).status).toBe(422)
    expect((await print({ labels: Array.from({ length: 3 }, () => ({ ...one, copies: 500 })) })).status).toBe(422)
    expect((await print({ labels: [one], start: 25 })).status).toBe(422)
    expect((await print({ labels: [one], layout: 'a5' })).status).toBe(422)
    expect((await print({ labels: [{ type: 'product', id: randomUUID() }] })).status).toBe(422)
    expect((await print({ labels: [one] }, await server.as('customer'))).status).toBe(403)
    expect((await print({ labels: [one] }, server.nobody)).status).toBe(401)
  })
})

describe('[LBL-04] as ZPL', () => {
  test('each label is one ZPL format with its size and number of copies; texts are escaped', async () => {
    const answer = await print({
      format: 'zpl',
      layout: 'roll-57x32',
      labels: [{ type: 'lot', id: lotId, copies: 12 }],
    })
    const zpl = answer.file.toString('utf8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="labels.zpl"')
    expect(zpl.match(/\^XA/g)).toHaveLength(1)
    expect(zpl.match(/\^XZ/g)).toHaveLength(1)
    for (const command of ['^CI28', '^PW456', '^LL256', '^PQ12', '^BXN,6,200,0,0,1,_']) expect(zpl).toContain(command)
    expect(zpl).toContain('^FH\\^FD_101040063813339311730013110A__7/(x)^FS')
    const printed = [...zpl.matchAll(/\^A0N.*\^FD(.*)\^FS/g)].map(([, text]) => text)
    expect(printed.slice(0, 2).join(' ')).toBe('Nitrile gloves \\5EXZ \\7E\\5C_ ñ')
    expect(printed.slice(3)).toEqual(['Lot A_7/(x)', 'Expires 31 Jan 2030'])
  })
})

/** Extracts the images of a PDF as PNG files: greyscale, with PNG's row filters. */
function picturesOf(file: Buffer): Uint8Array[] {
  const raw = file.toString('latin1')
  return [...raw.matchAll(/\d+ 0 obj\r?\n(<<(?:(?!endobj)[\s\S])*?\/Subtype \/Image[\s\S]*?>>)\r?\nstream\r?\n/g)].map(
    (match) => {
      const [whole, head = ''] = match
      const number = (name: string) => Number(new RegExp(`/${name} (\\d+)`).exec(head)?.[1])
      const begin = match.index + whole.length
      const rows = file.subarray(begin, begin + number('Length'))
      inflateSync(rows)
      const header = Buffer.alloc(13)
      header.writeUInt32BE(number('Width'), 0)
      header.writeUInt32BE(number('Height'), 4)
      header[8] = number('BitsPerComponent')
      const chunk = (type: string, content: Uint8Array) => {
        const body = Buffer.concat([Buffer.from(type), content])
        const frame = Buffer.alloc(8)
        frame.writeUInt32BE(content.length, 0)
        frame.writeUInt32BE(crc32(body), 4)
        return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
      }
      const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
    },
  )
}
