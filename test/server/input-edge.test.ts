import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, productBody } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

/* Input that a program may send although no form would (reliability 3.4). */

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

const post = (body: string, path = '/api/categories') =>
  admin.send('POST', path, body, { 'content-type': 'application/json' })

describe('JSON', () => {
  test('with __proto__, constructor or a duplicate key is refused and changes nothing (I5)', async () => {
    for (const body of [
      '{"name":"a","__proto__":{"polluted":1}}',
      '{"name":"a","\\u005f_proto__":{"polluted":1}}',
      '{"name":"a","constructor":{"prototype":{"polluted":1}}}',
      '{"name":"a","description":null,"name":"b"}',
      '{"name":"a","n\\u0061me":"b"}',
      '{"name":"a","labels":[{"x":1,"x":2}]}',
    ]) {
      const answer = await post(body)
      expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'MALFORMED'])
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    // The same key in two objects, or as a value, is no duplicate.
    const nested = '{"name":"a:name","labels":["name","name"],"notes":"{\\"name\\":1,\\"name\\":2}"}'
    expect((await post(nested, '/api/accounts')).status).toBe(201)
    const names = { name: 'x', toString: 'y', hasOwnProperty: 'z', valueOf: 1 }
    const strict = await admin.send('POST', '/api/categories', names)
    expect([strict.status, Object.keys(strict.body.fields ?? {}).toSorted()]).toEqual([
      422,
      ['hasOwnProperty', 'toString', 'valueOf'],
    ])
    expect((await admin.do(inventoryApi.listCategories, { query: {} })).data).toEqual([])
  })

  test('that is too large, too deeply nested or has too long a list is refused (I6)', async () => {
    const deep = (levels: number) => `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`
    const list = (length: number) => JSON.stringify({ accountId: admin.userId, lines: Array(length).fill(1) })
    for (const [what, body, status] of [
      ['200,000 lists in each other', '['.repeat(200_000), 400],
      ['100,000 closed ones', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
      ['40,000 objects in each other', '{"a":'.repeat(40_000), 400],
      ['20 levels in the body', deep(20), 400],
      ['19 levels in the body', deep(19), 422],
      ['more than 256 KB', JSON.stringify({ name: 'x'.repeat(256 * 1024) }), 413],
      ['nearly 256 KB', JSON.stringify({ name: 'x'.repeat(255 * 1024) }), 422],
      ['a list of 501', list(501), 413],
      // Short enough: it is refused for its entries.
      ['a list of 500', list(500), 422],
      ['half of it', '{"name":"x', 400],
      ['nothing but a text', '"name"', 422],
      ['a number', '7', 422],
    ] as const) {
      const answer = await post(body, what.startsWith('a list of') ? '/api/sales-orders' : '/api/categories')
      expect([what, answer.status]).toEqual([what, status])
    }
  })
})

