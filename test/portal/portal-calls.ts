import { randomUUID } from 'node:crypto'
import type { PortalRole } from '#shared/portal/portal-user.ts'
import type { Ids } from './two-customers.ts'

type Expected = { [R in PortalRole]: number }
const everyone: Expected = { owner: 200, orderer: 200, viewer: 200 }
const orderers = (status: number): Expected => ({ owner: status, orderer: status, viewer: 403 })
const owners = (status: number): Expected => ({ owner: status, orderer: 403, viewer: 403 })
const lines = (ids: Ids) => [{ productId: ids.product, quantity: 1 }]

export interface PortalCall {
  /** Which of the IDs is the one in the path. */
  id?: keyof Ids
  body?: (ids: Ids) => object
  /** A picture is sent instead of a body. */
  isFile?: true
  /**
   * The status for each role with records of its own customer. The roles take turns with one record, so a later one may
   * get 409 or 404.
   */
  own: Expected
}

/** Every route of the portal; a route without a row here fails the first test. */
export const portalCalls: Record<string, PortalCall> = {
  'GET /api/customer-portal/home': { own: everyone },
  'GET /api/customer-portal/users': { own: everyone },
  'POST /api/customer-portal/users': {
    body: () => ({ name: 'New', email: `${randomUUID()}@example.com`, role: 'viewer' }),
    own: owners(201),
  },
  'PUT /api/customer-portal/users/:id': { id: 'user', body: () => ({ role: 'viewer' }), own: owners(200) },
  'GET /api/customer-portal/orders': { own: everyone },
  'GET /api/customer-portal/orders/:id': { id: 'order', own: everyone },
  'GET /api/customer-portal/catalogue': { own: everyone },
  'GET /api/customer-portal/addresses': { own: everyone },
  'POST /api/customer-portal/order-checks': { body: (ids) => ({ lines: lines(ids) }), own: orderers(200) },
  'POST /api/customer-portal/orders': { body: (ids) => ({ lines: lines(ids) }), own: orderers(201) },
  'PUT /api/customer-portal/orders/:id': { id: 'pending', body: (ids) => ({ lines: lines(ids) }), own: orderers(200) },
  'POST /api/customer-portal/orders/:id/cancellation': {
    id: 'pending',
    body: () => ({ reason: 'Not needed' }),
    own: { owner: 200, orderer: 409, viewer: 403 },
  },
  'GET /api/customer-portal/requisitions': { own: everyone },
  'POST /api/customer-portal/requisitions/:id/refusal': {
    id: 'requisition',
    body: () => ({ reason: 'Too much' }),
    own: owners(200),
  },
  'POST /api/customer-portal/requisitions/:id/approval': { id: 'requisition', body: () => ({}), own: owners(409) },
  'POST /api/customer-portal/requisitions/:id/withdrawal': { id: 'requisition', body: () => ({}), own: orderers(409) },
  'GET /api/customer-portal/orders/:id/messages': { id: 'order', own: everyone },
  'POST /api/customer-portal/orders/:id/messages': { id: 'order', body: () => ({ body: 'Hello' }), own: orderers(201) },
  'POST /api/customer-portal/orders/:id/messages/read': {
    id: 'order',
    body: (ids) => ({ messageId: ids.message }),
    own: orderers(200),
  },
  'GET /api/customer-portal/estimates': { own: everyone },
  'GET /api/customer-portal/estimates/:id': { id: 'estimate', own: everyone },
  'GET /api/customer-portal/estimates/:id/document.pdf': { id: 'estimate', own: everyone },
  'POST /api/customer-portal/estimates': { body: (ids) => ({ lines: lines(ids) }), own: orderers(201) },
  'POST /api/customer-portal/estimates/:id/acceptance': {
    id: 'estimate',
    body: () => ({ hash: 'a'.repeat(64) }),
    own: owners(412),
  },
  'POST /api/customer-portal/estimates/:id/refusal': {
    id: 'estimate',
    body: () => ({ hash: 'a'.repeat(64) }),
    own: owners(412),
  },
  'GET /api/customer-portal/invoices': { own: everyone },
  'GET /api/customer-portal/balance': { own: everyone },
  'GET /api/customer-portal/invoices/:id': { id: 'invoice', own: everyone },
  'GET /api/customer-portal/invoices/:id/document.pdf': { id: 'invoice', own: everyone },
  'GET /api/customer-portal/statement.pdf': { own: everyone },
  'GET /api/customer-portal/returns': { own: everyone },
  'PUT /api/customer-portal/returns/:id/photos': { id: 'return', isFile: true, own: orderers(201) },
  'GET /api/customer-portal/returns/:id/photos/:photoId': { id: 'return', own: everyone },
  'GET /api/customer-portal/deliveries/:id': { id: 'shipment', own: everyone },
  'GET /api/customer-portal/deliveries/:id/signature': { id: 'shipment', own: everyone },
  'GET /api/customer-portal/deliveries/:id/proof.pdf': { id: 'shipment', own: everyone },
  'GET /api/customer-portal/orders/:id/returnable': { id: 'order', own: everyone },
  'POST /api/customer-portal/returns': {
    body: (ids) => ({ orderId: ids.order, lines: [{ orderLineId: ids.line, quantity: 1, reason: 'damaged' }] }),
    own: orderers(201),
  },
  'GET /api/customer-portal/recalls': { own: everyone },
  'POST /api/customer-portal/recalls/:id/acknowledgement': {
    id: 'recall',
    body: () => ({ name: 'Ana Ruiz', held: 2 }),
    own: { owner: 200, orderer: 409, viewer: 403 },
  },
  'GET /api/customer-portal/consignments': { own: everyone },
  'POST /api/customer-portal/consignments/:id/counts': {
    id: 'consignment',
    body: (ids) => ({
      countId: randomUUID(),
      countedAt: new Date().toISOString(),
      lines: [{ lotId: ids.lot, counted: 4 }],
    }),
    own: orderers(201),
  },
  'GET /api/customer-portal/shelves': { own: everyone },
  'POST /api/customer-portal/shelves': { body: () => ({ name: randomUUID(), items: [] }), own: orderers(201) },
  'PUT /api/customer-portal/shelves/:id': {
    id: 'shelf',
    body: (ids) => ({ name: 'Ward 3', items: [{ productId: ids.product, par: 30 }] }),
    own: orderers(200),
  },
  'POST /api/customer-portal/shelves/:id/counts': {
    id: 'shelf',
    body: (ids) => ({
      countId: randomUUID(),
      countedAt: new Date().toISOString(),
      lines: [{ productId: ids.product, counted: 4 }],
    }),
    own: orderers(201),
  },
  'POST /api/customer-portal/shelf-products': { body: () => ({ names: ['L1'] }), own: orderers(200) },
  'DELETE /api/customer-portal/shelves/:id': { id: 'spareShelf', own: { owner: 200, orderer: 404, viewer: 403 } },
  // Last, because it removes the user of the requests above.
  'DELETE /api/customer-portal/users/:id': { id: 'user', own: owners(200) },
}
