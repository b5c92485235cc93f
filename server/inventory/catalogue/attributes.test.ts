import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { type Attribute, attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { addPlace, addProduct, productBody, type TestPlace } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

let admin: Client
let place: TestPlace
beforeAll(async () => {
  const server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

const add = (body: object) =>
  admin.call(attributesApi.createAttribute, { body: body as { name: string; kind: 'text' } })
const made = async (body: object): Promise<Attribute> => {
  const answer = await add(body)
  expect(answer.status).toBe(201)
  return answer.body
}
const labels = (...all: string[]) => all.map((label) => ({ label }))
const save = (attribute: Attribute, body: object, version = attribute.version) =>
  admin.call(
    attributesApi.updateAttribute,
    { params: { id: attribute.id }, body: { name: attribute.name, kind: attribute.kind, ...body } },
    { version },
  )
const valuesOf = async (id: string) =>
  Object.fromEntries(
    (await admin.do(inventoryApi.getProduct, { params: { id } })).attributes.map(({ name, shown }) => [name, shown]),
  )

describe('attributes', () => {
  test('[ATT-01] creates attributes with kind, unit and values; lists, filters and searches them', async () => {
    const colour = await made({ name: 'Shade', kind: 'choice', choices: labels('Blue', 'Green') })
    expect(colour).toMatchObject({ kind: 'choice', unit: null, products: 0 })
    expect(colour.choices.map(({ label, products }) => [label, products])).toEqual([
      ['Blue', 0],
      ['Green', 0],
    ])
    const length = await made({ name: 'Length', kind: 'number', unit: 'cm' })
    const { data } = await admin.do(attributesApi.listAttributes, { query: { kind: 'number' } })
    expect(data).toEqual([length])
    expect((await admin.do(attributesApi.listAttributes, { query: { q: 'shad' } })).data).toEqual([colour])
  })

  test('[ATT-01] refuses invalid kinds, units and values and duplicate names', async () => {
    const tries: [object, string][] = [
      [{ name: '', kind: 'text' }, 'name'],
      [{ name: 'A', kind: 'colour' }, 'kind'],
      [{ name: 'A', kind: 'text', unit: 'cm' }, 'unit'],
      [{ name: 'A', kind: 'choice' }, 'choices'],
      [{ name: 'A', kind: 'number', choices: labels('1') }, 'choices'],
      [{ name: 'A', kind: 'choice', choices: labels('Yes', 'yes') }, 'choices.1.label'],
      [{ name: 'A', kind: 'choice', choices: labels(...Array.from({ length: 101 }, (_, at) => `v${at}`)) }, 'choices'],
    ]
    for (const [body, field] of tries) {
      const answer = await add(body)
      expect([field, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([field, 422, [field]])
    }
    await made({ name: 'Taken', kind: 'text' })
    expect((await add({ name: 'TAKEN', kind: 'text' })).body).toMatchObject({
      error: 'An attribute named TAKEN already exists.',
      fields: { name: 'is taken' },
    })
  })

  test('[ATT-01] renames, reorders, adds and removes values, and can swap two names; refuses stale versions and unknown values', async () => {
    const attribute = await made({ name: 'Sterile', kind: 'choice', choices: labels('Yes', 'No', 'Unknown') })
    const [yes, no] = attribute.choices
    const choices = [{ id: no?.id, label: 'Yes' }, { id: yes?.id, label: 'No' }, { label: 'Partly' }]
    const saved = await save(attribute, { choices })
    expect(saved.body.choices.map(({ id, label }) => [id, label])).toEqual([
      [no?.id, 'Yes'],
      [yes?.id, 'No'],
      [expect.any(String), 'Partly'],
    ])
    expect((await save(attribute, { choices })).status).toBe(412)
    const foreign = [{ id: '00000000-0000-4000-8000-000000000000', label: 'Foreign' }]
    expect((await save(saved.body, { choices: foreign })).body.fields).toEqual({
      choices: 'names a value that no longer exists',
    })
  })

  test('[ATT-01] saves attribute values of every kind on products, filters the product list by them, refuses invalid values', async () => {
    const text = await made({ name: 'Remark', kind: 'text' })
    const size = await made({ name: 'Gauge', kind: 'number', unit: 'G' })
    const choice = await made({ name: 'Latex free', kind: 'choice', choices: labels('Yes', 'No') })
    const [yes = { id: '' }, no = { id: '' }] = choice.choices
    const attributes = { [text.id]: ' Keep flat ', [size.id]: '21.50', [choice.id]: yes.id }
    const product = await addProduct(admin, place, { attributes })
    expect(await valuesOf(product.id)).toEqual({ Remark: 'Keep flat', Gauge: '21.5 G', 'Latex free': 'Yes' })
    const plain = await addProduct(admin, place)
    const found = async (attribute: string) =>
      (await admin.do(inventoryApi.listProducts, { query: { attribute } })).data.map(({ id }) => id)
    expect([await found(text.id), await found(yes.id), await found(no.id)]).toEqual([[product.id], [product.id], []])

    const body = productBody(place, { sku: product.sku })
    const params = { id: product.id }
    const unchanged = await admin.do(inventoryApi.updateProduct, { params, body }, { version: product.version })
    expect(unchanged.attributes).toHaveLength(3)
    const changed = await admin.do(
      inventoryApi.updateProduct,
      { params, body: { ...body, attributes: { [text.id]: '', [choice.id]: no.id } } },
      { version: unchanged.version },
    )
    expect(changed.attributes.map(({ name, shown }) => [name, shown])).toEqual([
      ['Gauge', '21.5 G'],
      ['Latex free', 'No'],
    ])
    expect((await admin.do(attributesApi.listAttributes, { query: { q: 'latex' } })).data[0]).toMatchObject({
      products: 1,
      choices: [{ products: 0 }, { products: 1 }],
    })
    const wrong = { [size.id]: '12 cm', [choice.id]: plain.id, [plain.id]: 'x', [text.id]: 'x'.repeat(200) }
    const refused = await admin.call(inventoryApi.createProduct, { body: productBody(place, { attributes: wrong }) })
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      {
        [`attributes.${size.id}`]: 'is not a number with at most 4 decimals',
        [`attributes.${choice.id}`]: 'is not one of its values',
        [`attributes.${plain.id}`]: 'is not an attribute',
      },
    ])
  })

  test('[ATT-01] (B23) an attribute in use keeps its kind and its used values and cannot be deleted; the refusal names the uses', async () => {
    const attribute = await made({ name: 'Coating', kind: 'choice', choices: labels('Silicone', 'None') })
    const [silicone = { id: '' }, none] = attribute.choices
    const product = await addProduct(admin, place, { attributes: { [attribute.id]: silicone.id } })
    expect((await save(attribute, { kind: 'text', choices: [] })).body.fields).toEqual({
      kind: 'can only be changed while no product has a value',
    })
    const left = await save(attribute, { choices: [{ id: none?.id, label: 'None' }] })
    expect([left.status, left.body.error]).toEqual([
      409,
      "Values that products have can't be removed: Silicone (1 product).",
    ])
    const params = { id: attribute.id }
    const refused = await admin.call(attributesApi.deleteAttribute, { params })
    expect([refused.status, refused.body.error, refused.body.details]).toEqual([
      409,
      '1 product has a value of this attribute.',
      { uses: [{ kind: 'product', id: product.id, name: product.name }], count: 1 },
    ])
    await admin.do(inventoryApi.deleteProduct, { params: { id: product.id } })
    expect((await admin.call(attributesApi.deleteAttribute, { params })).status).toBe(204)
    const deleted = { kind: 'attribute', id: attribute.id } as const
    await admin.do(deletedApi.restore, { params: { kind: 'product', id: product.id }, body: {} })
    expect(await valuesOf(product.id)).toEqual({})
    await admin.do(deletedApi.restore, { params: deleted, body: {} })
    expect(await valuesOf(product.id)).toEqual({ Coating: 'Silicone' })
  })
})
