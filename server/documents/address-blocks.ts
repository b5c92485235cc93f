import { addressLine, type PostalAddress } from '#shared/crm/partners/postal-address.ts'
import type { DocumentBlock } from './document-content.ts'

/** The shipping address, if it differs from the document's. */
export const shipToBlock = (name: string, billTo: PostalAddress, shipTo: PostalAddress): DocumentBlock[] =>
  addressLine(billTo) === addressLine(shipTo) ? [] : [['Ship to', [name, shipTo.name, shipTo.address, shipTo.country]]]
