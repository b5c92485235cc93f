import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { useEffect, useState } from 'react'
import { isOfStorage } from './database.ts'
import { getPhone } from './phone.ts'

/* What a driver has entered at a step and not recorded yet: it outlives the way back and a restart of the browser. */

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

type Step = 'load' | 'deliver' | 'deliver-photos' | 'fail' | 'fail-photos'
export const draftKey = (step: Step, id: string) => `${step} ${id}`

/** What was entered under this key: undefined until the phone has looked, null where there is nothing. */
export function useDraft<T>(key: string): T | null | undefined {
  const [found, setFound] = useState<T | null>()
  useEffect(() => {
    let isOver = false
    void whereThereIsRoom((database) => database.get('drafts', key)).then((draft) => {
      const isOwn = draft && draft.userId === getPhone()?.user.id
      if (!isOver) setFound(isOwn ? (draft.entered as T) : null)
    })
    return () => {
      isOver = true
    }
  }, [key])
  return found
}

/** Writes down each change of what is entered; `initial` is not the driver's. */
export function useSavedDraft<T>(key: string, entered: T, initial: T): void {
  useEffect(() => {
    const userId = getPhone()?.user.id
    if (entered === initial || !userId) return
    const draft: Draft = { key, userId, at: new Date().toISOString(), entered }
    void whereThereIsRoom((database) => database.put('drafts', draft))
  }, [key, entered, initial])
}

export async function deleteDrafts(...keys: readonly string[]): Promise<void> {
  await whereThereIsRoom((database) => Promise.all(keys.map((key) => database.delete('drafts', key))))
}

/** The stop has its end. */
export const deleteDraftsOfStop = (id: string): Promise<void> =>
  deleteDrafts(...(['deliver', 'deliver-photos', 'fail', 'fail-photos'] as const).map((step) => draftKey(step, id)))

const retentionDays = 14

/** What was never recorded. */
export async function deleteOldDrafts(): Promise<void> {
  const before = new Date(Date.now() - retentionDays * 86_400_000).toISOString()
  const drafts = await whereThereIsRoom((database) => database.getAll('drafts'))
  await deleteDrafts(...(drafts ?? []).filter(({ at }) => at < before).map(({ key }) => key))
}
