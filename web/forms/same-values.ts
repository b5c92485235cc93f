export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Whether two form values are equal. All kinds of empty ('', null, undefined) are equal. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isObject(a) && isObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSame(a[name], b[name]))
  }
  return (a ?? '') === (b ?? '')
}
