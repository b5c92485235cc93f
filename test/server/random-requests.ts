import fc from 'fast-check'
import { z } from 'zod'

/* Random values of a schema, and values that fit no schema. */

type Shape = Record<string, unknown> & {
  anyOf?: Shape[]
  allOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
}

/** Values that often break servers, in any field. */
export const nasty: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  -0,
  1e21,
  2 ** 53,
  Number.MAX_VALUE,
  '',
  ' ',
  '0',
  'null',
  'NaN',
  '\u0000',
  '\uD800',
  '\u202E',
  '%00',
  '%',
  '_',
  "'",
  '"; drop table users; --',
  '../../etc/passwd',
  '${7*7}',
  '<img src=x onerror=alert(1)>',
  '2026-02-30',
  '9999-12-31',
  '0001-01-01',
  '99999999999999999999999999',
  '1e400',
  'x'.repeat(5000),
  '\u{1F9EA}'.repeat(300),
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  Array.from({ length: 40 }, () => ({ a: 1 })),
]

/** Impossible dates, and the earliest and latest possible ones. */
export const nastyDates = [
  '0000-01-01',
  '0000-00-00',
  '0001-01-01',
  '-0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '1900-02-29',
  '2026-02-30',
  '9999-12-31',
  '10000-01-01',
  '+012026-01-01',
] as const

/** The paths to all dates and timestamps of a schema: keys joined by dots, `0` for an element of a list. */
export function datesIn(schema: z.ZodType | undefined): { way: string[]; isMoment: boolean }[] {
  if (!schema) return []
  const found: { way: string[]; isMoment: boolean }[] = []
  const visit = (shape: Shape, way: string[]): void => {
    for (const one of [...(shape.anyOf ?? []), ...(shape.allOf ?? []), ...((shape['oneOf'] as Shape[]) ?? [])])
      visit(one, way)
    if (shape['format'] === 'date' || shape['format'] === 'date-time')
      found.push({ way, isMoment: shape['format'] === 'date-time' })
    for (const [name, one] of Object.entries(shape.properties ?? {})) visit(one, [...way, name])
    if (shape.items) visit(shape.items, [...way, '0'])
  }
  visit(shapeOf(schema), [])
  return found
}

/** The value with another one at the end of a path; creates missing lists and objects on the way. */
export function withAt(value: unknown, [name, ...rest]: readonly string[], put: unknown): unknown {
  if (name === undefined) return put
  if (name === '0') {
    const [first, ...others] = Array.isArray(value) ? (value as unknown[]) : []
    return [withAt(first, rest, put), ...others]
  }
  const record = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  return { ...record, [name]: withAt((record as Record<string, unknown>)[name], rest, put) }
}

/** Only valid values of a schema. */
export const goodPart = (schema: z.ZodType, ids: readonly string[]) => valueOf(shapeOf(schema), ids)

const nastyValue = fc.constantFrom(...nasty)
const shapes = new WeakMap<z.ZodType, Shape>()

/** The JSON schema, with references to components of the API document resolved. */
function shapeOf(schema: z.ZodType): Shape {
  const shape = shapes.get(schema) ?? readShape(schema)
  shapes.set(schema, shape)
  return shape
}

function readShape(schema: z.ZodType): Shape {
  const { $defs = {}, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape & {
    $defs?: Record<string, Shape>
  }
  const inPlace = (value: unknown, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((one) => inPlace(one, depth))
    if (typeof value !== 'object' || value === null) return value
    const name = '$ref' in value ? String(value.$ref).replace('#/$defs/', '') : undefined
    if (name !== undefined) return depth > 20 ? {} : inPlace($defs[name] ?? {}, depth + 1)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inPlace(one, depth)]))
  }
  return inPlace(shape, 0) as Shape
}

/** A part of a request: mostly valid, with existing IDs where the schema has IDs, sometimes with an error. */
export function randomPart(schema: z.ZodType | undefined, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (!schema) return fc.option(nastyValue, { nil: undefined, freq: 8 })
  const good = valueOf(shapeOf(schema), ids)
  return fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 3, arbitrary: flawed(good) },
    { weight: 1, arbitrary: nastyValue },
  )
}

/** A valid value with one part changed, removed or added. */
const flawed = (good: fc.Arbitrary<unknown>) =>
  fc.tuple(good, fc.nat(), nastyValue, fc.constantFrom('change', 'drop', 'add')).map(([value, at, bad, how]) => {
    if (typeof value !== 'object' || value === null) return bad
    const copy = structuredClone(value) as Record<string, unknown>
    const names = Object.keys(copy)
    const name = names[at % Math.max(names.length, 1)] ?? 'extra'
    if (how === 'drop') delete copy[name]
    else copy[how === 'add' ? 'extra' : name] = bad
    return copy
  })

function valueOf(shape: Shape, ids: readonly string[]): fc.Arbitrary<unknown> {
  const either = shape.anyOf ?? (shape['oneOf'] as Shape[] | undefined)
  if (either) return fc.oneof(...either.map((one) => valueOf(one, ids)))
  if (shape.allOf) return valueOf(Object.assign({}, ...shape.allOf) as Shape, ids)
  if (shape['enum']) return fc.constantFrom(...(shape['enum'] as unknown[]))
  if ('const' in shape) return fc.constant(shape['const'])
  switch (shape['type']) {
    case 'object':
      return objectOf(shape, ids)
    case 'array':
      // A tuple: each position has its own schema.
      if (Array.isArray(shape['prefixItems']))
        return fc.tuple(...(shape['prefixItems'] as Shape[]).map((one) => valueOf(one, ids)))
      return fc.array(valueOf(shape.items ?? {}, ids), { maxLength: 4 })
    case 'string':
      return textOf(shape, ids)
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer())
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 500 }), fc.double({ noNaN: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constantFrom('12.50', '1', 'text'), nastyValue)
  }
}

function objectOf(shape: Shape, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { properties = {} } = shape
  const required = (shape['required'] as string[] | undefined) ?? []
  const parts = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valueOf(one, ids)]))
  return fc.record(parts, { requiredKeys: required.filter((name) => name in parts) })
}

function textOf(shape: Shape, ids: readonly string[]): fc.Arbitrary<string> {
  if (shape['format'] === 'uuid') return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, fc.uuid())
  if (shape['format'] === 'date') return fc.constantFrom('2026-01-05', '2026-11-21', '2030-12-31', '9999-12-31')
  if (shape['format'] === 'email') return fc.nat(50).map((at) => `person${at}@example.com`)
  const longest = Math.min(Number(shape['maxLength'] ?? 40), 40)
  const texts = textsOf.get(longest) ?? textsUpTo(longest)
  textsOf.set(longest, texts)
  return texts
}

/** Cached by maximum length: most fields share one, and creating them takes long. */
const textsOf = new Map<number, fc.Arbitrary<string>>()
const textsUpTo = (longest: number) =>
  fc.oneof(
    fc.string({ minLength: 1, maxLength: longest }),
    fc.string({ unit: 'binary', maxLength: longest }),
    fc.constantFrom('Boxes', 'USD', 'UTC', '12.50', '2026-03-29', '1'),
  )
