import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { isOfStorage } from './database.ts'

/** What a driver has entered at a step and not recorded yet: it outlives the way back and a restart of the browser. */
interface Draft {
  /** Step and the route or stop that it is of. */
  key: string
  userId: string
  at: string
  entered: unknown
}
interface Schema extends DBSchema {
  drafts: { key: string; value: Draft }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

// A database of its own: a new version of the other one would wait for every old tab to be closed.
const openDrafts = () =>
  (opened ??= openDB<Schema>('wardstock-driver-drafts', 1, {
    upgrade: (database) => void database.createObjectStore('drafts', { keyPath: 'key' }),
  }))

/** A phone without room goes on without drafts: what can't be recorded says so by itself. */
async function whereThereIsRoom<T>(act: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> {
  try {
    return await act(await openDrafts())
  } catch (error) {
    if (!isOfStorage(error)) throw error
    return null
  }
}

/** Null where there is none of this driver. */
export async function readDraft(userId: string, key: string): Promise<unknown> {
  const draft = await whereThereIsRoom((database) => database.get('drafts', key))
  return draft?.userId === userId ? draft.entered : null
}

export async function saveDraft(userId: string, key: string, entered: unknown): Promise<void> {
  const draft: Draft = { key, userId, at: new Date().toISOString(), entered }
  await whereThereIsRoom((database) => database.put('drafts', draft))
}

export async function deleteDrafts(keys: readonly string[]): Promise<void> {
  await whereThereIsRoom((database) => Promise.all(keys.map((key) => database.delete('drafts', key))))
}

const retentionDays = 14

/** What was never recorded. */
export async function deleteOldDrafts(): Promise<void> {
  const before = new Date(Date.now() - retentionDays * 86_400_000).toISOString()
  const drafts = await whereThereIsRoom((database) => database.getAll('drafts'))
  await deleteDrafts((drafts ?? []).filter(({ at }) => at < before).map(({ key }) => key))
}
