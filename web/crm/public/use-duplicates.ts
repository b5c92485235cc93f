import { useEffect, useState } from 'react'
import type { mergeApi, Duplicate } from '#shared/crm/partners/merge-api.ts'
import type { Read } from '#web/api/missing-parts.tsx'
import { useApiQuery } from '#web/api/query.ts'

type Typed = { name: string; email: string; phone: string; taxNumber?: string }
type DuplicatesRoute =
  | typeof mergeApi.listAccountTwins
  | typeof mergeApi.listSupplierTwins
  | typeof mergeApi.listContactTwins
  | typeof mergeApi.listProspectTwins

/** How long the input must rest before the search. */
const pauseMs = 400

const unasked: Read = { data: undefined, error: null, refetch: async () => {} }

export type Duplicates = { found: readonly Duplicate[]; read: Read }

/** Records that may be duplicates of the one being entered, or of an existing one; none while editing. */
export function useDuplicates(route: DuplicatesRoute, typed: Typed, isEnabled: boolean): Duplicates {
  const now = JSON.stringify(typed)
  const [searched, setSearched] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setSearched(now), pauseMs)
    return () => clearTimeout(timer)
  }, [now])
  const query = JSON.parse(searched) as Typed
  const canSearch =
    isEnabled && (query.name.trim().length > 2 || Object.values(query).some((value) => value.length > 5))
  const duplicates = useApiQuery(
    route as typeof mergeApi.listAccountTwins,
    { query },
    { enabled: canSearch, keepPrevious: true },
  )
  return canSearch ? { found: duplicates.data?.data ?? [], read: duplicates } : { found: [], read: unasked }
}
