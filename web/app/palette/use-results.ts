import { useEffect, useState } from 'react'
import { mayCall } from '#shared/access/can.ts'
import { mayView } from '#shared/access/menu.ts'
import { searchApi } from '#shared/search/api.ts'
import { pageOfFound, type SearchKindName, searchKinds } from '#shared/search/kinds.ts'
import { useApiQuery } from '#web/api/query.ts'
import { createPagesOf, type Destination, isMatch, pagesOf } from './destinations.ts'
import { readRecent } from './recent.ts'
import { logOut } from '#web/session/log-out.ts'
import { useUser } from '#web/session/session.ts'
import { setTheme, useTheme } from '#web/session/theme.ts'

/** An entry of the palette: it opens a page or runs an action. */
export type Entry = {
  id: string
  label: string
  secondary?: string | null
  /** The page whose menu icon is shown beside it; actions have their own icons. */
  sign: string | 'add' | 'act'
} & ({ path: string } | { run: () => void })

export type EntryGroup = { heading: string; entries: readonly Entry[] }
export type PaletteResults = ReturnType<typeof usePaletteResults>

/** Debounce of the server search. */
const debounceMs = 120
/** Limits pages and actions, so that the records found stay in view. */
const maxEntries = 5

const toPage = ({ label, path }: Destination): Entry => ({ id: `page ${path} ${label}`, label, path, sign: path })
const toBeginning = ({ label, path }: Destination): Entry => ({ id: `add ${path}`, label, path, sign: 'add' })
type Found = { kind: SearchKindName; id: string; at?: string | null; label: string; secondary?: string | null }
const toRecord = (one: Found): Entry => ({
  id: `${one.kind} ${one.id}`,
  label: one.label,
  secondary: one.secondary ?? null,
  path: pageOfFound(one),
  sign: searchKinds[one.kind].list,
})

/** The palette's results for the typed text: records from the server; pages and actions matched locally. */
export function usePaletteResults(typed: string) {
  const user = useUser()
  const theme = useTheme()
  const searched = useRested(typed)
  const isSearching = typed.length > 1 && mayCall(user, searchApi.search.spec.access)
  const search = useApiQuery(
    searchApi.search,
    { query: { q: searched } },
    { enabled: isSearching && searched.length > 1, keepPrevious: true, untold: true },
  )
  const isWaiting = isSearching && (searched !== typed || search.isFetching)
  const acts: (Entry & { words: string })[] = [
    {
      id: 'act theme',
      label: theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme',
      words: 'dark mode appearance',
      sign: 'act',
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    { id: 'act log-out', label: 'Log out', words: 'sign out leave', sign: 'act', run: () => void logOut() },
  ]
  if (typed === '') {
    const recent = readRecent(user.id).filter(({ kind, id, label }) => mayView(user, pageOfFound({ kind, id, label })))
    return {
      groups: filled([
        {
          heading: 'Recent',
          entries: recent.map((one) => ({
            ...toRecord({ ...one, secondary: searchKinds[one.kind].one }),
            id: `recent ${one.id}`,
          })),
        },
        { heading: 'Actions', entries: [...createPagesOf(user).map(toBeginning), ...acts] },
        { heading: 'Go to', entries: pagesOf(user).map(toPage) },
      ]),
      isWaiting: false,
      error: null,
      retry: () => {},
    }
  }
  const pages = pagesOf(user).filter(({ label, words }) => isMatch(typed, label, words))
  const begun = createPagesOf(user).filter(({ label, words }) => isMatch(typed, label, words))
  const places: EntryGroup[] = [
    { heading: 'Go to', entries: pages.slice(0, maxEntries).map(toPage) },
    {
      heading: 'Actions',
      entries: [...begun.map(toBeginning), ...acts.filter(({ label, words }) => isMatch(typed, label, words))].slice(
        0,
        maxEntries,
      ),
    },
  ]
  const found = isSearching ? (search.data?.data ?? []) : []
  // Groups are in the order of their best record.
  const records = [...new Set(found.map(({ kind }) => kind))].map((kind) => ({
    heading: searchKinds[kind].many,
    entries: found.filter((one) => one.kind === kind).map(toRecord),
  }))
  return {
    groups: filled([...places, ...records]),
    isWaiting,
    error: isSearching && !isWaiting ? search.error : null,
    retry: () => void search.refetch(),
  }
}

const filled = (groups: readonly EntryGroup[]) => groups.filter(({ entries }) => entries.length > 0)

/** The typed text, debounced. */
function useRested(typed: string): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const wait = setTimeout(() => setRested(typed), debounceMs)
    return () => clearTimeout(wait)
  }, [typed])
  return rested
}
