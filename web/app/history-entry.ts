/**
 * Gives the history entry of this document a key of its own; call it before a router is created. Without one, each document
 * that a tab opens by its address is scrolled to where the last one was left.
 */
export function keyHistoryEntry(): void {
  const state = window.history.state as { key?: string } | null
  if (!state?.key) window.history.replaceState({ ...state, key: crypto.randomUUID() }, '')
}
