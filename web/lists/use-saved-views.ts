import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListChoice } from '#shared/settings/list-settings-api.ts'
import { listViewsApi, type SavedListView } from '#shared/settings/list-views-api.ts'
import { useApiQuery } from '#web/api/query.ts'

/** `?saved=…`: the saved view that is looked at, beside all that it has set. (`view` says whether it is a list, a board, a map.) */
const viewParam = 'saved'
/** What is no part of a view: its own name, the page, the row that is looked at beside the list. */
const ours = [viewParam, 'after', 'chosen']

export type SavedViews = ReturnType<typeof useSavedViews>

/**
 * The saved views of a list. Looking at one is an address with all its filters in it, so changing them leaves the view as it
 * was until it is saved. A list opened without anything in its address opens with the user's default view.
 */
export function useSavedViews(list: string) {
  const [params, setParams] = useSearchParams()
  const views = useApiQuery(listViewsApi.listViews, { query: { list } })
  const all = views.data?.data ?? []
  const active = all.find(({ id }) => id === params.get(viewParam))
  // Columns that were changed while looking at a view; undefined: as it was saved.
  const [draft, setDraft] = useState<{ view: string; choice: ListChoice | null }>()
  const changed = active && draft?.view === active.id ? draft : undefined
  const choice = changed ? changed.choice : (active?.content.choice ?? null)
  const query = withoutOurs(params)

  function look(view: SavedListView | null, replace = false) {
    setDraft(undefined)
    const next = new URLSearchParams(view?.content.query ?? '')
    if (view) next.set(viewParam, view.id)
    setParams(next, { replace, preventScrollReset: true })
  }

  // The address that the page was opened with, until it is known what that shows.
  const [start, setStart] = useState<string | null>(() => params.toString())
  const opening = start === null ? undefined : openedWith(all, start)
  const isKnown = views.data !== undefined || views.error !== null
  if (start !== null && ((isKnown && !opening) || params.toString() !== start)) setStart(null)
  const open = useEffectEvent((view: SavedListView) => {
    const next = new URLSearchParams(view.content.query)
    next.set(viewParam, view.id)
    setParams(next, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (opening) open(opening)
  }, [opening])

  return {
    list,
    all,
    active,
    /** False until it is known with which view the list opens. */
    isReady: start === null,
    look,
    /** The columns of the view; null: as the user likes the list. */
    choice,
    setChoice: (next: ListChoice | null) => active && setDraft({ view: active.id, choice: next }),
    isChanged:
      active !== undefined &&
      (query !== withoutOurs(new URLSearchParams(active.content.query)) ||
        JSON.stringify(choice) !== JSON.stringify(active.content.choice)),
    /** What is looked at now, for saving it. */
    query,
    /** It is saved as it is looked at. */
    settle: () => setDraft(undefined),
  }
}

/** The view that an address asks for without saying what it shows: only its name in it, or nothing and there is a default. */
function openedWith(all: readonly SavedListView[], start: string): SavedListView | undefined {
  if (start === '') return all.find(({ isDefault }) => isDefault)
  const params = new URLSearchParams(start)
  const named = params.size === 1 && all.find(({ id }) => id === params.get(viewParam))
  return named && named.content.query !== '' ? named : undefined
}

function withoutOurs(params: URLSearchParams): string {
  const rest = new URLSearchParams(params)
  for (const name of ours) rest.delete(name)
  rest.sort()
  return rest.toString()
}
