import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Role } from '#shared/access/roles.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { listViewsApi, ListViewContent, SavedListView } from '#shared/settings/list-views-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { savedByName } from '#server/kernel/saved-by-name.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

interface Row {
  id: string
  name: string
  content: ListViewContent
  shared_with: Role[]
  owner_id: string
  owner: string
  is_default: boolean
  updated_at: string
  version: number
}
type Viewer = Pick<Caller, 'userId' | 'role'>

const isSeenBy = ({ userId, role }: Viewer) => sql`(v.owner_id = ${userId} or ${role} = any(v.shared_with))`

async function readViews(db: Db | Tx, viewer: Viewer, where: RawBuilder<unknown>): Promise<SavedListView[]> {
  const { rows } =
    await sql<Row>`select v.id, v.name, v.content, v.shared_with, v.owner_id, u.name as owner, v.updated_at,
      v.version, d.view_id is not null as is_default
    from list_views v join users u on u.id = v.owner_id
    left join list_view_defaults d on d.view_id = v.id and d.user_id = ${viewer.userId}
    where ${isSeenBy(viewer)} and ${where} order by lower(v.name), v.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    content: row.content,
    sharedWith: row.shared_with,
    isOwn: row.owner_id === viewer.userId,
    owner: row.owner,
    isDefault: row.is_default,
    updatedAt: row.updated_at,
    version: row.version,
  }))
}

export const listViews = (db: Db, viewer: Viewer, list: string) => readViews(db, viewer, sql`v.list = ${list}`)

/** Throws NOT_FOUND, also for another user's view that is not shared with the caller. */
async function getView(tx: Db | Tx, viewer: Viewer, id: string): Promise<SavedListView> {
  const [view] = await readViews(tx, viewer, sql`v.id = ${id}`)
  if (!view) throw new Refusal('NOT_FOUND')
  return view
}

type Body = RequestOf<(typeof listViewsApi.createView)['spec']>['body']

export async function createView(work: Work, { list, name, content, sharedWith }: Body): Promise<SavedListView> {
  const { userId } = work.caller
  await views.checkRoom(work, sql`list = ${list}`)
  const id = newId()
  const made = await work.tx
    .insertInto('list_views')
    .values({
      id,
      list,
      owner_id: userId,
      name,
      content: JSON.stringify(content),
      shared_with: [...new Set(sharedWith)],
    })
    .onConflict((oc) => oc.expression(sql`owner_id, list, lower(name)`).doNothing())
    .executeTakeFirstOrThrow()
  if (made.numInsertedOrUpdatedRows === 0n) throw views.taken()
  work.audit('view.created', 'list_view', id, { list, name, sharedWith })
  return getView(work.tx, work.caller, id)
}

/** Throws NOT_FOUND, FORBIDDEN for another user's view, VERSION_CONFLICT, ALREADY_EXISTS. */
export async function updateView(
  work: Work,
  id: string,
  version: number,
  { name, content, sharedWith }: Omit<Body, 'list'>,
): Promise<SavedListView> {
  await views.lockFor(work, id, version, name)
  await work.tx
    .updateTable('list_views')
    .set({
      name,
      content: JSON.stringify(content),
      shared_with: [...new Set(sharedWith)],
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  // Users who don't see the view any more lose it as their default.
  await sql`delete from list_view_defaults d using list_views v, users u
    where v.id = ${id} and d.view_id = v.id and u.id = d.user_id and u.id <> v.owner_id
      and not u.role = any(v.shared_with)`.execute(work.tx)
  work.audit('view.updated', 'list_view', id, { name, sharedWith })
  return getView(work.tx, work.caller, id)
}

/** Throws NOT_FOUND, FORBIDDEN for another user's view. */
export async function deleteView(work: Work, id: string): Promise<void> {
  const name = await views.remove(work, id)
  work.audit('view.deleted', 'list_view', id, { name })
}

/** Throws NOT_FOUND for a view that the caller may not see, or of another list. */
export async function setDefaultView(work: Work, list: string, id: string | null): Promise<void> {
  const { userId } = work.caller
  if (id === null) {
    await sql`delete from list_view_defaults where user_id = ${userId} and list = ${list}`.execute(work.tx)
  } else {
    const set = await work.tx
      .insertInto('list_view_defaults')
      .columns(['user_id', 'list', 'view_id'])
      .expression(sql`select ${userId}, v.list, v.id from list_views v
      where v.id = ${id} and v.list = ${list} and ${isSeenBy(work.caller)} for share of v`)
      .onConflict((oc) =>
        oc.columns(['user_id', 'list']).doUpdateSet((eb) => ({ view_id: eb.ref('excluded.view_id') })),
      )
      .executeTakeFirstOrThrow()
    if (set.numInsertedOrUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
  }
  work.audit('view.defaulted', 'user', userId, { list, view: id })
}

/** Up to so many of each list. */
const views = savedByName({
  table: 'list_views',
  noun: 'view',
  maxCount: 50,
  place: sql`v.list = mine.list`,
  get: getView,
})
