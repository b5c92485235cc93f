import { useEffect, useState } from 'react'
import type { mergeApi, Duplicate } from '#shared/crm/partners/merge-api.ts'
import { useApiQuery } from '#web/api/query.ts'

type Typed = { name: string; email: string; phone: string; taxNumber?: string }
type TwinRoute = typeof mergeApi.listAccountTwins | typeof mergeApi.listSupplierTwins | typeof mergeApi.listContactTwins

/** Long enough for somebody to have stopped typing. */
const pauseMs = 400

/** Who may be the same as what is typed for a new record, or as one that stands; nobody while an old one is edited. */
export function useDuplicates(route: TwinRoute, typed: Typed, isAsked: boolean): readonly Duplicate[] {
  const now = JSON.stringify(typed)
  const [asked, setAsked] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(now), pauseMs)
    return () => clearTimeout(timer)
  }, [now])
  const query = JSON.parse(asked) as Typed
  const isWorthAsking =
    isAsked && (query.name.trim().length > 2 || Object.values(query).some((value) => value.length > 5))
  const twins = useApiQuery(
    route as typeof mergeApi.listAccountTwins,
    { query },
    { enabled: isWorthAsking, keepPrevious: true },
  )
  return isWorthAsking ? (twins.data?.data ?? []) : []
}
