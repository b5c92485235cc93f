import { z } from 'zod'
import { Id, optionalText, text } from '#shared/fields.ts'
import { inOneLine } from '#shared/in-one-line.ts'

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

/** A delivery address that a customer enters with an order. */
export const NewShipTo = z.strictObject({ name: optionalText(120), address: text(500), country: optionalText(80) })
export type NewShipTo = z.output<typeof NewShipTo>

/** Chosen for a document: an address of its customer, or null for the main one. */
export const addressChoice = { shipToId: Id.nullish(), billToId: Id.nullish() }

/** In one line: for timelines and choices. */
export const addressLine = ({ name, address, country }: Omit<PostalAddress, 'id'>): string =>
  [name, address && inOneLine(address), country].filter(Boolean).join(', ') || 'No address'
