import { z } from 'zod'
import type { Route } from '#shared/http/route.ts'

/** The names in the OpenAPI document: operation ids by route. */
export interface ApiNames {
  operationId(route: Route): string
}

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'spec' in value

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** For routes that are generated from a table, like the export of each list: `GET /api/exports/users` is `getExportsUsers`. */
const nameByPath = ({ method, path }: Route) =>
  method.toLowerCase() +
  path
    .split(/[^a-zA-Z0-9]+/)
    .filter((part) => part && part !== 'api')
    .map(capitalized)
    .join('')

/**
 * Names every operation and schema after the exports of the contracts: `confirm` of `salesApi` is `salesConfirm`, and the schema
 * `Order` is the component `Order`. Throws if two exports would have the same name.
 */
export function nameContracts(modules: readonly Readonly<Record<string, unknown>>[]): ApiNames {
  const operations = new Map<Route, string>()
  const schemas = new Map<string, z.ZodType>()
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (value instanceof z.ZodType && /^[A-Z]/.test(name)) {
      const known = schemas.get(name)
      if (known && known !== value) throw new Error(`Two schemas are called ${name}.`)
      schemas.set(name, value)
    } else if (/[aA]pi$/.test(name) && typeof value === 'object' && value !== null) {
      const group = name.replace(/Api$/, '')
      for (const [key, route] of Object.entries(value))
        if (isRoute(route)) operations.set(route, group + capitalized(key))
    }
  }
  for (const [id, schema] of schemas) if (!z.globalRegistry.has(schema)) z.globalRegistry.add(schema, { id })
  const ids = [...operations.values()]
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice) throw new Error(`Two operations are called ${twice}.`)
  return { operationId: (route) => operations.get(route) ?? nameByPath(route) }
}
