import { z } from 'zod'
import { byId } from '#shared/fields.ts'
import { Beside } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { accountChoice, partnerChoice } from './api.ts'
import { contactChoice } from '#shared/crm/contacts/api.ts'
import { opportunityListChoice } from '#shared/crm/opportunities/api.ts'
import { prospectChoice } from '#shared/crm/prospects/api.ts'

/** The previous and the next record in a filtered list of the address book, the partners and the pipeline. */
export const crmNeighboursApi = {
  getAccountNeighbours: route('GET /api/accounts/:id/neighbours', {
    access: ['crm.view', 'salesOrders.view'],
    summary: 'The customers before and after this one in a filtered list.',
    params: byId,
    query: z.strictObject(accountChoice),
    reply: Beside,
  }),
  getSupplierNeighbours: route('GET /api/suppliers/:id/neighbours', {
    access: ['crm.view', 'inventory.view', 'purchaseOrders.view', 'rawmaterials.view'],
    summary: 'The suppliers before and after this one in a filtered list.',
    params: byId,
    query: z.strictObject(partnerChoice),
    reply: Beside,
  }),
  getContactNeighbours: route('GET /api/contacts/:id/neighbours', {
    access: 'crm.view',
    summary: 'The contacts before and after this one in a filtered address book.',
    params: byId,
    query: z.strictObject(contactChoice),
    reply: Beside,
  }),
  getProspectNeighbours: route('GET /api/prospects/:id/neighbours', {
    access: 'crm.view',
    summary: 'The prospects before and after this one in a filtered list.',
    params: byId,
    query: z.strictObject(prospectChoice),
    reply: Beside,
  }),
  getOpportunityNeighbours: route('GET /api/opportunities/:id/neighbours', {
    access: 'crm.view',
    summary: 'The opportunities before and after this one in a filtered list.',
    params: byId,
    query: z.strictObject(opportunityListChoice),
    reply: Beside,
  }),
} as const
