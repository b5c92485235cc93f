import { type DBSchema, openDB } from 'idb'

/** What the customer has bought, or stock of ours that is at theirs. */
export type CountKind = 'shelf' | 'consignment'

/** What somebody has counted of a shelf so far. */
export interface CountDraft {
  /** User and shelf. */
  key: string
  userId: string
  shelfId: string
  /** Pieces by product, or by lot. */
  counted: Record<string, number>
}

/** A finished count that the server has not taken yet. */
export interface UnsentCount {
  /** Also its Idempotency-Key: sent twice, it counts once. */
  countId: string
  userId: string
  kind: CountKind
  /** Of consignment stock: the location's. */
  shelfId: string
  shelfName: string
  countedAt: string
  /** By product; of consignment stock by lot. */
  lines: { key: string; counted: number }[]
  /** What the server said against it: it is not sent again by itself. */
  problem?: string
}

interface Schema extends DBSchema {
  drafts: { key: string; value: CountDraft }
  unsent: { key: string; value: UnsentCount; indexes: { byUser: string } }
}

let opened: ReturnType<typeof openDB<Schema>> | undefined

/** What the browser keeps of counts, also over restarts. */
function database() {
  opened ??= openDB<Schema>('wardstock-shelf', 1, {
    upgrade(made) {
      made.createObjectStore('drafts', { keyPath: 'key' })
      made.createObjectStore('unsent', { keyPath: 'countId' }).createIndex('byUser', 'userId')
    },
  })
  return opened
}

/** What was tapped is on the disk when this is done. */
const durably = { durability: 'strict' } as const
const keyOf = (userId: string, shelfId: string) => `${userId}/${shelfId}`

export async function readDraft(userId: string, shelfId: string): Promise<CountDraft['counted']> {
  return (await (await database()).get('drafts', keyOf(userId, shelfId)))?.counted ?? {}
}

export async function saveDraft(userId: string, shelfId: string, counted: CountDraft['counted']): Promise<void> {
  const tx = (await database()).transaction('drafts', 'readwrite', durably)
  await Promise.all([tx.store.put({ key: keyOf(userId, shelfId), userId, shelfId, counted }), tx.done])
}

/** The draft becomes a count that waits to be sent, both or neither. */
export async function finishDraft(count: UnsentCount): Promise<void> {
  const tx = (await database()).transaction(['drafts', 'unsent'], 'readwrite', durably)
  await Promise.all([
    tx.objectStore('unsent').put(count),
    tx.objectStore('drafts').delete(keyOf(count.userId, count.shelfId)),
    tx.done,
  ])
}

/** Oldest first. */
export async function listUnsent(userId: string): Promise<UnsentCount[]> {
  const rows = await (await database()).getAllFromIndex('unsent', 'byUser', userId)
  return rows.toSorted((a, b) => (a.countedAt < b.countedAt ? -1 : 1))
}

export async function dropUnsent(countId: string): Promise<void> {
  await (await database()).delete('unsent', countId)
}

export async function noteProblem(count: UnsentCount, problem: string): Promise<void> {
  await (await database()).put('unsent', { ...count, problem })
}
