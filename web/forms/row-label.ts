/**
 * How the problems of a form call a field of its lists: `lines.0.quantity` → "Line 1: Quantity". `rows` names a row of each list,
 * `parts` the fields of a row.
 */
export function rowLabel(name: string, rows: Record<string, string>, parts: Record<string, string>) {
  const [, list = '', at, part] = /^(\w+)\.(\d+)(?:\.(.+))?$/.exec(name) ?? []
  if (!rows[list]) return undefined
  const row = `${rows[list]} ${Number(at) + 1}`
  return part ? `${row}: ${parts[part] ?? part}` : row
}
