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

/** Long enough for somebody to have stopped typing. */
const pauseMs = 400

const unasked: Read = { data: undefined, error: null, refetch: async () => {} }

export type Duplicates = { found: readonly Duplicate[]; read: Read }

/** Who may be the same as what is typed for a new record, or as one that stands; nobody while an old one is edited. */
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
