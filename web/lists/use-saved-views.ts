import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListChoice } from '#shared/settings/list-settings-api.ts'
import { listViewsApi, type SavedListView } from '#shared/settings/list-views-api.ts'
import { can } from '#shared/access/can.ts'
import { type StandardView, standardViewsOf } from '#shared/settings/standard-views.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useUser } from '#web/session/session.ts'

/** `?saved=…`: the saved view that is looked at, beside all that it has set. (`view` says whether it is a list, a board, a map.) */
const viewParam = 'saved'
/** `?filters=none`: all that the saved view had set was removed, so that its name alone doesn't open it again. */
const emptiedParam = 'filters'
/** What is no part of a view: its own name, the page, the row that is looked at beside the list. */
const ours = [viewParam, emptiedParam, 'after', 'chosen']
/** How the rows are drawn: a standard view leaves that as it is. */
const layoutParam = 'view'

export type SavedViews = ReturnType<typeof useSavedViews>

/**
 * The saved views of a list. Looking at one is an address with all its filters in it, so changing them leaves the view as it
 * was until it is saved. A list opened without anything in its address opens with the user's default view.
 */
export function useSavedViews(list: string) {
  const [params, setParams] = useSearchParams()
  const views = useApiQuery(listViewsApi.listViews, { query: { list } }, { aside: 'saved views' })
  const all = views.data?.data ?? []
  const active = all.find(({ id }) => id === params.get(viewParam))
  // Columns that were changed while looking at a view; undefined: as it was saved.
  const [draft, setDraft] = useState<{ view: string; choice: ListChoice | null }>()
  const changed = active && draft?.view === active.id ? draft : undefined
  const choice = changed ? changed.choice : (active?.content.choice ?? null)
  const query = withoutOurs(params)
  const user = useUser()
  const standard = standardViewsOf(list).filter(({ right }) => !right || can(user, right))
  const activeStandard = active
    ? undefined
    : standard.find((view) => searchOf(view) === withoutOurs(params, layoutParam))

  function openView(view: SavedListView | null, replace = false) {
    setDraft(undefined)
    const next = new URLSearchParams(view?.content.query ?? '')
    if (view) next.set(viewParam, view.id)
    setParams(next, { replace, preventScrollReset: true })
  }

  function openStandardView(view: StandardView) {
    setDraft(undefined)
    const next = new URLSearchParams(searchOf(view))
    const layout = params.get(layoutParam)
    if (layout) next.set(layoutParam, layout)
    setParams(next, { preventScrollReset: true })
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

  const isEmptied = start === null && params.size === 1 && active !== undefined && active.content.query !== ''
  const markEmptied = useEffectEvent(() =>
    setParams(new URLSearchParams({ ...Object.fromEntries(params), [emptiedParam]: 'none' }), {
      replace: true,
      preventScrollReset: true,
    }),
  )
  useEffect(() => {
    if (isEmptied) markEmptied()
  }, [isEmptied])

  return {
    list,
    all,
    active,
    /** False until it is known with which view the list opens. */
    isReady: start === null,
    openView,
    /** The views that everybody has of this list, and the one that is looked at, as its address says. */
    standard,
    activeStandard,
    lookAtStandard: openStandardView,
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

/** A standard view as an address. */
function searchOf({ filter, sort }: StandardView): string {
  const params = new URLSearchParams({ ...filter, sort })
  params.sort()
  return params.toString()
}

function withoutOurs(params: URLSearchParams, ...more: readonly string[]): string {
  const rest = new URLSearchParams(params)
  for (const name of [...ours, ...more]) rest.delete(name)
  rest.sort()
  return rest.toString()
}
