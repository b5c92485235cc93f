import { z } from 'zod'
import { byId, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { type FieldAccess, route } from '#shared/http/route.ts'
import { priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { AmountInput, Money } from '#shared/money.ts'
import { Coordinates, coordinatesGoTogether } from './coordinates.ts'
import { DeliveryWindows } from './delivery-windows.ts'
import { Labels } from './labels.ts'
import { Owner, OwnerFilter } from './owners.ts'

export const partnerStatuses = ['active', 'inactive'] as const

const partner = {
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  taxNumber: z.string().nullable(),
  status: z.enum(partnerStatuses),
  labels: z.array(z.string()),
  notes: z.string().nullable(),
  lastOrderDate: z.string().nullable(),
  createdAt: Timestamp,
  version: Version,
}

const partnerInput = {
  name: text(200),
  email: optionalText(254).pipe(z.email('is not an email address').nullable()),
  phone: optionalText(40),
  address: optionalText(500),
  country: optionalText(80),
  ...Coordinates,
  taxNumber: optionalText(40),
  status: z.enum(partnerStatuses).default('active'),
  labels: Labels,
  notes: optionalText(4000),
}

export const Supplier = z.object({ ...partner, products: z.number().int() })
export type Supplier = z.infer<typeof Supplier>
const buys = ['crm.view', 'purchaseOrders.view'] as const
/**
 * Users who only manage stock see the names of suppliers; users who buy also see how to reach them; all other fields need more
 * rights.
 */
export const supplierFields = {
  email: buys,
  phone: buys,
  address: buys,
  latitude: buys,
  longitude: buys,
  taxNumber: buys,
  labels: 'crm.view',
  notes: 'crm.view',
} as const satisfies FieldAccess
export const SupplierInput = z.strictObject(partnerInput).refine(...coordinatesGoTogether)

/** Why a customer or supplier can't be deleted now; null if they can. */
export const Deletion = z.object({ reason: z.string().nullable() })

const days = (maximum: number) => {
  const words = `must be between 0 and ${maximum.toLocaleString('en')} days`
  return z.number('must be a whole number').int('must be a whole number').min(0, words).max(maximum, words)
}

/** A customer; `priceTier` sets the default price of a new order line. */
export const Account = z.object({
  ...partner,
  code: z.string().nullable(),
  owner: Owner.nullable(),
  priceTier: z.enum(priceTiers),
  paymentTermsDays: z.number().int(),
  /** Null for the company's default. */
  minShelfLifeDays: z.number().int().nullable(),
  /** The maximum balance due; null is no limit. */
  creditLimit: Money.nullable(),
  /** The customer pays no tax on anything. */
  taxExempt: z.boolean(),
  /** Opening hours for goods, in local time; empty if none were agreed. */
  deliveryWindows: DeliveryWindows,
  deliveryNote: z.string().nullable(),
  orders: z.number().int(),
})
export type Account = z.infer<typeof Account>
/** Users who only sell need neither. */
export const accountFields = {
  taxNumber: 'crm.view',
  labels: 'crm.view',
  notes: 'crm.view',
  owner: 'crm.view',
} as const satisfies FieldAccess
export const AccountInput = z
  .strictObject({
    ...partnerInput,
    code: optionalText(60),
    priceTier: z.enum(priceTiers).default('retail'),
    paymentTermsDays: days(365).default(30),
    minShelfLifeDays: days(3650).nullish(),
    creditLimit: AmountInput.nullish(),
    deliveryWindows: DeliveryWindows.default([]),
    deliveryNote: optionalText(500),
  })
  .refine(...coordinatesGoTogether)

/** Time since the last order. */
export const orderingPaces = ['recent', 'silent', 'never'] as const
/** After this many days without an order a customer is silent. */
export const inactiveAfterDays = 90

/** Filters and sort order of suppliers, for the list, the map and the export. */
export const partnerChoice = {
  /** Searches name, code, email address, phone and tax number, the labels and the notes. */
  q: pageQuery.q,
  status: z.enum(partnerStatuses).optional(),
  label: z.string().max(40).optional(),
  country: z.string().max(80).optional(),
  ordered: z.enum(orderingPaces).optional(),
  sort: sortBy('name', 'createdAt', 'lastOrderDate').default('name'),
} as const
export const callFilters = ['open', 'mine'] as const
export const accountChoice = {
  ...partnerChoice,
  priceTier: z.enum(priceTiers).optional(),
  /** Customers with open call tasks: of anybody, or of the caller and unowned ones. */
  calls: z.enum(callFilters).optional(),
  owner: OwnerFilter.optional(),
} as const

/** Suppliers and customers. */
export const crmApi = {
  listSuppliers: route('GET /api/suppliers', {
    access: ['crm.view', 'inventory.view', 'purchaseOrders.view', 'rawmaterials.view'],
    summary: 'Suppliers.',
    query: z.strictObject({ ...pageQuery, ...partnerChoice }),
    reply: pageOf(Supplier),
    fields: supplierFields,
  }),
  getSupplier: route('GET /api/suppliers/:id', {
    access: ['crm.view', 'inventory.view', 'purchaseOrders.view', 'rawmaterials.view'],
    summary: 'One supplier.',
    params: byId,
    reply: Supplier,
    fields: supplierFields,
  }),
  createSupplier: route('POST /api/suppliers', {
    access: 'crm.edit',
    summary: 'Adds a supplier.',
    body: SupplierInput,
    emits: ['account_updated'],
    reply: Supplier,
    status: 201,
  }),
  updateSupplier: route('PUT /api/suppliers/:id', {
    access: 'crm.edit',
    summary: 'Changes a supplier.',
    params: byId,
    body: SupplierInput,
    emits: ['account_updated'],
    reply: Supplier,
    ifMatch: true,
  }),
  deleteSupplier: route('DELETE /api/suppliers/:id', {
    access: 'crm.delete',
    summary: 'Deletes a supplier; refused while products are bought from them.',
    params: byId,
    emits: ['account_updated'],
    reply: null,
  }),
  getSupplierDeletion: route('GET /api/suppliers/:id/deletion', {
    access: 'crm.delete',
    summary: 'Why a supplier can’t be deleted, in the words of the refusal.',
    params: byId,
    reply: Deletion,
  }),
  listAccounts: route('GET /api/accounts', {
    access: ['crm.view', 'salesOrders.view'],
    summary: 'Customers.',
    query: z.strictObject({ ...pageQuery, ...accountChoice }),
    reply: pageOf(Account),
    fields: accountFields,
  }),
  getAccount: route('GET /api/accounts/:id', {
    access: ['crm.view', 'salesOrders.view'],
    summary: 'One customer; the id of one that was merged into another answers with that other.',
    params: byId,
    reply: Account,
    fields: accountFields,
  }),
  createAccount: route('POST /api/accounts', {
    access: 'crm.edit',
    summary: 'Adds a customer.',
    body: AccountInput,
    emits: ['account_updated'],
    reply: Account,
    status: 201,
  }),
  updateAccount: route('PUT /api/accounts/:id', {
    access: 'crm.edit',
    summary: 'Changes a customer.',
    params: byId,
    body: AccountInput,
    emits: ['account_updated'],
    reply: Account,
    ifMatch: true,
  }),
  deleteAccount: route('DELETE /api/accounts/:id', {
    access: 'crm.delete',
    summary: 'Deletes a customer; refused while orders are open.',
    params: byId,
    emits: ['account_updated'],
    reply: null,
  }),
  getAccountDeletion: route('GET /api/accounts/:id/deletion', {
    access: 'crm.delete',
    summary: 'Why a customer can’t be deleted, in the words of the refusal.',
    params: byId,
    reply: Deletion,
  }),
} as const
