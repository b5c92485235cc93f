import { z } from 'zod'
import { byId, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { priceTiers } from '#shared/inventory/price-tiers.ts'

export const partnerStatuses = ['active', 'inactive'] as const

const partner = {
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
  status: z.enum(partnerStatuses),
  labels: z.array(z.string()),
  notes: z.string().nullable(),
  lastOrderDate: z.string().nullable(),
  createdAt: Timestamp,
  version: Version,
}

const partnerInput = {
  name: text(200),
  email: optionalText(254).pipe(z.email('is not an e-mail address').nullable()),
  phone: optionalText(40),
  address: optionalText(500),
  country: optionalText(80),
  status: z.enum(partnerStatuses).default('active'),
  labels: z.array(text(40)).max(20).default([]),
  notes: optionalText(4000),
}

export const Supplier = z.object({ ...partner, products: z.number().int() })
export type Supplier = z.infer<typeof Supplier>
export const SupplierInput = z.strictObject(partnerInput)

const days = (most: number) => {
  const words = `must be between 0 and ${most.toLocaleString('en')} days`
  return z.number('must be a whole number').int('must be a whole number').min(0, words).max(most, words)
}

/** A customer of ours; `priceTier` decides which price a new order line starts with. */
export const Account = z.object({
  ...partner,
  code: z.string().nullable(),
  priceTier: z.enum(priceTiers),
  paymentTermsDays: z.number().int(),
  /** Null: the company's default holds. */
  minShelfLifeDays: z.number().int().nullable(),
  orders: z.number().int(),
})
export type Account = z.infer<typeof Account>
export const AccountInput = z.strictObject({
  ...partnerInput,
  code: optionalText(60),
  priceTier: z.enum(priceTiers).default('retail'),
  paymentTermsDays: days(365).default(30),
  minShelfLifeDays: days(3650).nullish(),
})

const partnerQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(partnerStatuses).optional(),
  label: z.string().max(40).optional(),
  sort: sortBy('name', 'createdAt', 'lastOrderDate').default('name'),
})

/** Who we buy from and who buys from us. */
export const crmApi = {
  listSuppliers: route('GET /api/suppliers', {
    access: ['crm.view', 'inventory.view', 'purchaseOrders.view', 'rawmaterials.view'],
    summary: 'Suppliers.',
    query: partnerQuery,
    reply: pageOf(Supplier),
  }),
  getSupplier: route('GET /api/suppliers/:id', {
    access: ['crm.view', 'inventory.view', 'purchaseOrders.view', 'rawmaterials.view'],
    summary: 'One supplier.',
    params: byId,
    reply: Supplier,
  }),
  createSupplier: route('POST /api/suppliers', {
    access: 'crm.edit',
    summary: 'Adds a supplier.',
    body: SupplierInput,
    reply: Supplier,
    status: 201,
  }),
  updateSupplier: route('PUT /api/suppliers/:id', {
    access: 'crm.edit',
    summary: 'Changes a supplier.',
    params: byId,
    body: SupplierInput,
    reply: Supplier,
    ifMatch: true,
  }),
  deleteSupplier: route('DELETE /api/suppliers/:id', {
    access: 'crm.delete',
    summary: 'Takes a supplier off the lists; refused while products are bought from them.',
    params: byId,
    reply: null,
  }),
  listAccounts: route('GET /api/accounts', {
    access: ['crm.view', 'salesOrders.view'],
    summary: 'Customers.',
    query: partnerQuery,
    reply: pageOf(Account),
  }),
  getAccount: route('GET /api/accounts/:id', {
    access: ['crm.view', 'salesOrders.view'],
    summary: 'One customer.',
    params: byId,
    reply: Account,
  }),
  createAccount: route('POST /api/accounts', {
    access: 'crm.edit',
    summary: 'Adds a customer.',
    body: AccountInput,
    reply: Account,
    status: 201,
  }),
  updateAccount: route('PUT /api/accounts/:id', {
    access: 'crm.edit',
    summary: 'Changes a customer.',
    params: byId,
    body: AccountInput,
    reply: Account,
    ifMatch: true,
  }),
  deleteAccount: route('DELETE /api/accounts/:id', {
    access: 'crm.delete',
    summary: 'Takes a customer off the lists; refused while orders are open.',
    params: byId,
    reply: null,
  }),
} as const
