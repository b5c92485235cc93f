import { isBlank, keyOf, type Line } from '../merge-lines.ts'
import { isObject, isSame } from '../same-values.ts'

/** A form as it is made of a saved record, and that record. */
export type Side<Values, R> = { values: Values; record: R }

type LineField<Of, Values, R> = {
  /** What the form calls it: "Unit price". */
  label: string
  /** What stands in it, as the form shows it; '' is nothing. */
  words: (line: Of, side: Side<Values, R>) => string
}

/** How a line is described in a few words. */
export type LineWords<Of, Values = unknown, R = unknown> = {
  name: (line: Of, side: Side<Values, R>) => string
  /** What tells two lines of the same apart: a lot. */
  own?: (line: Of) => string
  /** All that can be changed of it; a line that was added or removed shows the first of them. */
  fields: readonly LineField<Of, Values, R>[]
}

/** The lines of a table, or of the one in a group of fields. */
type LineIn<Value> = Value extends readonly (infer Of)[]
  ? Of
  : { [Part in keyof Value]: Value[Part] extends readonly (infer Of)[] ? Of : never }[keyof Value]

/** How the lines of each table are described, by the table’s name in the form. */
export type LineTables<Values, R = unknown> = {
  [Name in keyof Values & string]?: LineWords<LineIn<Values[Name]>, Values, R>
}

export type LineChange = {
  kind: 'added' | 'removed' | 'changed'
  name: string
  /** "4": of a line that was added or removed. */
  detail: string
  /** Of a line that was changed. */
  fields: { label: string; was: string; is: string }[]
  /** The line before and now. */
  pair: Pair<Line>
}
type Pair<Of> = readonly [was: Of | undefined, is: Of | undefined]

/** What was changed of the lines of a table, in their order now and what was removed behind; and whether the others were moved. */
export function lineChanges<Values, R>(
  table: LineWords<Line, Values, R>,
  name: keyof Values & string,
  was: Side<Values, R>,
  is: Side<Values, R>,
): { lines: LineChange[]; isMoved: boolean } {
  const pairs = pairsOf(rowsOf(was.values[name]), rowsOf(is.values[name]), table)
  const lines = pairs.flatMap(([before, now]) => changeOf(table, [before, now], was, is) ?? [])
  const opened = rowsOf(was.values[name])
  const places = pairs.flatMap(([before, now]) => (before && now ? [opened.indexOf(before)] : []))
  return { lines, isMoved: places.some((place, at) => place < (places[at - 1] ?? -1)) }
}

/** The lines of a table, also of one in a group of fields. Those that nothing is typed into are none. */
function rowsOf(value: unknown): Line[] {
  const rows = Array.isArray(value) ? value : isObject(value) ? Object.values(value).find(Array.isArray) : undefined
  return ((rows ?? []) as unknown[]).filter(isObject).filter((line) => !isBlank(line))
}

/** Which line is which: the same one, else one of the same lot, else one of the same item. */
function pairsOf<Values, R>(was: Line[], is: Line[], table: LineWords<Line, Values, R>): Pair<Line>[] {
  const left = new Set(was)
  const found = new Map<Line, Line>()
  const isOne = (a: unknown, b: unknown) => a !== '' && a === b
  const alike: ((before: Line, now: Line) => boolean)[] = [
    isSame,
    (before, now) =>
      keyOf(before) === keyOf(now) && table.own !== undefined && isOne(table.own(before), table.own(now)),
    (before, now) => isOne(keyOf(before), keyOf(now)),
  ]
  for (const isAlike of alike) {
    for (const now of is) {
      const before = !found.has(now) && [...left].find((one) => isAlike(one, now))
      if (!before) continue
      found.set(now, before)
      left.delete(before)
    }
  }
  return [
    ...is.map((now) => [found.get(now), now] as const),
    ...[...left].map((before) => [before, undefined] as const),
  ]
}

function changeOf<Values, R>(
  { name, fields }: LineWords<Line, Values, R>,
  pair: Pair<Line>,
  was: Side<Values, R>,
  is: Side<Values, R>,
): LineChange | null {
  const [before, now] = pair
  const wordsOf = (line: Line, side: Side<Values, R>, at: number) => fields[at]?.words(line, side) ?? ''
  if (!before || !now) {
    const [line, side] = now ? ([now, is] as const) : ([before ?? {}, was] as const)
    const [called, first] = [name(line, side), wordsOf(line, side, 0)]
    return { kind: now ? 'added' : 'removed', name: called, detail: first === called ? '' : first, fields: [], pair }
  }
  if (isSame(before, now)) return null
  const changed = fields
    .map(({ label }, at) => ({ label, was: wordsOf(before, was, at), is: wordsOf(now, is, at) }))
    .filter((field) => field.was !== field.is)
  // What the server keeps of its item is no change of the line.
  return changed.length > 0 ? { kind: 'changed', name: name(before, was), detail: '', fields: changed, pair } : null
}
