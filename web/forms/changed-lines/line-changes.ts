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
  /** What the form calls a row, to tell rows of the same name apart: "line" makes "Gloves, line 3". */
  row: string
  /** Distinguishes two lines of the same item: the lot. */
  own?: (line: Of) => string
  /** All editable fields; an added line shows only the first. */
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
  /** First field of an added line, such as "4". */
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
  tables: LineTables<Values, R>,
  name: keyof Values & string,
  was: Side<Values, R>,
  is: Side<Values, R>,
): { lines: LineChange[]; isMoved: boolean } {
  const table = tables[name] as unknown as LineWords<Line, Values, R>
  const opened = rowsOf(was.values[name])
  const pairs = pairsOf(opened, rowsOf(is.values[name]), table)
  const names = opened.map((line) => table.name(line, was))
  /** The line's name, with its row in the form that was opened if other rows have the same name. */
  const nameOf = (line: Line) => {
    const at = opened.indexOf(line)
    const called = names[at] ?? ''
    return names.indexOf(called) === names.lastIndexOf(called) ? called : `${called}, ${table.row} ${at + 1}`
  }
  const lines = pairs.flatMap((pair): LineChange | [] => {
    const [before, now] = pair
    if (!before) return now ? { ...addition(table, now, is), pair } : []
    if (!now) return { kind: 'removed', name: nameOf(before), detail: '', fields: [], pair }
    const fields = isSame(before, now) ? [] : fieldChanges(table, before, now, was, is)
    // A change of the item's own data is not a change of the line.
    return fields.length > 0 ? { kind: 'changed', name: nameOf(before), detail: '', fields, pair } : []
  })
  const places = pairs.flatMap(([before, now]) => (before && now ? [opened.indexOf(before)] : []))
  return { lines, isMoved: places.some((place, at) => place < (places[at - 1] ?? -1)) }
}

function addition<Values, R>(
  { name, fields }: LineWords<Line, Values, R>,
  line: Line,
  side: Side<Values, R>,
): Omit<LineChange, 'pair'> {
  const [called, first = ''] = [name(line, side), fields[0]?.words(line, side)]
  return { kind: 'added', name: called, detail: first === called ? '' : first, fields: [] }
}

const fieldChanges = <Values, R>(
  { fields }: LineWords<Line, Values, R>,
  before: Line,
  now: Line,
  was: Side<Values, R>,
  is: Side<Values, R>,
) =>
  fields
    .map(({ label, words }) => ({ label, was: words(before, was), is: words(now, is) }))
    .filter((field) => field.was !== field.is)

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
