import { z } from 'zod'
import { byId, Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Account } from './api.ts'
import { Contact } from '#shared/crm/contacts/api.ts'

/** Fields of the merged customer that can replace those of the remaining one; a group of fields is replaced together. */
export const accountMergeFields = {
  name: 'Name',
  code: 'Code',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  taxNumber: 'Tax number',
  taxExempt: 'Tax exempt',
  status: 'Status',
  owner: 'Account owner',
  priceTier: 'Price tier',
  paymentTermsDays: 'Payment terms',
  creditLimit: 'Credit limit',
  minShelfLifeDays: 'Minimum shelf life',
  delivery: 'Delivery',
  notes: 'About',
} as const
export type AccountMergeField = keyof typeof accountMergeFields
export const contactMergeFields = {
  name: 'Name',
  position: 'Position',
  email: 'Email',
  phone: 'Phone',
  affiliation: 'Works for',
  status: 'Status',
  notes: 'Notes',
} as const
export type ContactMergeField = keyof typeof contactMergeFields

/** Records that move to the remaining customer. */
export const movedKinds = {
  orders: 'Sales orders',
  estimates: 'Estimates',
  invoices: 'Invoices',
  contacts: 'Contacts',
  addresses: 'Addresses',
  notes: 'Notes',
  logins: 'Portal logins',
  prospects: 'Prospects',
  opportunities: 'Sales opportunities',
  recalls: 'Recalls',
} as const
export type MovedKind = keyof typeof movedKinds
const count = z.number().int()
export const Moved = z.object(
  Object.fromEntries(Object.keys(movedKinds).map((kind) => [kind, count])) as Record<MovedKind, typeof count>,
)
export type Moved = z.infer<typeof Moved>

const fieldsOf = <T extends object>(fields: T) =>
  z
    .array(z.enum(Object.keys(fields) as [keyof T & string, ...(keyof T & string)[]]))
    .max(20)
    .default([])

export const duplicateReasons = ['name', 'email', 'phone', 'taxNumber'] as const
export const Duplicate = z.object({
  id: Id,
  name: z.string(),
  /** Distinguishing facts: code, country, company. */
  about: z.string().nullable(),
  by: z.array(z.enum(duplicateReasons)),
})
export type Duplicate = z.infer<typeof Duplicate>
const like = z.strictObject({
  name: z.string().max(200).default(''),
  email: z.string().max(254).default(''),
  phone: z.string().max(40).default(''),
  taxNumber: z.string().max(40).default(''),
})
const duplicates = z.object({ data: z.array(Duplicate) })

/** Duplicates: found before they are created, and merged afterwards. */
export const mergeApi = {
  listAccountTwins: route('GET /api/account-twins', {
    access: 'crm.view',
    summary: 'Possible duplicates of a new customer by similar name or the same email, phone or tax number; up to 5.',
    query: like,
    reply: duplicates,
  }),
  listSupplierTwins: route('GET /api/supplier-twins', {
    access: 'crm.view',
    summary: 'Possible duplicates of a new supplier.',
    query: like,
    reply: duplicates,
  }),
  listContactTwins: route('GET /api/contact-twins', {
    access: 'crm.view',
    summary: 'Possible duplicates of a new contact.',
    query: like.omit({ taxNumber: true }),
    reply: duplicates,
  }),
  listProspectTwins: route('GET /api/prospect-twins', {
    access: 'crm.view',
    summary: 'Possible duplicates of a new prospect among the prospects.',
    query: like.omit({ taxNumber: true }),
    reply: duplicates,
  }),
  previewMerge: route('GET /api/accounts/:id/merge-preview', {
    access: 'crm.delete',
    summary: 'What a merge would move from another customer to this one.',
    params: byId,
    query: z.strictObject({ other: Id }),
    /** `credit` is the customer credit of the other one: it moves, too. */
    reply: z.object({ kept: Account, other: Account, moves: Moved, credit: Money }),
  }),
  mergeAccounts: route('POST /api/accounts/:id/merge', {
    access: 'crm.delete',
    summary:
      'Merges another customer into this one: its records move here, it is deleted and its id redirects here. Cannot be undone.',
    params: byId,
    body: z.strictObject({
      otherId: Id,
      /** The version that was read. */
      otherVersion: count,
      /** Fields that are copied from the other. */
      take: fieldsOf(accountMergeFields),
    }),
    emits: ['account_updated', 'sales_order_updated', 'invoice_updated'],
    reply: z.object({ account: Account, moved: Moved }),
    ifMatch: true,
    idempotency: 'required',
  }),
  mergeContacts: route('POST /api/contacts/:id/merge', {
    access: 'crm.delete',
    summary: 'Merges another contact into this one: it is deleted and its id redirects here. Cannot be undone.',
    params: byId,
    body: z.strictObject({ otherId: Id, otherVersion: count, take: fieldsOf(contactMergeFields) }),
    emits: ['account_updated'],
    reply: Contact,
    ifMatch: true,
    idempotency: 'required',
  }),
} as const
