import { z } from 'zod'
import { roles } from '#shared/access/roles.ts'
import { byId, Id, text, Timestamp, Version } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { ListChoice, listName } from './list-settings-api.ts'

/** Roles that views can be shared with; customers see no lists. */
export const sharedRoles = roles.filter((role) => role !== 'customer')

/** The content of a view: the list parameters for filters, sort order and layout, and the columns. */
const ListViewContent = z.strictObject({
  /** Search parameters without the page: `sort=-name&status=Active`. */
  query: text(2000, 0),
  /** Null: the user's own settings of the list. */
  choice: ListChoice.nullable(),
})
export type ListViewContent = z.infer<typeof ListViewContent>

const ListViewBody = z.strictObject({
  name: text(60),
  content: ListViewContent,
  /** All users of these roles see it, too. */
  sharedWith: z.array(z.enum(sharedRoles)).max(sharedRoles.length).default([]),
})

export const SavedListView = z.object({
  id: Id,
  name: z.string(),
  content: ListViewContent,
  sharedWith: z.array(z.enum(roles)),
  /** Only its owner can change it. */
  isOwn: z.boolean(),
  owner: z.string(),
  /** The caller's default view of the list. */
  isDefault: z.boolean(),
  updatedAt: Timestamp,
  version: Version,
})
export type SavedListView = z.infer<typeof SavedListView>

/** Saved views of lists: private unless shared with a role. */
export const listViewsApi = {
  listViews: route('GET /api/list-views', {
    access: 'staff',
    summary: 'The saved views of one list that the caller may see: their own, and those shared with their role.',
    query: z.strictObject({ list: listName }),
    reply: z.object({ data: z.array(SavedListView) }),
  }),
  createView: route('POST /api/list-views', {
    access: 'staff',
    summary: 'Saves a view of a list under a name of its own.',
    body: ListViewBody.extend({ list: listName }),
    emits: ['list_view_updated'],
    reply: SavedListView,
    status: 201,
  }),
  updateView: route('PUT /api/list-views/:id', {
    access: 'staff',
    summary: 'Changes an own view: content, name and sharing.',
    params: byId,
    body: ListViewBody,
    emits: ['list_view_updated'],
    reply: SavedListView,
    ifMatch: true,
  }),
  deleteView: route('DELETE /api/list-views/:id', {
    access: 'staff',
    summary: 'Deletes an own view for everyone it is shared with.',
    params: byId,
    emits: ['list_view_updated'],
    reply: null,
  }),
  setDefaultView: route('PUT /api/list-view-defaults/:list', {
    access: 'staff',
    summary: 'With which view a list opens for the caller; null: with none.',
    params: z.strictObject({ list: listName }),
    body: z.strictObject({ view: Id.nullable() }),
    emits: ['list_view_updated'],
    reply: null,
  }),
} as const
