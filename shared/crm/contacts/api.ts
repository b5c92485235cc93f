import { z } from 'zod'
import { byId, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { partnerStatuses } from '#shared/crm/partners/api.ts'

const affiliated = z.object({ id: Id, name: z.string() })

/** A contact person: at a customer, at a supplier, or elsewhere. */
export const Contact = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Their position: "Head of purchasing". */
  position: z.string().nullable(),
  /** At most one of the three is set. */
  account: affiliated.nullable(),
  supplier: affiliated.nullable(),
  affiliation: z.string().nullable(),
  status: z.enum(partnerStatuses),
  notes: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
})
export type Contact = z.infer<typeof Contact>

export const ContactInput = z
  .strictObject({
    name: text(200),
    email: optionalText(254).pipe(z.email('is not an email address').nullable()),
    phone: optionalText(40),
    position: optionalText(120),
    accountId: Id.nullish(),
    supplierId: Id.nullish(),
    /** Their company as text, if it is neither a customer nor a supplier of ours. */
    affiliation: optionalText(200),
    status: z.enum(partnerStatuses).default('active'),
    notes: optionalText(4000),
  })
  .refine(
    ({ accountId, supplierId, affiliation }) =>
      [accountId, supplierId, affiliation].filter((one) => one != null).length < 2,
    { path: ['affiliation'], message: 'must be one customer, one supplier or a text' },
  )

/** Filters and sort order of the address book. */
export const contactChoice = {
  q: pageQuery.q,
  status: z.enum(partnerStatuses).optional(),
  /** Where they work. */
  at: z.enum(['customer', 'supplier', 'other', 'nobody']).optional(),
  account: Id.optional(),
  supplier: Id.optional(),
  sort: sortBy('name', 'createdAt', 'updatedAt').default('name'),
} as const

/** The address book. */
export const contactsApi = {
  listContacts: route('GET /api/contacts', {
    access: 'crm.view',
    summary: 'The address book: contacts with their affiliation.',
    query: z.strictObject({ ...pageQuery, ...contactChoice }),
    reply: pageOf(Contact),
  }),
  getContact: route('GET /api/contacts/:id', {
    access: 'crm.view',
    summary: 'One contact; the id of one that was merged into another answers with that other.',
    params: byId,
    reply: Contact,
  }),
  createContact: route('POST /api/contacts', {
    access: 'crm.edit',
    summary: 'Adds a contact.',
    body: ContactInput,
    emits: ['account_updated'],
    reply: Contact,
    status: 201,
  }),
  updateContact: route('PUT /api/contacts/:id', {
    access: 'crm.edit',
    summary: 'Changes a contact.',
    params: byId,
    body: ContactInput,
    emits: ['account_updated'],
    reply: Contact,
    ifMatch: true,
  }),
  changeContact: route('PATCH /api/contacts/:id', {
    access: 'crm.edit',
    summary: 'Updates fields in bulk without a version check; `unlink` removes the customer or supplier.',
    params: byId,
    body: z
      .strictObject({ status: z.enum(partnerStatuses).optional(), unlink: z.literal(true).optional() })
      .refine((value) => Object.keys(value).length > 0, 'contains no changes'),
    emits: ['account_updated'],
    reply: Contact,
  }),
  deleteContact: route('DELETE /api/contacts/:id', {
    access: 'crm.delete',
    summary: 'Deletes a contact.',
    params: byId,
    emits: ['account_updated'],
    reply: null,
  }),
} as const
