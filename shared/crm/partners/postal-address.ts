import { z } from 'zod'
import { Id, optionalText, text } from '#shared/fields.ts'
import { inOneLine } from '#shared/in-one-line.ts'

/** A shipping or billing address: the customer's current one, or the copy in a document. */
export const PostalAddress = z.object({
  /** Null for the customer's main address, and for a deleted one. */
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

/** The addresses of a document: ids of its customer's addresses, or null for the main one. */
export const addressChoice = { shipToId: Id.nullish(), billToId: Id.nullish() }

/** In one line, for timelines and selects. */
export const addressLine = ({ name, address, country }: Omit<PostalAddress, 'id'>): string =>
  [name, address && inOneLine(address), country].filter(Boolean).join(', ') || 'No address'
