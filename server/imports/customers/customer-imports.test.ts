import { expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { accountPartsApi } from '#shared/crm/partners/partners-api.ts'
import { customerImportsApi } from '#shared/imports/customer-imports-api.ts'
import { checkCustomers as check, importCustomers as take } from '#test/companies/customer-list.ts'
import { type Client, startServer } from '#test/server.ts'

async function byCode(admin: Client, code: string) {
  const { data } = await admin.do(crmApi.listAccounts, { query: { q: code } })
  const found = data.find((one) => one.code === code)
  if (!found) return null
  const addresses = await admin.do(accountPartsApi.listAddresses, { params: { id: found.id } })
  return { ...found, addresses: addresses.data.map(({ kind, address }) => [kind, address]) }
}
const header = 'Customer number,Name,E-mail,VAT number,Bill to,Ship to,Tier,Terms,Credit limit,Tags'

test('[CRM-02] imports customers with addresses; the check shows the result before and changes nothing', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const lines = [
    header,
    'C-1,Harbour Clinic,a@example.com,DE 1,"Finance, Road 1","Dock 3, Road 2",High volume,45,"12,500.50","clinic, city"',
    'C-2,North Ward,,,,,,,,',
  ]
  const checked = await check(admin, lines)
  expect(checked).toMatchObject({ kind: 'accounts', state: 'checked', good: 2, bad: 0, toAdd: { accounts: 2 } })
  expect(checked.steps.map(({ code, isNew }) => [code, isNew])).toEqual([
    ['C-1', true],
    ['C-2', true],
  ])
  expect(await byCode(admin, 'C-1')).toBeNull()
  expect(await take(admin, lines)).toMatchObject({ state: 'done', added: { accounts: 2, updated: 0 } })
  expect(await byCode(admin, 'C-1')).toMatchObject({
    name: 'Harbour Clinic',
    email: 'a@example.com',
    taxNumber: 'DE 1',
    priceTier: 'highVolume',
    paymentTermsDays: 45,
    creditLimit: '12500.50',
    labels: ['clinic', 'city'],
    addresses: [
      ['billing', 'Finance, Road 1'],
      ['shipping', 'Dock 3, Road 2'],
    ],
  })
  expect(await byCode(admin, 'C-2')).toMatchObject({ priceTier: 'retail', paymentTermsDays: 30, addresses: [] })
  // Equal rows are known; differences are listed and applied, and a new address is added.
  expect(await check(admin, lines)).toMatchObject({ good: 0, known: 2 })
  const change = [header, 'c-1,,,,"finance, road 1",Gate 9,wholesale,,,']
  expect((await check(admin, change)).steps).toEqual([
    {
      row: 2,
      name: 'Harbour Clinic',
      code: 'C-1',
      isNew: false,
      changes: [
        { column: 'Shipping address', from: '', to: 'Gate 9' },
        { column: 'Price tier', from: 'High volume', to: 'Wholesale' },
      ],
    },
  ])
  expect(await take(admin, change)).toMatchObject({ state: 'done', added: { accounts: 0, updated: 1 } })
  expect(await byCode(admin, 'C-1')).toMatchObject({
    name: 'Harbour Clinic',
    email: 'a@example.com',
    priceTier: 'wholesale',
    creditLimit: '12500.50',
    addresses: [
      ['billing', 'Finance, Road 1'],
      ['shipping', 'Dock 3, Road 2'],
      ['shipping', 'Gate 9'],
    ],
  })
})

test('[CRM-02] importing a changed address removes the customer’s coordinates', async () => {
  const admin = await (await startServer()).as('admin')
  const place = { address: '1 Quay Road', latitude: 5.6, longitude: -0.2 }
  await admin.do(crmApi.createAccount, { body: { name: 'Harbour Clinic', code: 'C-1', ...place } })
  const list = (address: string) => ['Customer number,Name,Address', `C-1,Harbour Clinic,${address}`]
  expect(await check(admin, list('1 Quay Road'))).toMatchObject({ known: 1 })
  const moved = list('99 Hill Street')
  expect((await check(admin, moved)).steps).toMatchObject([
    {
      changes: [
        { column: 'Address', from: '1 Quay Road', to: '99 Hill Street' },
        { column: 'Coordinates', from: '5.6, -0.2', to: '' },
      ],
    },
  ])
  await take(admin, moved)
  expect(await byCode(admin, 'C-1')).toMatchObject({ address: '99 Hill Street', latitude: null, longitude: null })
})

test('[CRM-02] each problem of a customer list is listed with row and column; the valid rows are imported', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const done = await take(admin, [
    header,
    'G-1,Good,,,,,,,,',
    'B-1,,,,,,,,,',
    'B-2,Wrong mail,nobody,,,,,,,',
    'B-3,Wrong tier,,,,,cheap,,,',
    'B-4,Wrong terms,,,,,,400,,',
    'B-5,Wrong limit,,,,,,,much,',
    ',No code,,,,,,,,',
    'T-1,Twin,,,,,,,,',
    'T-1,Other twin,nobody,,,,,500,,',
  ])
  expect(done).toMatchObject({ state: 'done', good: 1, bad: 8, added: { accounts: 1 } })
  expect(done.problems.map(({ row, column }) => [row, column])).toEqual([
    [3, 'Name'],
    [4, 'E-mail'],
    [5, 'Tier'],
    [6, 'Terms'],
    [7, 'Credit limit'],
    [8, 'Customer number'],
    [9, 'Customer number'],
    [10, 'Customer number'],
    [10, 'E-mail'],
    [10, 'Terms'],
  ])
  const rep = await server.as('driver')
  expect((await rep.call(customerImportsApi.listImports, {})).status).toBe(403)
  expect((await server.nobody.call(customerImportsApi.listImports, {})).status).toBe(401)
})
