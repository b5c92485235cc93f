import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

let admin: Client
beforeAll(async () => {
  const server = await startServer()
  admin = await server.as('admin')
  const place = await addPlace(admin)
  const products = [
    { name: 'Nitrile examination gloves, size M', sku: 'GLV-NI-M', barcode: '4006381333931' },
    { name: 'Nitrile examination gloves, size L', sku: 'GLV-NI-L' },
    { name: 'Latex gloves, powdered', sku: 'GLV-LA-1' },
    { name: 'Infusion pump Volumat', sku: 'PMP-3000' },
    { name: 'Compresse de gaze stérile 10x10', sku: 'GZ/10' },
    { name: 'Syringe 100% tight', sku: 'SY_5' },
    { name: 'Syringe 1000 tight', sku: 'SYX5' },
    { name: 'Ear thermometer', sku: 'TH-1' },
  ]
  for (const product of products) await addProduct(admin, place, product)
})

const found = async (q: string) =>
  (await admin.do(inventoryApi.listProducts, { query: { q } })).data.map((product) => product.sku)

describe('product search', () => {
  test.each([
    ['one part of the name', 'examination', ['GLV-NI-L', 'GLV-NI-M']],
    ['words in any order', 'gloves nitrile', ['GLV-NI-L', 'GLV-NI-M']],
    ['every word, of the name and the SKU', 'size GLV-NI-M', ['GLV-NI-M']],
    ['the barcode', '4006381333931', ['GLV-NI-M']],
    ['the barcode with spaces', '4006 3813 33931', ['GLV-NI-M']],
    ['signs of a pattern as they are', '100%', ['SY_5']],
    ['few letters', 'sy 5', ['SY_5', 'SYX5']],
    ['an underscore as it is', 'sy_', ['SY_5']],
  ])('[INV-01] finds by %s', async (_by, q, skus) => {
    expect(await found(q)).toEqual(skus)
  })

  test.each([
    ['two letters that changed places', 'glvoes', ['GLV-LA-1', 'GLV-NI-L', 'GLV-NI-M']],
    ['a letter too few', 'termometer', ['TH-1']],
    ['a letter too many', 'infussion pump', ['PMP-3000']],
    ['a wrong letter', 'syrinpe', ['SYX5', 'SY_5']],
    ['an accent left out', 'gaze sterile', ['GZ/10']],
    ['a hyphen left out', 'PMP3000', ['PMP-3000']],
    ['two words, both mistyped', 'nitirle examnation', ['GLV-NI-L', 'GLV-NI-M']],
    ['hyphens in a barcode', '4-006381-333931', ['GLV-NI-M']],
    ['a code beside a mistyped word', 'infusino PMP3000', ['PMP-3000']],
  ])('[INV-01] tolerates %s', async (_what, q, skus) => {
    expect((await found(q)).toSorted()).toEqual(skus.toSorted())
  })

  test('[INV-01] does not confuse similar terms: a correct spelling finds only exact matches, nonsense finds nothing', async () => {
    expect(await found('latex')).toEqual(['GLV-LA-1'])
    for (const q of [
      'zzzz',
      '%%',
      'q',
      '!!!',
      "'; drop table items; --",
      'gloves xylophone',
      '4006381333831',
      'PMP3001',
      '7-7',
    ])
      expect([q, await found(q)]).toEqual([q, []])
  })

  test('[INV-01] combines with filters', async () => {
    const { data } = await admin.do(inventoryApi.listProducts, { query: { q: 'glvoes', stockStatus: 'inStock' } })
    expect(data).toEqual([])
  })
})
