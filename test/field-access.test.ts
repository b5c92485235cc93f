import { beforeAll, describe, expect, test } from 'vitest'
import { type Module, modules, type Role } from '#shared/access/roles.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { type Settings, settingsApi } from '#shared/settings/api.ts'
import { addAccount, addOrder, addPlace, addProduct, addPurchase } from './builders.ts'
import { eventPolicy, fieldPolicy, secretPolicy } from './field-policy.ts'
import { eachOf } from './requests/each-of.ts'
import { type Client, startServer, type TestServer } from './server.ts'
import { changeSettings } from './settings.ts'
import { listen, pause, until } from './socket.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ rateLimits: false, socketLimits: { perAddress: 100 } })
  admin = await server.as('admin')
})

const viewOnly = (module: Module) => server.as('staff', { [module]: { view: true } })

type Secret = keyof typeof secretPolicy
const secrets: Record<Secret, string> = {
  supplierTaxNumber: 'TAX-8841-S',
  supplierNotes: 'Pays under the table',
  supplierLabel: 'blacklisted',
  supplierEmail: 'private-desk@supplier.example',
  customerTaxNumber: 'TAX-7752-C',
  customerNotes: 'Close to bankruptcy',
  productCost: '7654.3211',
  approvalLimit: '98765.43',
  taxRate: 'Secret levy',
  deletedCustomer: 'Clinic that is gone',
  deletedProduct: 'Gloves that are gone',
  deletedPurchase: '',
  deletedOrder: '',
}

/** Creates one record of each kind that contains a secret; returns their ids by path segment. */
async function hideSecrets(): Promise<Record<string, string>> {
  const place = await addPlace(admin)
  const supplier = await admin.do(
    crmApi.updateSupplier,
    {
      params: { id: place.supplier.id },
      body: {
        name: place.supplier.name,
        email: secrets.supplierEmail,
        taxNumber: secrets.supplierTaxNumber,
        notes: secrets.supplierNotes,
        labels: [secrets.supplierLabel],
      },
    },
    { version: place.supplier.version },
  )
  const account = await addAccount(admin, {
    taxNumber: secrets.customerTaxNumber,
    notes: secrets.customerNotes,
  })
  const product = await addProduct(admin, place, { cost: secrets.productCost, quantity: 100 })
  await addOrder(admin, account.id, [[product.id, 1]])
  const { id: gone } = await addAccount(admin, { name: secrets.deletedCustomer })
  await admin.do(crmApi.deleteAccount, { params: { id: gone } })
  const other = await addProduct(admin, place, { name: secrets.deletedProduct })
  await admin.do(inventoryApi.deleteProduct, { params: { id: other.id } })
  const openPurchase = await addPurchase(admin, place, [[product.id, 10, '1']])
  const purchase = await addPurchase(admin, place, [[product.id, 10, '1']])
  await admin.do(purchasingApi.deletePurchaseOrder, { params: { id: purchase.id } })
  secrets.deletedPurchase = purchase.number
  const order = await addOrder(admin, account.id, [[product.id, 1]])
  await admin.do(salesApi.deleteOrder, { params: { id: order.id } })
  secrets.deletedOrder = order.number
  await changeSettings(admin, {
    purchasing: { approvalLimit: secrets.approvalLimit },
    tax: { rates: [{ name: secrets.taxRate, kind: 'exclusive', percent: '7' }], defaultRate: secrets.taxRate },
  })
  return { suppliers: supplier.id, accounts: account.id, products: product.id, 'purchase-orders': openPurchase.id }
}

