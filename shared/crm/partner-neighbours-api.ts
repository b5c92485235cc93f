import { z } from 'zod'
import { byId, Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { accountChoice, partnerChoice } from './api.ts'

const beside = z.object({ previous: Id.nullable(), next: Id.nullable() })

/** Who stands beside a customer or a supplier in a filtered list. */
export const partnerNeighboursApi = {
  getAccountNeighbours: route('GET /api/accounts/:id/neighbours', {
    access: ['crm.view', 'salesOrders.view'],
    summary: 'The customers before and after this one in a filtered list.',
    params: byId,
    query: z.strictObject(accountChoice),
    reply: beside,
  }),
  getSupplierNeighbours: route('GET /api/suppliers/:id/neighbours', {
    access: ['crm.view', 'inventory.view', 'purchaseOrders.view', 'rawmaterials.view'],
    summary: 'The suppliers before and after this one in a filtered list.',
    params: byId,
    query: z.strictObject(partnerChoice),
    reply: beside,
  }),
} as const
