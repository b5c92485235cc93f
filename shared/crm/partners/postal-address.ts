import { z } from 'zod'
import { byId, Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { addressKinds } from './address-kinds.ts'

/** Where goods or an invoice go: an address of the customer as it is, or as it was when it was written down. */
export const PostalAddress = z.object({
  /** Null of the customer's main address, and of one that has been deleted. */
  id: Id.nullable(),
  /** "Dock 3" */
  name: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
})
export type PostalAddress = z.infer<typeof PostalAddress>

/** Chosen for a document: an address of its customer, or null for the main one. */
export const addressChoice = { shipToId: Id.nullish(), billToId: Id.nullish() }

/** An address that a customer's document can have. */
export const OfferedAddress = PostalAddress.extend({
  /** Null of the main one, which is for everything. */
  kind: z.enum(addressKinds).nullable(),
  isShippingDefault: z.boolean(),
  isBillingDefault: z.boolean(),
})
export type OfferedAddress = z.infer<typeof OfferedAddress>

export const postalAddressesApi = {
  listPostalAddresses: route('GET /api/accounts/:id/postal-addresses', {
    access: ['salesOrders.view', 'crm.view'],
    summary: 'Where goods and invoices of a customer can go, the main address first, the usual ones marked.',
    params: byId,
    reply: z.object({ data: z.array(OfferedAddress) }),
  }),
} as const

/** In one line: for timelines and choices. */
export const addressLine = ({ name, address, country }: Omit<PostalAddress, 'id'>): string =>
  [name, address?.replaceAll(/\s*\n\s*/g, ', '), country].filter(Boolean).join(', ') || 'No address'
