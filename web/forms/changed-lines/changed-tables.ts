import type { AsOne, Merged } from '../merge-edits.ts'
import { isMoved, isTakenBack, keyOf, type Line, linesOf } from '../merge-lines.ts'
import { lineChanges, type LineChange, type LineTables, type Side } from './line-changes.ts'

export type ChangedLine = Omit<LineChange, 'pair'> & {
  /** What this user did to the same line, in words, if saving overwrites the other user's change. */
  mine: string | undefined
}

/** Another user's changes to the lines of a table, and what Overwrite does with them. */
export type ChangedTable = {
  /** The table's name in the form. */
  name: string
  lines: ChangedLine[]
  isMoved: boolean
  /** This user has reordered the lines too, to another order. */
  isMovedToo: boolean
  /** This user has changed the table too, and it can't be merged line by line: Overwrite replaces all lines. */
  isReplaced: boolean
}

type Versions<Values, R> = {
  was: Side<Values, R>
  mine: Values
  is: Side<Values, R>
  merged: Pick<Merged<Values>, 'both'>
  asOne?: AsOne<Values> | undefined
}

/** All tables that the form describes, including unchanged ones. */
export function changedTables<Values extends object, R>(
  tables: LineTables<Values, R>,
  { was, mine, is, merged, asOne = [] }: Versions<Values, R>,
): ChangedTable[] {
  return (Object.keys(tables) as (keyof Values & string)[]).map((name) => {
    const changed = lineChanges(tables, name, was, is)
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
  if (!isTakenBack(before, one, other)) return undefined
  if (!one) return 'You removed it. Overwrite removes it.'
  return `You ${before ? 'changed' : 'added'} it too. Overwrite saves yours.`
}
