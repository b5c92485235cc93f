import { type DBSchema, openDB } from 'idb'

/** Goods that the customer has bought, or our consignment stock. */
export type CountKind = 'shelf' | 'consignment'

/** A count in progress. */
export interface CountDraft {
  /** User id and shelf id. */
  key: string
  userId: string
  shelfId: string
  /** Pieces by product id or lot id. */
  counted: Record<string, number>
}

/** A finished count that the server has not accepted yet. */
export interface UnsentCount {
  /** Also its idempotency key: sent twice, it counts once. */
  countId: string
  userId: string
  kind: CountKind
  /** For consignment stock, the location's id. */
  shelfId: string
  shelfName: string
  countedAt: string
  /** Keys are product ids; for consignment stock, lot ids. */
  lines: { key: string; counted: number }[]
  /** Why the server refused it; then it is not retried automatically. */
  problem?: string
}

interface Schema extends DBSchema {
  drafts: { key: string; value: CountDraft }
  unsent: { key: string; value: UnsentCount; indexes: { byUser: string } }
}

let opened: ReturnType<typeof openDB<Schema>> | undefined

/** IndexedDB of counts, which survives restarts. */
function database() {
  opened ??= openDB<Schema>('wardstock-shelf', 1, {
    upgrade(made) {
      made.createObjectStore('drafts', { keyPath: 'key' })
      made.createObjectStore('unsent', { keyPath: 'countId' }).createIndex('byUser', 'userId')
    },
  })
  return opened
}

/** Write to disk before the transaction completes, so that no tap is lost. */
const durably = { durability: 'strict' } as const
const keyOf = (userId: string, shelfId: string) => `${userId}/${shelfId}`

export async function readDraft(userId: string, shelfId: string): Promise<CountDraft['counted']> {
  return (await (await database()).get('drafts', keyOf(userId, shelfId)))?.counted ?? {}
}

export async function saveDraft(userId: string, shelfId: string, counted: CountDraft['counted']): Promise<void> {
  const tx = (await database()).transaction('drafts', 'readwrite', durably)
  await Promise.all([tx.store.put({ key: keyOf(userId, shelfId), userId, shelfId, counted }), tx.done])
}

/** Turns the draft into an unsent count, in one transaction. */
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
