import { z } from 'zod'
import { Id, optionalText, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { type Right, route } from '#shared/http/route.ts'
import { deletedKindNames, deletedKinds, deleteRightOf } from './deleted-kinds.ts'

const Kind = z.enum(deletedKindNames)
const Named = z.object({ kind: Kind, id: Id, name: z.string() })

export const DeletedItem = Named.extend({
  /** Distinguishes records of the same name: a SKU, a code, a customer. */
  detail: z.string().nullable(),
  deletedAt: Timestamp,
  deletedBy: z.object({ id: Id, name: z.string() }).nullable(),
  /** Why it can't be restored; null if it can. */
  notRestorable: z.string().nullable(),
  /** Why it stays archived and can't be deleted permanently; null if it can. */
  kept: z.string().nullable(),
})
export type DeletedItem = z.infer<typeof DeletedItem>

const one = z.strictObject({ kind: Kind, id: Id })
/** Any of these rights opens the endpoint; the right of the kind is checked inside. */
const rights = [...new Set(deletedKindNames.map(deleteRightOf))] as [Right, ...Right[]]

export const withinDays = ['7', '30', '90', '365'] as const

/** Deleted records: who deleted them when, restoring, and deleting permanently. */
export const deletedApi = {
  listDeleted: route('GET /api/deleted-items', {
    access: 'invoices.view',
    summary: 'What was deleted of the kinds that the caller may see, newest first.',
    query: z.strictObject({
      ...pageQuery,
      kind: Kind.optional(),
      by: Id.optional(),
      /** Days back from now. */
      within: z.enum(withinDays).optional(),
      sort: sortBy('deletedAt', 'name').default('-deletedAt'),
    }),
    reply: pageOf(DeletedItem),
  }),
  listDeleters: route('GET /api/deleted-items/people', {
    access: 'invoices.view',
    summary: 'Who has deleted something that is on the list.',
    reply: z.object({ data: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  restore: route('POST /api/deleted-items/:kind/:id/restoration', {
    access: rights,
    summary: `Brings one back; needs the delete right of its module (${Object.keys(deletedKinds).join(', ')}).`,
    params: one,
    body: z
      .strictObject({
        /** A new name, SKU or code, if its own is taken now. */
        as: optionalText(160),
        /** Also restores records that it belongs to, such as a product's category. */
        withParents: z.boolean().default(false),
      })
      .prefault({}),
    emits: [
      'inventory_updated',
      'inventory_transaction',
      'account_updated',
      'sales_order_updated',
      'invoice_updated',
      'shipping_updated',
      'route_updated',
      'trash_updated',
    ],
    reply: z.object({ restored: z.array(Named) }),
  }),
  purge: route('DELETE /api/deleted-items/:kind/:id', {
    access: rights,
    sudo: true,
    summary: 'Deletes for good, which cannot be undone; refused for what documents or ledger rows name.',
    params: one,
    emits: ['trash_updated'],
    reply: null,
  }),
} as const
