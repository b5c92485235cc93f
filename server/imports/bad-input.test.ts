import { beforeAll, describe, expect, test } from 'vitest'
import { importsApi } from '#shared/imports/api.ts'
import { checkFile, csvOf, delivery, type DeliveryCells, uploadFile } from '#test/delivery-history.ts'
import { type Client, startServer } from '#test/server.ts'

let admin: Client
beforeAll(async () => {
  const server = await startServer()
  admin = await server.as('admin')
})

const good = csvOf([delivery()])
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
const utf16 = (text: string, isBig = false) => {
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return isBig ? little.swap16() : little
}

describe('unreadable files are refused with the reason', () => {
  test.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /is empty/],
    ['blank lines', ' \n\n \r\n', /is empty/],
    ['a header alone', good.split('\n')[0] ?? '', /has no rows/],
    ['no header', good.split('\n').slice(1).join('\n'), /no line of column names/],
    ['one column', 'ID\n1\n2', /a single column/],
    ['a workbook', bytes([0x50, 0x4b, 3, 4], 'rest'), /is damaged/],
    ['a PDF', '%PDF-1.7 a,b\n1,2', /a PDF/],
    ['zero bytes', bytes(good, [0], good), /zero bytes/],
    ['a picture', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF'), /zero bytes/],
    ['half a UTF-16 letter', utf16(good).subarray(0, 101), /damaged/],
    ['broken UTF-8', bytes('ID,Country\n1,Côte d’Ivoire é', [0xc3], '\n2,x'), /damaged: line 2 /],
    ['neither encoding', bytes('ID,Country\n1,C', [0x81], 'te'), /neither UTF-8 nor Windows-1252/],
    ['an open quotation mark', 'ID,Country\n1,"Kenya\n2,Mali\n', /quotation mark that is never closed/],
    ['too many columns', `${'a,'.repeat(600)}\n1`, /more than 500 columns/],
  ])('%s', async (_name, content, cause) => {
    const answer = await uploadFile(admin, content)
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([422, 'INVALID', expect.stringMatching(cause)])
    expect(answer.body.fields?.['file']).toMatch(cause)
  })
})

describe('file formats that can be read', () => {
  const line = delivery({ country: "Côte d'Ivoire" })
  const file = csvOf([line])
  test.each<[string, string | Buffer, string, string]>([
    ['UTF-8', file, 'UTF-8', ','],
    ['UTF-8 with its mark', `\uFEFF${file}`, 'UTF-8 (with a byte order mark)', ','],
    ['UTF-16 LE', utf16(file), 'UTF-16 (little endian)', ','],
    ['UTF-16 BE', utf16(file, true), 'UTF-16 (big endian)', ','],
    ['Windows-1252', Buffer.from(file, 'latin1'), 'Windows-1252', ','],
    ['semicolons', csvOf([line], ';'), 'UTF-8', ';'],
    ['tabs', csvOf([line], '\t'), 'UTF-8', '\t'],
    ['Excel’s own line', `sep=;\r\n${csvOf([line], ';').replaceAll('\n', '\r\n')}`, 'UTF-8', ';'],
    ['blank lines between', file.replace('\n', '\n\n,,,,\n\n'), 'UTF-8', ','],
  ])('%s', async (_name, content, encoding, delimiter) => {
    const checked = await checkFile(admin, content)
    expect(checked).toMatchObject({ state: 'checked', encoding, delimiter, rows: 1, good: 1, bad: 0 })
    expect(checked.samples[checked.columns.indexOf('Country')]).toBe("Côte d'Ivoire")
    expect(checked.columns[0]).toBe('ID')
  })

  test('mixed line endings in one file', async () => {
    const [header, ...rows] = csvOf([
      delivery(),
      delivery({ itemDescription: 'two\nlines' }),
      delivery(),
      delivery(),
    ]).split(/\n(?!lines)/)
    const [one, two, three, four] = rows
    const mixed = `${header}\r\n${one}\n${two}\r${three}\r\n\r\n${four}\r\n`
    expect(await checkFile(admin, mixed)).toMatchObject({ rows: 4, good: 4, bad: 0 })
  })

  test('decimal comma in a semicolon-separated file', async () => {
    const checked = await checkFile(admin, csvOf([delivery({ packPrice: '1.234,5', lineValue: '12345,00' })], ';'))
    expect(checked).toMatchObject({ good: 1, bad: 0 })
  })
})

