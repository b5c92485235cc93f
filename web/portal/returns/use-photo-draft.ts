import { useEffect, useState } from 'react'
import { useUser } from '#web/session/session.ts'
import { readPhotos, savePhotos } from './photo-store.ts'

/** Photos that were picked, kept by this browser for its user until they were sent, as ../use-draft.ts keeps what is typed. */
export function usePhotoDraft(name: string) {
  const key = `${useUser().id}/${name}`
  const [photos, setPhotos] = useState<readonly Blob[]>()
  useEffect(() => {
    let isGone = false
    async function read() {
      // Where the browser keeps nothing, in a private window, the page still sends what was picked.
      const stored = await readPhotos(key).catch(() => [])
      if (!isGone) setPhotos(stored)
    }
    void read()
    return () => {
      isGone = true
    }
  }, [key])
  return {
    /** Undefined until they were read. */
    photos,
    change: async (next: readonly Blob[]) => {
      const saved = savePhotos(key, next).catch(() => {})
      // A photo that is shown is kept, however soon the page is left.
      if (next.length > (photos?.length ?? 0)) await saved
      setPhotos(next)
    },
  }
}

/** Hands photos over to another form of the same user. */
export function useKeepPhotos(): (name: string, photos: readonly Blob[]) => Promise<void> {
  const { id } = useUser()
  return (name, photos) => savePhotos(`${id}/${name}`, photos).catch(() => {})
}
