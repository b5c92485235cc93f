import { z } from 'zod'
import { route } from '#shared/http/route.ts'

/** The name of a list, under which its settings and views are stored. */
export const listName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]{0,39}$/, 'is not a name')

/** A user's settings of a list. */
export const ListChoice = z.strictObject({
  /** The ids of the columns shown, in their order; the first column is always shown and not among them. */
  columns: z.array(listName).max(60, 'has too many columns'),
  compact: z.boolean(),
})
export type ListChoice = z.infer<typeof ListChoice>

/** Each user's settings of each list: stored with the account, so that they are the same on every device. */
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
