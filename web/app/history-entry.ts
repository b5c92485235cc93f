import { newId } from '#web/api/new-id.ts'

/**
 * Gives this document's history entry its own key; call it before the router is created. Without a key, the router's
 * scroll restoration gives each document that a tab loads the scroll position of the previous one.
 */
export function keyHistoryEntry(): void {
  const state = window.history.state as { key?: string } | null
  if (!state?.key) window.history.replaceState({ ...state, key: newId() }, '')
}
