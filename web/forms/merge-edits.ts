type Fields = Record<string, unknown>

/** Fields that mean something only together: which of them was changed doesn't matter. */
export type AsOne<Values> = readonly (readonly (keyof Values & string)[])[]

export type Merged<Values> = {
  values: Values
  /** The fields that both have changed, and not to the same. */
  both: string[]
}

/**
 * What somebody has changed of a form, put over what another has saved meanwhile: `base` is what the form opened with, `theirs` what
 * is saved now. Plain values in a group (the details of a product) are merged one by one; a table of lines and a choice are one.
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
  return { values: values as Values, both }
}

function mergeOne(was: unknown, mine: unknown, theirs: unknown, mayPart: boolean): { value: unknown; isBoth: boolean } {
  if (mayPart && isGroup(was) && isGroup(mine) && isGroup(theirs)) {
    const { values, both } = mergeEdits(was, mine, theirs)
    return { value: values, isBoth: both.length > 0 }
  }
  return { value: mine, isBoth: !isSame(theirs, was) && !isSame(theirs, mine) }
}

/** Every field once, alone or with those that it belongs to. */
function partsOf(forms: readonly Fields[], asOne: readonly (readonly string[])[]): (readonly string[])[] {
  const together = new Set(asOne.flat())
  const alone = new Set(forms.flatMap(Object.keys).filter((name) => !together.has(name)))
  return [...asOne, ...[...alone].map((name) => [name])]
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** What has an id is one thing that was chosen. */
const isGroup = (value: unknown): value is Fields =>
  isObject(value) && !Array.isArray(value) && !('id' in value) && !Object.values(value).some(isObject)

/** An empty field is an empty field, whichever way it is. */
function isSame(a: unknown, b: unknown): boolean {
  if (isObject(a) && isObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSame(a[name], b[name]))
  }
  return (a ?? '') === (b ?? '')
}