describe('fields', () => {
  let ids: Record<string, string>
  beforeAll(async () => {
    ids = await hideSecrets()
  })

  test('[PERM-03] fields that need their own permission have the same one in the contract and in the field policy', () => {
    const stated = server.app.routes.flatMap(({ method, path, spec }) =>
      spec.fields ? [[`${method} ${path}`, wordsOf(spec.fields)]] : [],
    )
    const policy = Object.entries(fieldPolicy).map(([endpoint, fields]) => [endpoint, wordsOf(fields)])
    expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(policy))
  })

  test.each([...modules.map((module) => ['staff', module] as const), ...otherRoles()])(
    '[PERM-03] (Z4) %s with %s can read only the secrets of that module in the responses of all GET routes',
    async (role, module) => {
      const client = role === 'staff' && module ? await viewOnly(module) : await server.as(role)
      const found = new Map<string, string[]>()
      await eachOf(readsOf(server, ids), async (path) => {
        const { status, body } = await client.send('GET', path)
        if (status !== 200) return
        const text = JSON.stringify(body)
        for (const [name, secret] of Object.entries(secrets)) {
          if (text.includes(secret)) found.set(name, [...(found.get(name) ?? []), path])
        }
      })
      const areas = role === 'staff' && module ? [module] : viewsOf(role)
      const allowed = Object.keys(secrets).filter((name) =>
        (secretPolicy[name as Secret] as readonly Module[]).some((area) => areas.includes(area)),
      )
      expect(Object.fromEntries([...found].filter(([name]) => !allowed.includes(name) && role !== 'admin'))).toEqual({})
      // Users with the permission can read every secret of their module.
      const readable = allowed.filter((name) => !name.startsWith('deleted'))
      expect([...found.keys()]).toEqual(expect.arrayContaining(role === 'admin' ? Object.keys(secrets) : readable))
    },
  )

  test('[PERM-03] (Z4, Z9) search and filters do not find hidden field values', async () => {
    for (const module of ['inventory', 'rawmaterials', 'purchaseOrders'] as const) {
      const client = await viewOnly(module)
      for (const q of [secrets.supplierNotes, secrets.supplierLabel, secrets.supplierTaxNumber.slice(4)]) {
        const list = await client.do(crmApi.listSuppliers, { query: { q } })
        expect([module, q, list.total]).toEqual([module, q, 0])
      }
      expect((await client.call(crmApi.listSuppliers, { query: { label: secrets.supplierLabel } })).status).toBe(403)
      const named = await client.do(crmApi.listSuppliers, { query: { q: 'Supplier' } })
      expect(named.total).toBeGreaterThan(0)
    }
    const seller = await viewOnly('salesOrders')
    expect((await seller.do(crmApi.listAccounts, { query: { q: secrets.customerNotes } })).total).toBe(0)
    const crm = await viewOnly('crm')
    expect((await crm.do(crmApi.listSuppliers, { query: { q: secrets.supplierNotes } })).total).toBe(1)
  })
})

const wordsOf = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, access]) => [field, access === 'administrators' ? 'admin' : access]),
  )

function otherRoles(): [Role, null][] {
  return (['admin', 'driver', 'customer'] as const).map((role) => [role, null])
}

/** Customers and drivers may view no module. */
const viewsOf = (role: Role): readonly Module[] => (role === 'admin' ? modules : [])

/** The URLs of all GET routes, with the IDs of the records with secrets. Of downloads, only CSV files are included. */
function readsOf({ app }: TestServer, ids: Record<string, string>): string[] {
  return app.routes.flatMap(({ method, path, spec }) => {
    if (method !== 'GET' || (spec.download && !spec.download.includes('csv'))) return []
    const [, kind = ''] = /^\/api\/([\w-]+)\/:id/.exec(path) ?? []
    const filled = ids[kind] ? path.replace(':id', ids[kind]) : path
    if (filled.includes(':')) return []
    return filled === '/api/search' ? ['a', 'TAX', 'gone', 'Pays'].map((q) => `${filled}?q=${q}`) : [filled]
  })
}

