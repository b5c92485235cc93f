import type { Module } from '#shared/access/roles.ts'
import type { EventName } from '#shared/http/event-names.ts'
import type { Policy } from './access-policy.ts'

/* The access policy of fields and events, stated by hand, separately from the code. */

const buyers = ['crm.view', 'purchaseOrders.view'] as const
const partnerFields = { taxNumber: 'crm.view', labels: 'crm.view', notes: 'crm.view' } as const
const customerFields = { ...partnerFields, owner: 'crm.view' } as const
const supplierFields = {
  ...partnerFields,
  taxNumber: buyers,
  email: buyers,
  phone: buyers,
  address: buyers,
  latitude: buyers,
  longitude: buyers,
} as const

/** Fields of a response that need another permission beyond that of the route. */
export const fieldPolicy: Record<string, Record<string, Policy>> = {
  'GET /api/suppliers': supplierFields,
  'GET /api/suppliers/:id': supplierFields,
  'GET /api/accounts': customerFields,
  'GET /api/accounts/:id': customerFields,
  'GET /api/products': { cost: 'inventory.view', supplierCode: 'inventory.view' },
  'GET /api/settings': {
    inventory: ['inventory.view', 'rawmaterials.view', 'purchaseOrders.view', 'salesOrders.view'],
    purchasing: 'purchaseOrders.view',
    numbering: 'administrators',
    tax: ['salesOrders.view', 'salesOrders.edit', 'invoices.view'],
    reminders: 'invoices.view',
    security: 'administrators',
  },
}

/** Secrets, and the only modules whose view permission shows them in any response; administrators see all of them. */
export const secretPolicy = {
  supplierTaxNumber: ['crm', 'purchaseOrders'],
  supplierNotes: ['crm'],
  supplierLabel: ['crm'],
  supplierEmail: ['crm', 'purchaseOrders'],
  customerTaxNumber: ['crm'],
  customerNotes: ['crm'],
  productCost: ['inventory', 'purchaseOrders'],
  approvalLimit: ['purchaseOrders'],
  taxRate: ['salesOrders', 'invoices'],
  deletedCustomer: [],
  deletedProduct: [],
  deletedPurchase: [],
  deletedOrder: [],
} as const satisfies Record<string, readonly Module[]>

/** For each change, its event and the modules whose users receive it. */
export const eventPolicy: Record<string, { event: EventName; areas: readonly Module[] }> = {
  'a customer is changed': { event: 'account_updated', areas: ['crm'] },
  'a supplier is changed': { event: 'account_updated', areas: ['crm'] },
  'a user is changed': { event: 'account_updated', areas: ['users'] },
  'a product is changed': { event: 'inventory_updated', areas: ['inventory'] },
  'a raw material is changed': { event: 'inventory_updated', areas: ['inventory', 'rawmaterials'] },
  'a raw material arrives': { event: 'inventory_updated', areas: ['inventory', 'rawmaterials'] },
  'a purchase order is written': { event: 'inventory_transaction', areas: ['inventory', 'purchaseOrders'] },
  'a purchase order is placed': { event: 'inventory_transaction', areas: ['inventory', 'purchaseOrders'] },
  'a sales order is written': { event: 'sales_order_updated', areas: ['salesOrders'] },
  'an invoice is issued': { event: 'invoice_updated', areas: ['invoices'] },
  'sales figures change': { event: 'sales_report_updated', areas: ['invoices'] },
  'a parcel is made': { event: 'shipping_updated', areas: ['shipping'] },
}
