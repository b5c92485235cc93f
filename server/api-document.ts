import type { Route } from '#shared/http/route.ts'
import * as contracts from './contracts.ts'
import { openapi } from './http/openapi.ts'
import { nameContracts } from './http/openapi-names.ts'

/** The OpenAPI document of the served routes, with the schema names of the contracts. */
export const apiDocument = (routes: readonly Route[]) => openapi(routes, nameContracts(Object.values(contracts)))
