import { isObject, isSame } from './same-values.ts'

export type Line = Record<string, unknown>
type Lines = ReadonlyMap<string, Line>

/**
 * Three-way merge of a document's lines: lines that this user added, changed or removed, on top of another user's saved
 * version. A line's key is its product, service or fee; null if a line has no key or two have the same.
 */
export function mergeLines(was: unknown, mine: unknown, theirs: unknown): { value: Line[]; isBoth: boolean } | null {
  const [opened, my, their] = [linesOf(was), linesOf(mine), linesOf(theirs)]
  if (!opened || !my || !their) return null
  const merged = new Map<string, Line>()
  let isBoth = false
  for (const key of new Set([...their.keys(), ...my.keys()])) {
    const [before, one, other] = [opened.get(key), my.get(key), their.get(key)]
    isBoth ||= isTakenBack(before, one, other)
    const line = isSame(one, before) ? other : one
    if (line) merged.set(key, line)
  }
  const haveIMoved = isMoved(opened, my)
  const order = haveIMoved ? inOrder(my, their) : inOrder(their, my)
  return {
    value: order.map((key) => merged.get(key)).filter((line) => line !== undefined),
    isBoth: isBoth || (haveIMoved && isMoved(opened, their) && isMoved(my, their)),
  }
}

/** Whether `mine` goes over what another has done with the line. */
export const isTakenBack = (before: Line | undefined, mine: Line | undefined, theirs: Line | undefined) =>
  !isSame(mine, before) && !isSame(theirs, before) && !isSame(mine, theirs)

/** The merged form, where a table of which both together have removed every line has one to write in: `blank` by the table's name. */
export function withBlankLines<Values extends object>(values: Values, blank: Partial<Values> = {}): Values {
  const emptied = Object.entries(blank).filter(([name]) => isSame(values[name as keyof Values], []))
  return { ...values, ...Object.fromEntries(emptied) }
}

/** Lines by key; null if the keys are missing or not unique. */
export function linesOf(value: unknown): Lines | null {
  if (!Array.isArray(value) || !value.every((line) => isObject(line) && !Array.isArray(line))) return null
  const filled = (value as Line[]).filter((line) => !isBlank(line))
  const lines = new Map(filled.map((line) => [keyOf(line), line]))
  return lines.size === filled.length && !lines.has('') ? lines : null
}

/** A line with no values yet. */
export const isBlank = (line: Line) => Object.values(line).every((value) => (value ?? '') === '')

/** A line's key: the id of its product or service; a fee has only its name. */
export function keyOf(line: Line): string {
  const chosen = [line, ...Object.values(line)].find((one) => isObject(one) && typeof one['id'] === 'string')
  return String((chosen as { id?: string } | undefined)?.id ?? line['name'] ?? '')
}

/** Whether the lines that both have are in another order. */
export function isMoved(one: Lines, other: Lines): boolean {
  const common = (lines: Lines, others: Lines) => [...lines.keys()].filter((key) => others.has(key))
  return !isSame(common(one, other), common(other, one))
}

/** The keys of `first`; those only in `second` are inserted after the line that they follow there. */
function inOrder(first: Lines, second: Lines): string[] {
  const order = [...first.keys()]
  let before = -1
  for (const key of second.keys()) {
    const at = order.indexOf(key)
    before = at === -1 ? before + 1 : at
    if (at === -1) order.splice(before, 0, key)
  }
  return order
}
