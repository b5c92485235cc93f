export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Whether two values of a form are the same. An empty field is an empty field, whichever way it is. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isObject(a) && isObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSame(a[name], b[name]))
  }
  return (a ?? '') === (b ?? '')
}
