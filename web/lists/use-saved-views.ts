import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListChoice } from '#shared/settings/list-settings-api.ts'
import { listViewsApi, type SavedListView } from '#shared/settings/list-views-api.ts'
import { can } from '#shared/access/can.ts'
import { type StandardView, standardViewsOf } from '#shared/settings/standard-views.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useUser } from '#web/session/session.ts'

/**
 * `?saved=…`: the id of the open saved view; the URL also has all its parameters. (`view` is the layout: list, board or
 * map.)
 */
const viewParam = 'saved'
/** `?filters=none`: marks that all of the view's filters were removed, so that its id alone doesn't apply them again. */
const emptiedParam = 'filters'
/** Parameters that are not stored in a view: its id, the page, the selected row. */
const ours = [viewParam, emptiedParam, 'after', 'chosen']
/** The layout: opening a standard view keeps it. */
const layoutParam = 'view'

export type SavedViews = ReturnType<typeof useSavedViews>

/**
 * The saved views of a list. Opening one puts all its filters into the URL; changing them doesn't change the view until
 * it is saved. A list opened without URL parameters opens the user's default view.
 */
export function useSavedViews(list: string) {
  const [params, setParams] = useSearchParams()
  const views = useApiQuery(listViewsApi.listViews, { query: { list } }, { aside: 'saved views' })
  const all = views.data?.data ?? []
  const active = all.find(({ id }) => id === params.get(viewParam))
  // Unsaved column changes to the open view; undefined if there are none.
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

  // The URL that the page was opened with; null once its view is resolved.
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
    /** Standard views of this list, and the one whose parameters match the URL. */
    standard,
    activeStandard,
    lookAtStandard: openStandardView,
    /** The view's columns; null: the user's own columns. */
    choice,
    setChoice: (next: ListChoice | null) => active && setDraft({ view: active.id, choice: next }),
    isChanged:
      active !== undefined &&
      (query !== withoutOurs(new URLSearchParams(active.content.query)) ||
        JSON.stringify(choice) !== JSON.stringify(active.content.choice)),
    /** The current parameters, for saving them as a view. */
    query,
    /** Call after saving: discards the draft. */
    settle: () => setDraft(undefined),
  }
}

/** The view to apply when the URL has only a view id, or nothing and there is a default view. */
function openedWith(all: readonly SavedListView[], start: string): SavedListView | undefined {
  if (start === '') return all.find(({ isDefault }) => isDefault)
  const params = new URLSearchParams(start)
  const named = params.size === 1 && all.find(({ id }) => id === params.get(viewParam))
  return named && named.content.query !== '' ? named : undefined
}

/** The URL parameters of a standard view. */
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