describe('a row with a problem is listed with row, column and value', () => {
  test.each<[DeliveryCells, string, RegExp | null]>([
    [{ quantity: '0' }, 'Line Item Quantity', /at least 1/],
    [{ quantity: '-5' }, 'Line Item Quantity', /must not be negative/],
    [{ quantity: '1.5' }, 'Line Item Quantity', /whole number/],
    [{ quantity: '1,5' }, 'Line Item Quantity', /is not a number/],
    [{ quantity: '1000000001' }, 'Line Item Quantity', /at most 1,000,000,000/],
    [{ quantity: '1000000000' }, '', null],
    [{ quantity: '1e3' }, 'Line Item Quantity', /is not a number/],
    [{ quantity: '' }, 'Line Item Quantity', /is missing/],
    [{ packPrice: 'free' }, 'Pack Price', /is not a number/],
    [{ packPrice: '-1' }, 'Pack Price', /must not be negative/],
    [{ packPrice: '0', lineValue: '0' }, '', null],
    [{ lineValue: '10.005' }, 'Line Item Value', /more than 2 decimals/],
    [{ lineValue: '99999999999999' }, 'Line Item Value', /too large/],
    [{ packSize: '0' }, 'Unit of Measure (Per Pack)', /at least 1/],
    [{ deliveredDate: '31-Feb-10' }, 'Delivered to Client Date', /is not a date/],
    [{ deliveredDate: '27/8/14' }, 'Delivered to Client Date', /is not a date/],
    [{ deliveredDate: 'Date Not Captured' }, 'Delivered to Client Date', /is not a date/],
    [{ scheduledDate: '29-Feb-08', deliveredDate: '2008-02-29' }, '', null],
    [{ vendor: '  ' }, 'Vendor', /is missing/],
    [{ orderNumber: '' }, 'PO / SO #', /is missing/],
    [{ manufacturingSite: 'x'.repeat(161) }, 'Manufacturing Site', /at most 160/],
    [{ itemDescription: 'a\u202Eb' }, 'Item Description', /invalid characters/],
    [{ weight: '-2' }, 'Weight (Kilograms)', /must not be negative/],
    [{ weight: '12 kg' }, 'Weight (Kilograms)', /is not a number/],
    [
      { weight: 'See ASN-93 (ID#:1281)', freight: 'Invoiced Separately', brand: '', dosage: '', subClassification: '' },
      '',
      null,
    ],
  ])('%o', async (cells, column, message) => {
    const checked = await checkFile(admin, csvOf([delivery(), delivery(cells)]))
    if (message === null) return expect(checked).toMatchObject({ good: 2, bad: 0, problems: [] })
    expect(checked).toMatchObject({ good: 1, bad: 1 })
    expect(checked.problems).toEqual([
      { row: 3, column, value: expect.any(String), message: expect.stringMatching(message) },
    ])
  })

  test('too few and too many columns', async () => {
    const [header, row] = good.split('\n')
    const checked = await checkFile(admin, [header, 'only,two', row, `${row},more`, `${row},,`].join('\n'))
    expect(checked).toMatchObject({ rows: 4, bad: 2 })
    expect(checked.problems).toEqual([
      { row: 2, column: '', value: '', message: 'has 2 columns instead of 21' },
      { row: 4, column: '', value: '', message: 'has 22 columns instead of 21' },
    ])
  })

  test('a duplicate line: identical ones count once, different ones are both refused', async () => {
    const line = delivery()
    const [one, other] = [delivery({ lineId: 'TWIN' }), delivery({ lineId: 'TWIN', quantity: '11' })]
    const checked = await checkFile(admin, csvOf([line, line, one, other]))
    expect(checked).toMatchObject({ good: 1, known: 1, bad: 2 })
    expect(checked.problems.map((problem) => [problem.row, problem.message])).toEqual([
      [4, 'appears in rows 4, 5 with different content'],
      [5, 'appears in rows 4, 5 with different content'],
    ])
  })

  test('an order with two customers is refused completely', async () => {
    const lines = [
      delivery({ orderNumber: 'PO-2C' }),
      delivery({ orderNumber: 'PO-2C', projectCode: 'MBA-02' }),
      delivery(),
    ]
    const checked = await checkFile(admin, csvOf(lines))
    expect(checked).toMatchObject({ good: 1, bad: 2 })
    expect(checked.problems[0]?.message).toBe('is the order of 2 customers: Kenya · NBO-01, Kenya · MBA-02')
  })

  test('at most 200 problems are shown; the error file contains all of them', async () => {
    const checked = await checkFile(
      admin,
      csvOf(Array.from({ length: 250 }, () => delivery({ quantity: 'x', vendor: '' }))),
    )
    expect(checked).toMatchObject({ good: 0, bad: 250 })
    expect(checked.problems).toHaveLength(200)
    const errors = await admin.send('GET', `/api/imports/${checked.id}/errors.csv`)
    expect((errors.body as unknown as string).trim().split('\n')).toHaveLength(251)
  })
})

describe('columns with other names', () => {
  const renamed = good.replace('Line Item Quantity', 'Packs').replace('Vendor', 'Bought from')

  test('must be mapped before the check, which lists the missing ones', async () => {
    const { body } = await uploadFile(admin, renamed)
    expect(body.mapping['quantity']).toBeUndefined()
    const params = { id: body.id }
    const refused = await admin.call(importsApi.checkImport, { params, body: { mapping: { quantity: 'Packs' } } })
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { 'mapping.vendor': 'choose the column that holds Vendor' },
    ])
    const wrong = await admin.call(importsApi.checkImport, {
      params,
      body: { mapping: { colour: 'x', vendor: 'Nowhere' } },
    })
    expect(Object.keys(wrong.body.fields ?? {})).toEqual(['mapping.colour', 'mapping.vendor', 'mapping.quantity'])
    expect((await admin.call(importsApi.runImport, { params })).status).toBe(409)
    expect((await admin.do(importsApi.getImport, { params })).state).toBe('uploaded')
  })

  test('are recognised by common aliases or mapped by hand', async () => {
    const aliases = good.replace('Line Item Quantity', 'QTY').replace('Vendor', 'supplier')
    expect(await checkFile(admin, aliases)).toMatchObject({ good: 1 })
    const byHand = await checkFile(admin, renamed, { quantity: 'Packs', vendor: 'Bought from', brand: '' })
    expect(byHand).toMatchObject({ good: 1, bad: 0 })
    expect(byHand.mapping['brand']).toBeUndefined()
  })
})
