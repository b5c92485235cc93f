import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { isOfStorage } from './database.ts'

/** A driver's unfinished input of a step; survives going back and restarting the browser. */
interface Draft {
  /** The step, and the id of its route or stop. */
  key: string
  userId: string
  at: string
  entered: unknown
}
interface Schema extends DBSchema {
  drafts: { key: string; value: Draft }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

// A separate database: upgrading the other one would wait until all old tabs are closed.
const openDrafts = () =>
  (opened ??= openDB<Schema>('wardstock-driver-drafts', 1, {
    upgrade: (database) => void database.createObjectStore('drafts', { keyPath: 'key' }),
  }))

/** When storage is full, goes on without drafts: the error is shown when something can't be recorded. */
async function whereThereIsRoom<T>(act: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> {
  try {
    return await act(await openDrafts())
  } catch (error) {
    if (!isOfStorage(error)) throw error
    return null
  }
}

/** Null if this driver has no such draft. */
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

/** Deletes old drafts that were never recorded. */
export async function deleteOldDrafts(): Promise<void> {
  const before = new Date(Date.now() - retentionDays * 86_400_000).toISOString()
  const drafts = await whereThereIsRoom((database) => database.getAll('drafts'))
  await deleteDrafts((drafts ?? []).filter(({ at }) => at < before).map(({ key }) => key))
}
