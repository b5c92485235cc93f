import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import type { PortalRole } from '#shared/portal/portal-user.ts'
import { shelfApi } from '#shared/portal/shelf-api.ts'
import { type PortalReturn, portalReturnsApi } from '#shared/portal/returns-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { storedFiles } from '#server/files/stored-files.ts'
import { addAccount, addPlace, deliveredOrder } from '../builders.ts'
import { consignmentOf } from '../consignment.ts'
import { addLots } from '../lots.ts'
import { portalUser } from '../portal.ts'
import type { Client, TestServer } from '../server.ts'

export type Ids = Record<
  | 'account'
  | 'order'
  | 'pending'
  | 'shipment'
  | 'return'
  | 'photo'
  | 'message'
  | 'requisition'
  | 'estimate'
  | 'invoice'
  | 'recall'
  | 'user'
  | 'line'
  | 'product'
  | 'shelf'
  | 'consignment'
  | 'lot'
  | 'spareShelf',
  string
>
export interface Side {
  ids: Ids
  /** Texts that only this customer may read. */
  words: string[]
  users: Record<PortalRole, Client>
}

interface TwoCustomers {
  admin: Client
  picture: Buffer
  own: Side
  other: Side
}

/** Two customers with records of every kind; neither may see the other's. */
export async function twoCustomers(server: TestServer): Promise<TwoCustomers> {
  const admin = await server.as('admin')
  const picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#38a' } })
    .png()
    .toBuffer()
  const place = await addPlace(admin)
  const side = async (name: string): Promise<Side> => {
    const account = await addAccount(admin, { name })
    const { product, lot } = await addLots(admin, place, [['L1', 900, 500]], { name: `Gauze ${name.length}` })
    const [owner, orderer, viewer, spare] = [
      await portalUser(server, admin, account.id, 'owner'),
      await portalUser(server, admin, account.id, 'orderer', '50'),
      await portalUser(server, admin, account.id, 'viewer'),
      await portalUser(server, admin, account.id, 'viewer'),
    ]
    const order = await deliveredOrder(admin, account.id, [[product.id, 3]])
    const lines = [{ productId: product.id, quantity: 1 }]
    const placed = await owner.do(portalOrdersApi.placeOrder, { body: { lines } })
    const { requisition } = await orderer.do(portalOrdersApi.placeOrder, {
      body: { lines: [{ productId: product.id, quantity: 90 }], notes: `Secret of ${name}` },
    })
    const estimate = await admin.do(estimatesApi.createEstimate, {
      body: { accountId: account.id, validUntil: '2199-01-01', notes: `Offer to ${name}`, lines },
    })
    await admin.do(estimatesApi.sendEstimate, { params: { id: estimate.id }, body: { to: `${name[0]}@example.com` } })
    const returned = await owner.do(portalReturnsApi.requestReturn, {
      body: {
        orderId: order.id,
        lines: [{ orderLineId: order.orderLines[0]?.id ?? '', quantity: 1, reason: 'damaged' }],
      },
    })
    const photo = await owner.send(
      'PUT',
      `/api/customer-portal/returns/${returned.id}/photos`,
      new Uint8Array(picture),
      {
        'content-type': 'image/png',
      },
    )
    const messages = await admin.do(orderMessagesApi.sendOrderMessage, {
      params: { id: order.id },
      body: { body: `Hello ${name}` },
    })
    const shipment = await signedShipment(server, admin, order.id, picture)
    const invoices = await admin.do(invoicingApi.listInvoices, { query: { account: account.id } })
    const { recall } = await admin.do(recallsApi.startRecall, {
      body: { lotIds: [lot('L1')], reason: `Fault at ${name}`, instruction: 'Send back' },
    })
    const consigned = await consignmentOf(admin, place, account.id, product.id, lot('L1'))
    const shelf = async (suffix: string) => {
      const body = { name: `Ward of ${name}${suffix}`, items: [{ productId: product.id, par: 20 }] }
      const { data } = await owner.do(shelfApi.addShelf, { body })
      return data.find((one) => one.name === body.name)?.id ?? ''
    }
    return {
      ids: {
        account: account.id,
        order: order.id,
        shipment,
        message: messages.data[0]?.id ?? '',
        return: returned.id,
        photo: (photo.body as unknown as PortalReturn).photos[0]?.id ?? '',
        pending: placed.order?.id ?? '',
        requisition: requisition?.id ?? '',
        estimate: estimate.id,
        invoice: invoices.data[0]?.id ?? '',
        recall: recall.id,
        user: spare.userId,
        line: order.orderLines[0]?.id ?? '',
        product: product.id,
        consignment: consigned,
        lot: lot('L1'),
        shelf: await shelf(''),
        spareShelf: await shelf(', spare'),
      },
      words: [
        name,
        order.number,
        placed.order?.number ?? '?',
        estimate.number,
        invoices.data[0]?.number ?? '?',
        recall.number,
      ],
      users: { owner, orderer, viewer },
    }
  }
  return { admin, picture, own: await side('Alder clinic'), other: await side('Birch hospital') }
}

/** The shipment of a delivered order, with an uploaded signature. */
async function signedShipment(server: TestServer, admin: Client, orderId: string, picture: Buffer): Promise<string> {
  const file = randomUUID()
  const sha256 = createHash('sha256').update(file).digest('hex')
  await storedFiles(server.filesFolder).put(file, 'proof', picture)
  const { rows } = await sql<{ id: string }>`with s as (select id from shipments where order_id = ${orderId}),
    f as (insert into driver_files (sha256, driver_id, file_id, size, received, complete_at)
      values (${sha256}, ${admin.userId}, ${file}, 10, 10, now())),
    p as (insert into delivery_proofs (id, shipment_id, received_by, signature, device_at, received_at, document, hash)
      select ${randomUUID()}::uuid, id, 'Dr Weiss', ${sha256}, now(), now(), '{}', repeat('a', 64) from s)
    select id from s`.execute(server.database.db)
  return rows[0]?.id ?? ''
}
