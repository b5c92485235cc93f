import { z } from 'zod'
import { byId } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { addressKinds } from './address-kinds.ts'
import { PostalAddress } from './postal-address.ts'

/** An address that a customer's document can have. */
export const OfferedAddress = PostalAddress.extend({
  /** Null for the main address, which serves all purposes. */
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
