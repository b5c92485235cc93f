import { useEffect, useState } from 'react'
import { useUser } from '#web/session/session.ts'
import { readPhotos, savePhotos } from './photo-store.ts'

/** Picked photos, stored in this browser for its user until they are sent, as ../use-draft.ts does for text. */
export function usePhotoDraft(name: string) {
  const key = `${useUser().id}/${name}`
  const [photos, setPhotos] = useState<readonly Blob[]>()
  useEffect(() => {
    let isGone = false
    async function read() {
      // If the browser can't store them, as in a private window, the page still sends the picked photos.
      const stored = await readPhotos(key).catch(() => [])
      if (!isGone) setPhotos(stored)
    }
    void read()
    return () => {
      isGone = true
    }
  }, [key])
  return {
    /** Undefined while loading. */
    photos,
    change: async (next: readonly Blob[]) => {
      const saved = savePhotos(key, next).catch(() => {})
      // Store a photo before showing it, so that leaving the page at once doesn't lose it.
      if (next.length > (photos?.length ?? 0)) await saved
      setPhotos(next)
    },
  }
}

/** Stores photos for another form of the same user. */
export function useKeepPhotos(): (name: string, photos: readonly Blob[]) => Promise<void> {
  const { id } = useUser()
  return (name, photos) => savePhotos(`${id}/${name}`, photos).catch(() => {})
}