describe('events', () => {
  test('[RT-05] (R4) each change sends its event once, only to users who may view its modules', async () => {
    const place = await addPlace(admin)
    const product = await addProduct(admin, place, { quantity: 100 })
    const account = await addAccount(admin)
    const staff = await server.as('staff')
    const order = await addOrder(admin, account.id, [[product.id, 1]])
    const later = await addOrder(admin, account.id, [[product.id, 1]])
    const material = await admin.do(rawMaterialsApi.createRawMaterial, {
      body: { name: 'Film', materialType: 'Plastic', quantity: 5, location: place.warehouse.id },
    })
    const purchase = await addPurchase(admin, place, [[product.id, 10, '1']])
    const ears = new Map<string, Awaited<ReturnType<typeof listen>>>()
    for (const module of modules) ears.set(module, await listen(server.url, (await viewOnly(module)).cookie))
    for (const role of ['admin', 'driver', 'customer'] as const)
      ears.set(role, await listen(server.url, (await server.as(role)).cookie))
    const at = (id: string) => ({ params: { id }, body: {} })
    const acts: Record<string, () => Promise<unknown>> = {
      'a customer is changed': () =>
        admin.do(crmApi.updateAccount, { ...at(account.id), body: { name: 'Renamed' } }, { version: account.version }),
      'a supplier is changed': () =>
        admin.do(
          crmApi.updateSupplier,
          { ...at(place.supplier.id), body: { name: 'Renamed' } },
          { version: place.supplier.version },
        ),
      'a user is changed': () => admin.do(usersApi.suspend, { params: { id: staff.userId } }),
      'a product is changed': () =>
        admin.do(inventoryApi.addStock, { ...at(product.id), body: { quantity: 1, reason: 'return' } }),
      'a raw material is changed': async () => {
        const read = await admin.do(rawMaterialsApi.getRawMaterial, { params: { id: material.id } })
        const body = { name: 'Foil', materialType: 'Plastic', quantity: read.quantity, location: place.warehouse.id }
        await admin.do(rawMaterialsApi.updateRawMaterial, { ...at(material.id), body }, { version: read.version })
      },
      'a raw material arrives': () =>
        admin.do(rawMaterialsApi.addStock, { ...at(material.id), body: { quantity: 1, reason: 'return' } }),
      'a purchase order is written': () => addPurchase(admin, place, [[product.id, 5, '1']]),
      'a purchase order is placed': () => admin.do(purchasingApi.submit, at(purchase.id)),
      'a sales order is written': () => addOrder(admin, account.id, [[product.id, 1]]),
      'an invoice is issued': () => admin.do(salesApi.confirm, at(order.id)),
      'sales figures change': () => admin.do(salesApi.confirm, at(later.id)),
      'a parcel is made': () => admin.do(salesApi.ready, at(order.id)),
    }
    expect(Object.keys(acts)).toEqual(Object.keys(eventPolicy))
    for (const [what, act] of Object.entries(acts)) {
      const { event, areas } = eventPolicy[what] ?? { event: 'settings_updated', areas: [] }
      for (const ear of ears.values()) ear.received.length = 0
      await act()
      const hasReceived = (name: string) => ears.get(name)?.received.some((one) => one.name === event) ?? false
      await until(() => [...areas, 'admin'].every(hasReceived))
      await pause(700)
      const receivers = [...ears.keys()].filter(hasReceived).toSorted()
      expect([what, receivers]).toEqual([what, [...areas, 'admin'].toSorted()])
      for (const ear of ears.values()) {
        const texts = ear.received.map((one) => JSON.stringify(one))
        expect([what, new Set(texts).size]).toEqual([what, texts.length])
      }
    }
  })

  test('[RT-05, RT-06] the settings event omits the sections that its receiver may not view', async () => {
    const hidden: Record<string, (keyof Settings)[]> = {
      customer: ['inventory', 'purchasing', 'numbering', 'tax', 'reminders', 'security'],
      driver: ['inventory', 'purchasing', 'numbering', 'tax', 'reminders', 'security'],
      purchaseOrders: ['numbering', 'tax', 'reminders', 'security'],
      invoices: ['inventory', 'purchasing', 'numbering', 'security'],
      admin: [],
    }
    const clients = new Map<string, Client>([
      ['customer', await server.as('customer')],
      ['driver', await server.as('driver')],
      ['purchaseOrders', await viewOnly('purchaseOrders')],
      ['invoices', await viewOnly('invoices')],
      ['admin', await server.as('admin')],
    ])
    const ears = new Map<string, Awaited<ReturnType<typeof listen>>>()
    for (const [name, client] of clients) ears.set(name, await listen(server.url, client.cookie))
    const { data } = await changeSettings(admin, { lowStockThreshold: 12 })
    // Clients that connect a moment later receive the same.
    for (const [name, client] of clients)
      ears.set(`${name}, late`, await listen(server.url, client.cookie, {}, { readingFor: 30_000 }))
    for (const [name, ear] of ears) {
      const settingsEvent = () =>
        ear.received.find((one) => one.name === 'settings_updated' && one.payload['lowStockThreshold'] === 12)
      await until(() => settingsEvent() !== undefined)
      const who = name.replace(', late', '')
      const expected = { ...data, ...Object.fromEntries((hidden[who] ?? []).map((section) => [section, null])) }
      expect([name, settingsEvent()?.payload]).toEqual([name, expected])
      const read = await clients.get(who)?.do(settingsApi.getSettings, {})
      expect([name, read?.data]).toEqual([name, expected])
    }
  })
})
