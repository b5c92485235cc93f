import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Role } from '#shared/access/roles.ts'
import type { Refetched } from '#web/api/refresh.ts'
import { logOutIsDone } from './log-out.ts'
import { fetchProfile } from './restore.ts'
import { getSession, useSession } from './session.ts'

/**
 * Keeps the realtime connection open while a user is signed in. `table` loads the events with the queries that each
 * invalidates; the connection opens after that.
 */
export function useLiveUpdates(table: (client: QueryClient) => Promise<Refetched>) {
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
      const refetched = await table(client)
      const { followChanges } = await import('#web/api/realtime.ts')
      if (!isOver) stop = followChanges(client, refetched, () => isStillThere(role))
    }
    // In an effect, after the first paint: nothing waits for it. If it fails, the app still works and refetches on focus.
    start().catch(() => {})
    return () => stop()
  }, [client, id, role, table])
}

/**
 * Asks the server whether the session is still valid; waits for a log-out under way, after which there is nobody to
 * check.
 */
async function isStillThere(role: Role) {
  await logOutIsDone()
  if (getSession().state === 'present') await fetchProfile({ role })
}
