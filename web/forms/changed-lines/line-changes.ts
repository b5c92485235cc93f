import { isBlank, keyOf, type Line } from '../merge-lines.ts'
import { isObject, isSame } from '../same-values.ts'

/** A saved record and the form values made from it. */
export type Side<Values, R> = { values: Values; record: R }

type LineField<Of, Values, R> = {
  /** Its label in the form: "Unit price". */
  label: string
  /** Its value as the form shows it; '' means empty. */
  words: (line: Of, side: Side<Values, R>) => string
}

/** How to describe a line in a few words. */
export type LineWords<Of, Values = unknown, R = unknown> = {
  name: (line: Of, side: Side<Values, R>) => string
  /** Distinguishes two lines of the same item: the lot. */
  own?: (line: Of) => string
  /** All editable fields; an added or removed line shows only the first. */
  fields: readonly LineField<Of, Values, R>[]
}

/** A line of a table, or of the table in a group of fields. */
type LineIn<Value> = Value extends readonly (infer Of)[]
  ? Of
  : { [Part in keyof Value]: Value[Part] extends readonly (infer Of)[] ? Of : never }[keyof Value]

/** How to describe the lines of each table, by the table’s name in the form. */
export type LineTables<Values, R = unknown> = {
  [Name in keyof Values & string]?: LineWords<LineIn<Values[Name]>, Values, R>
}

export type LineChange = {
  kind: 'added' | 'removed' | 'changed'
  name: string
  /** First field of an added or removed line, such as "4". */
  detail: string
  /** Changed fields of a changed line. */
  fields: { label: string; was: string; is: string }[]
  /** The line before and after. */
  pair: Pair<Line>
}
type Pair<Of> = readonly [was: Of | undefined, is: Of | undefined]

/**
 * Changes to a table's lines, in the new order with removed lines last; `isMoved`: whether the remaining lines were
 * reordered.
 */
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

/** The lines of a table, or of the table in a group of fields, without blank lines. */
function rowsOf(value: unknown): Line[] {
  const rows = Array.isArray(value) ? value : isObject(value) ? Object.values(value).find(Array.isArray) : undefined
  return ((rows ?? []) as unknown[]).filter(isObject).filter((line) => !isBlank(line))
}

/** Matches old and new lines: identical ones first, then by lot, then by item. */
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
  // If no field differs, only the server's data about the item changed, not the line.
  return changed.length > 0 ? { kind: 'changed', name: name(before, was), detail: '', fields: changed, pair } : null
}
