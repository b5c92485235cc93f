import { type DBSchema, openDB } from 'idb'

/** Photos that were picked but not sent yet. */
interface PhotoDraft {
  /** User id and form name. */
  key: string
  photos: readonly Blob[]
  savedAt: number
}

interface Schema extends DBSchema {
  drafts: { key: string; value: PhotoDraft }
}

/** Unsent photos of hospital wards must not stay on a shared device for ever. */
const maxAgeMs = 14 * 24 * 60 * 60 * 1000

let opened: ReturnType<typeof open> | undefined

async function open() {
  const database = await openDB<Schema>('wardstock-photos', 1, {
    upgrade: (made) => void made.createObjectStore('drafts', { keyPath: 'key' }),
  })
  for (const { key, savedAt } of await database.getAll('drafts'))
    if (savedAt < Date.now() - maxAgeMs) await database.delete('drafts', key)
  return database
}

const store = () => (opened ??= open())

export async function readPhotos(key: string): Promise<readonly Blob[]> {
  return (await (await store()).get('drafts', key))?.photos ?? []
}

export async function savePhotos(key: string, photos: readonly Blob[]): Promise<void> {
  const database = await store()
  if (photos.length === 0) await database.delete('drafts', key)
  else await database.put('drafts', { key, photos, savedAt: Date.now() })
}
