import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchProfile } from './restore.ts'
import { useSession } from './session.ts'

/** The realtime connection of the app: there while somebody is signed in. */
export function useLiveUpdates() {
  const client = useQueryClient()
  const { user } = useSession()
  const [id, role] = [user?.id, user?.role]
  useEffect(() => {
    if (id === undefined || role === undefined) return
    let isOver = false
    let stop = () => {
      isOver = true
    }
    const start = async () => {
      const { followChanges } = await import('#web/api/realtime.ts')
      if (!isOver) stop = followChanges(client, () => fetchProfile({ role }))
    }
    // After the first paint: nothing that is shown waits for it. Without it the page works on and asks again on focus.
    start().catch(() => {})
    return () => stop()
  }, [client, id, role])
}
