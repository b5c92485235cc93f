import { z } from 'zod'
import { route } from '#shared/http/route.ts'

/** What a list is called where choices and views of it are kept. */
export const listName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]{0,39}$/, 'is not a name')

/** How somebody likes a list. */
export const ListChoice = z.strictObject({
  /** The ids of the columns shown, in their order; the first column is always shown and not among them. */
  columns: z.array(listName).max(60, 'has too many columns'),
  compact: z.boolean(),
})
export type ListChoice = z.infer<typeof ListChoice>

/** How each user likes each list: kept with the account, so that it is the same on every machine. */
export const listSettingsApi = {
  getListSettings: route('GET /api/list-settings', {
    access: 'staff',
    summary: 'How the caller likes the lists that they have set up.',
    reply: z.object({ data: z.array(ListChoice.extend({ list: z.string() })) }),
  }),
  putListSettings: route('PUT /api/list-settings/:list', {
    access: 'staff',
    summary: 'Keeps how the caller likes a list.',
    params: z.strictObject({ list: listName }),
    body: ListChoice,
    emits: [],
    reply: null,
  }),
  forgetListSettings: route('DELETE /api/list-settings/:list', {
    access: 'staff',
    summary: 'Shows a list as it comes.',
    params: z.strictObject({ list: listName }),
    emits: [],
    reply: null,
  }),
} as const
