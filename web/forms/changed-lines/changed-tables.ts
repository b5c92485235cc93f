import type { AsOne, Merged } from '../merge-edits.ts'
import { isMoved, keyOf, type Line, linesOf } from '../merge-lines.ts'
import { isSame } from '../same-values.ts'
import { lineChanges, type LineChange, type LineTables, type LineWords, type Side } from './line-changes.ts'

export type ChangedLine = Omit<LineChange, 'pair'> & {
  /** What the one who is asked has done with it, where Overwrite saves that. */
  mine: LineChange['kind'] | undefined
}

/** What another has changed of the lines of a table, and what Overwrite does with it. */
export type ChangedTable = {
  /** Its name in the form. */
  name: string
  lines: ChangedLine[]
  isMoved: boolean
  /** The one who is asked has moved them, too, to another order. */
  isMovedToo: boolean
  /** The one who is asked has changed it, too, and its lines can't be merged one by one: Overwrite replaces them all. */
  isReplaced: boolean
}

type Versions<Values, R> = {
  was: Side<Values, R>
  mine: Values
  is: Side<Values, R>
  merged: Pick<Merged<Values>, 'both'>
  asOne?: AsOne<Values> | undefined
}

/** Every table whose lines the form describes, also one that nobody has changed. */
export function changedTables<Values extends object, R>(
  tables: LineTables<Values, R>,
  { was, mine, is, merged, asOne = [] }: Versions<Values, R>,
): ChangedTable[] {
  return Object.entries(tables).map(([key, words]) => {
    const name = key as keyof Values & string
    const changed = lineChanges(words as LineWords<Line, Values, R>, name, was, is)
    const sides = [was.values[name], mine[name], is.values[name]].map(linesOf)
    const [opened, my, their] = asOne.flat().includes(name) ? [] : sides
    const isBoth = merged.both.includes(name)
    const isMerged = opened && my && their
    const lines = changed.lines.map(({ pair, ...line }): ChangedLine => {
      const of = keyOf(pair[1] ?? pair[0] ?? {})
      return { ...line, mine: isBoth && isMerged ? mineOf(opened.get(of), my.get(of), their.get(of)) : undefined }
    })
    const isMovedToo = Boolean(isBoth && isMerged && isMoved(opened, my) && isMoved(my, their))
    return { name, lines, isMoved: changed.isMoved, isMovedToo, isReplaced: isBoth && !isMerged }
  })
}

function mineOf(before: Line | undefined, one: Line | undefined, other: Line | undefined) {
  if (isSame(one, before) || isSame(one, other)) return undefined
  return one ? (before ? 'changed' : 'added') : 'removed'
}
