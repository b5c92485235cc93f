/**
 * Labels a field in a list for the error summary: `lines.0.quantity` → "Line 1: Quantity". `rows` has the word for a row
 * of each list, `parts` the labels of a row's fields.
 */
export function rowLabel(name: string, rows: Record<string, string>, parts: Record<string, string>) {
  const [, list = '', at, part] = /^(\w+)\.(\d+)(?:\.(.+))?$/.exec(name) ?? []
  if (!rows[list]) return undefined
  const row = `${rows[list]} ${Number(at) + 1}`
  return part ? `${row}: ${parts[part] ?? part}` : row
}