describe('numbers', () => {
  test('of pieces are whole, from 1 to 1,000,000,000, however JSON writes them (I7)', async () => {
    const product = await addProduct(admin, await addPlace(admin), { quantity: 5 })
    const path = `/api/products/${product.id}/stock-additions`
    const key = () => ({ 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' })
    for (const written of [
      '0',
      '-1',
      '-0',
      '1.5',
      '1e309',
      '-1e309',
      '9007199254740993',
      '1000000000001',
      '1e15',
      '"5"',
      '"1e3"',
      '"NaN"',
      'null',
      'true',
      '[]',
      '[5]',
      '{}',
      '0.1e1000',
      '1e-7',
    ]) {
      const answer = await admin.send('POST', path, `{"quantity":${written},"reason":"return"}`, key())
      expect([written, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([written, 422, ['quantity']])
    }
    for (const written of ['NaN', 'Infinity', '0x10', '01', '1_000', '+1', '.5']) {
      const answer = await admin.send('POST', path, `{"quantity":${written},"reason":"return"}`, key())
      expect([written, answer.status]).toEqual([written, 400])
    }
    const read = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect(read.quantity).toBe(5)
    // 1e3 is a valid way to write 1000.
    expect((await admin.send('POST', path, '{"quantity":1e3,"reason":"return"}', key())).status).toBe(200)
    expect((await admin.do(inventoryApi.getProduct, { params: { id: product.id } })).quantity).toBe(1005)
  })

  test('of money are exact decimals, never floats: no rounding of input, no overflow (I8)', async () => {
    const place = await addPlace(admin)
    for (const price of [
      '1.00001',
      '-1',
      '1e3',
      'NaN',
      '1,5',
      '',
      ' ',
      '0x1',
      '10000000000000',
      1e300,
      -0.01,
      {},
      true,
      '1'.repeat(400),
    ]) {
      const answer = await admin.send(
        'POST',
        '/api/products',
        { ...productBody(place), price },
        { 'idempotency-key': crypto.randomUUID() },
      )
      expect([price, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([price, 422, ['price']])
    }
    // As floats these would be a cent too low (100.4999…), or 0.30000000000000004.
    for (const [price, quantity, total] of [
      ['1.005', 100, '100.50'],
      ['0.1', 3, '0.30'],
      ['1.15', 100, '115.00'],
      ['0.0049', 1, '0.00'],
      ['99999999.99', 100, '9999999999.00'],
    ] as const) {
      const product = await addProduct(admin, place, { price, quantity })
      const order = await addOrder(admin, (await addAccount(admin)).id, [[product.id, quantity]])
      expect([price, order.total]).toEqual([price, total])
    }
    const dear = await addProduct(admin, place, { price: '999999999.99' })
    const tooMuch = await admin.call(salesApi.createOrder, {
      body: { accountId: (await addAccount(admin)).id, lines: [{ productId: dear.id, quantity: 1_000_000_000 }] },
    })
    expect(tooMuch.status).toBe(422)
  })
})

describe('text', () => {
  const name = async (value: unknown) => {
    const answer = await admin.send('POST', '/api/accounts', { name: value })
    return answer.status === 201 ? (answer.body as unknown as { name: string }).name : answer.status
  }

  test('stores every language; refuses NUL and lone surrogates; removes invisible control characters (I9)', async () => {
    for (const [sent, expected] of [
      ['a\u0000b', 422],
      ['\uD800', 422],
      ['x\uDFFFy', 422],
      ['\uDC00\uD800', 422],
      ['   ', 422],
      ['\u202E', 422],
      ['Ze\u0301', 'Z\u00E9'],
      ['\u1112\u1161\u11AB', '\uD55C'],
      ['gnp.\u202Eexe', 'gnp.exe'],
      ['\u2066Clinic\u2069', 'Clinic'],
      ['Bell\u0007 \u001B[31mred', 'Bell [31mred'],
      ['Two\r\nlines\tand\na tab', 'Two lines and a tab'],
      ['\uFEFFMark', 'Mark'],
      ['\u{1F469}\u200D\u2695\uFE0F \u{20BB7}\u91CE\u5BB6', '\u{1F469}\u200D\u2695\uFE0F \u{20BB7}\u91CE\u5BB6'],
      [
        '\u05DE\u05E8\u05E4\u05D0\u05D4 \u0645\u0633\u062A\u0634\u0641\u0649',
        '\u05DE\u05E8\u05E4\u05D0\u05D4 \u0645\u0633\u062A\u0634\u0641\u0649',
      ],
      ['\u{1F9EA}'.repeat(200), '\u{1F9EA}'.repeat(200)],
      ['\u{1F9EA}'.repeat(201), 422],
      [`Z${'\u0301'.repeat(300)}`, 422],
      ['x'.repeat(200), 'x'.repeat(200)],
    ] as const)
      expect([sent, await name(sent)]).toEqual([sent, expected])
    const notes = await admin.do(crmApi.createAccount, {
      body: { name: 'Notes', notes: ' First\r\nsecond\tthird\u0000'.replace('\u0000', '') },
    })
    expect(notes.notes).toBe('First\nsecond\tthird')
    // Searching for text that can't be stored finds nothing and causes no error.
    for (const q of [
      '\u0000',
      'a\u0000b',
      '%',
      '_',
      '\\',
      '\u202E',
      "'; drop table accounts; --",
      '%_\\%',
      '\uFFFD',
      '\u{1F9EA}',
    ]) {
      for (const path of [
        '/api/accounts',
        '/api/products',
        '/api/sales-orders',
        '/api/invoices',
        '/api/users',
        '/api/categories',
      ]) {
        const answer = await admin.send('GET', `${path}?q=${encodeURIComponent(q)}`)
        expect([path, q, answer.status < 500 && [200, 422].includes(answer.status)]).toEqual([path, q, true])
      }
    }
    expect((await admin.send('GET', '/api/accounts?q=%ED%A0%80')).status).toBeLessThan(500)
  })

  test('of a date must be a calendar day, at most of the year 9999 (I10)', async () => {
    const place = await addPlace(admin)
    const product = await addProduct(admin, place, { quantity: 5 })
    const account = await addAccount(admin)
    const orderRequestedFor = (requestedDate: unknown) =>
      admin.send(
        'POST',
        '/api/sales-orders',
        { accountId: account.id, requestedDate, lines: [{ productId: product.id, quantity: 1 }] },
        { 'idempotency-key': crypto.randomUUID() },
      )
    for (const date of [
      '2026-02-30',
      '2025-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-5',
      '26-01-05',
      '05/01/2026',
      '2026-01-05T00:00:00Z',
      '+012026-01-01',
      '-0001-01-01',
      '10000-01-01',
      'today',
      '',
      20260105,
      '2026-01-05\u0000',
      '２０２６-01-05',
    ]) {
      const answer = await orderRequestedFor(date)
      expect([date, answer.status]).toEqual([date, 422])
    }
    for (const date of ['2028-02-29', '9999-12-31', '2026-03-29']) {
      const answer = await orderRequestedFor(date)
      expect([date, answer.status, (answer.body as unknown as { requestedDate: string }).requestedDate]).toEqual([
        date,
        201,
        date,
      ])
    }
  })

  test('the current day depends on the company’s time zone, not on the server’s clock (I10)', async () => {
    let now = new Date('2026-03-28T23:30:00Z')
    const other = await startServer({ clock: () => now })
    const boss = await other.as('admin')
    const place = await addPlace(boss)
    const product = await addProduct(boss, place, { quantity: 50 })
    const account = await addAccount(boss)
    const dayOf = async (timeZone: string, moment: string) => {
      now = new Date(moment)
      await changeSettings(boss, { timeZone })
      return (await addOrder(boss, account.id, [[product.id, 1]])).orderDate
    }
    expect(await dayOf('UTC', '2026-03-28T23:59:59Z')).toBe('2026-03-28')
    expect(await dayOf('Europe/Berlin', '2026-03-28T23:30:00Z')).toBe('2026-03-29')
    expect(await dayOf('America/New_York', '2026-03-29T03:59:59Z')).toBe('2026-03-28')
    expect(await dayOf('America/New_York', '2026-03-29T04:00:00Z')).toBe('2026-03-29')
    // The hours that a clock change skips or repeats belong to one day.
    expect(await dayOf('Europe/Berlin', '2026-10-25T00:30:00Z')).toBe('2026-10-25')
    expect(await dayOf('Europe/Berlin', '2026-10-25T01:30:00Z')).toBe('2026-10-25')
    expect(await dayOf('Pacific/Kiritimati', '2026-12-31T10:00:00Z')).toBe('2027-01-01')
    expect(await dayOf('Pacific/Pago_Pago', '2027-01-01T10:59:00Z')).toBe('2026-12-31')
  })
})

test('a list returns at most 200 rows and refuses unknown cursors, sorts and too many filters (I11)', async () => {
  const lists = server.app.routes.filter(
    ({ method, spec }) =>
      method === 'GET' && spec.query && 'cursor' in ((spec.query as { shape?: object }).shape ?? {}),
  )
  expect(lists.length).toBeGreaterThan(6)
  const filters = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=1`).join('&')
  for (const { path } of lists) {
    const at = path.replace(/:\w+/g, admin.userId)
    for (const query of [
      'limit=201',
      'limit=1e9',
      'limit=1000000000',
      'limit=0',
      'limit=-1',
      'limit=1.5',
      'limit=',
      'limit=all',
      'limit=1&limit=2',
      'cursor=nonsense',
      'cursor=%00',
      `cursor=${'a'.repeat(401)}`,
      'cursor=eyJrIjoxfQ',
      'offset=1000000000000',
      'page=2',
      `q=${'x'.repeat(121)}`,
      'q=a&q=b',
      'sort=password_hash',
      'sort=name;select 1',
      filters(21),
    ]) {
      const answer = await admin.send('GET', `${at}?${query}`)
      expect([path, query.slice(0, 60), answer.status]).toEqual([
        path,
        query.slice(0, 60),
        answer.status === 404 ? 404 : 422,
      ])
    }
    const many = await admin.send('GET', `${at}?${filters(10_000)}`)
    expect([path, many.status]).toEqual([path, 431])
    // The journal needs a period.
    const period = path === '/api/journal' ? '&from=2026-01-01&until=2026-01-31' : ''
    const full = (await admin.send('GET', `${at}?limit=200${period}`)).status
    expect([path, full === 200 || full === 404, full]).toEqual([path, true, full])
  }
  expect((await admin.do(invoicingApi.listInvoices, { query: { limit: 200 } })).data).toEqual([])
})
