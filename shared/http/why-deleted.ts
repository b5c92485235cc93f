const namesShown = 3

/** The message that says which deleted records have to be restored first; null if `names` is empty. */
export function whyDeleted(names: readonly string[]): string | null {
  const [only] = names
  if (only === undefined) return null
  if (names.length === 1) return `${only} is deleted. Restore it first.`
  const shown = names.slice(0, namesShown)
  const more = names.length - shown.length
  return `${more > 0 ? `${shown.join(', ')} and ${more} more` : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`} are deleted. Restore them first.`
}
