import { mergeLines } from './merge-lines.ts'
import { isObject, isSame } from './same-values.ts'

type Fields = Record<string, unknown>

/** Groups of fields that only make sense together, so they are merged as one. */
export type AsOne<Values> = readonly (readonly (keyof Values & string)[])[]

export type Merged<Values> = {
  values: Values
  /** Fields that both have changed, to different values. */
  both: string[]
  /** Tables of lines that the other user has changed. */
  lines: string[]
}

/**
 * Three-way merge of a form: this user's edits on top of another user's saved version. `base` is what the form opened
 * with, `theirs` what is saved now. Plain values in a group (the details of a product) merge one by one, tables line by
 * line if their lines have distinct keys; a picked record is one value.
 */
export function mergeEdits<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  asOne: AsOne<Values> = [],
): Merged<Values> {
  const [was, my, their] = [base as Fields, mine as Fields, theirs as Fields]
  const values: Fields = { ...their }
  const both: string[] = []
  const isTable = (name: string) => Array.isArray(their[name]) && their[name].some(isObject)
  const lines = Object.keys(their).filter((name) => isTable(name) && !isSame(their[name], was[name]))
  for (const names of partsOf([was, my, their], asOne)) {
    if (names.every((name) => isSame(my[name], was[name]))) continue
    for (const name of names) {
      const one = mergeOne(
        was[name],
        my[name],
        their[name],
        names.length === 1 && !asOne.flat().includes(name as never),
      )
      values[name] = one.value
      if (one.isBoth) both.push(name)
    }
  }
  return { values: values as Values, both, lines }
}

function mergeOne(was: unknown, mine: unknown, theirs: unknown, mayPart: boolean): { value: unknown; isBoth: boolean } {
  if (mayPart && isGroup(was) && isGroup(mine) && isGroup(theirs)) {
    const { values, both } = mergeEdits(was, mine, theirs)
    return { value: values, isBoth: both.length > 0 }
  }
  const merged = mayPart && mergeLines(was, mine, theirs)
  if (merged) return merged
  return { value: mine, isBoth: !isSame(theirs, was) && !isSame(theirs, mine) }
}

/** Every field once, alone or in its group. */
function partsOf(forms: readonly Fields[], asOne: readonly (readonly string[])[]): (readonly string[])[] {
  const together = new Set(asOne.flat())
  const alone = new Set(forms.flatMap(Object.keys).filter((name) => !together.has(name)))
  return [...asOne, ...[...alone].map((name) => [name])]
}

/** An object with an id is a picked record, not a group. */
const isGroup = (value: unknown): value is Fields =>
  isObject(value) && !Array.isArray(value) && !('id' in value) && !Object.values(value).some(isObject)
