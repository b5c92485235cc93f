import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { z } from 'zod'
import { refusals } from '#shared/http/refusal.ts'
import type { Access, Route } from '#shared/http/route.ts'
import type { ApiNames } from './openapi-names.ts'

type Document = ReturnType<typeof createDocument>

function accessOf(access: Access): string {
  if (typeof access === 'string') return access
  return 'all' in access ? access.all.map(accessOf).join(', and ') : access.join(' or ')
}

const headersOf = ({ spec }: Route) => {
  const headers: Record<string, z.ZodType> = {}
  if (spec.ifMatch) {
    const version = z.string().meta({ description: 'The version that was read, as "v3".' })
    headers['If-Match'] = spec.ifMatch === true ? version : version.optional()
  }
  if (spec.idempotency === 'required')
    headers['Idempotency-Key'] = z.uuid().meta({ description: 'The same key has one effect and gets the same answer.' })
  return z.object(headers)
}

const fieldsOf = ({ spec: { fields = {} } }: Route) =>
  Object.entries<Access>(fields).map(([field, access]) => `${field}: ${accessOf(access)}`)

const statusesOf = ({ spec, method }: Route): number[] => {
  const isOpen = spec.access === 'public'
  // In the portal the URL may contain the customer's id; the body of a file download may list ids of records.
  const namesARecord = spec.params || spec.access === 'portal' || (spec.download && spec.body)
  const statuses = [...(isOpen ? [] : [401, 403]), ...(namesARecord || spec.mayBeMissing ? [404] : []), 400, 422, 503]
  if (method !== 'GET') statuses.push(400, 403, 409, 413, 415)
  // The file of a record may not exist yet.
  if (spec.download && spec.params) statuses.push(409)
  // Public routes check tokens and credentials, which may be wrong, expired or tried too often.
  if (isOpen) statuses.push(404)
  if (isOpen && method !== 'GET') statuses.push(401, 429)
  if (spec.ifMatch || spec.checksSeenContent) statuses.push(412)
  if (spec.ifMatch === true) statuses.push(428)
  return [...new Set(statuses)].toSorted()
}

const Refusal = z
  .object({
    error: z.string(),
    code: z.enum(Object.keys(refusals) as [string, ...string[]]),
    fields: z.record(z.string(), z.string()).optional(),
    details: z.unknown().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Refusal' })

function operationOf(route: Route, names: ApiNames): ZodOpenApiOperationObject {
  const { path, spec } = route
  const refused = { description: 'A refusal', content: { 'application/json': { schema: Refusal } } }
  const body = spec.upload
    ? { [spec.upload.types[0] ?? '*/*']: { schema: { type: 'string' as const, format: 'binary' } } }
    : spec.body && { 'application/json': { schema: spec.body } }
  const done = spec.download
    ? { description: 'A file', content: { [spec.download]: {} } }
    : spec.reply
      ? { description: 'Done', content: { 'application/json': { schema: spec.reply } } }
      : { description: 'Done, no content' }
  return {
    operationId: names.operationId(route),
    tags: [path.split('/')[2] ?? 'api'],
    summary: spec.summary,
    description: [`Access: ${accessOf(spec.access)}`, ...fieldsOf(route)].join('. '),
    requestParams: {
      ...(spec.params ? { path: spec.params as z.ZodObject } : {}),
      ...(spec.query ? { query: spec.query as z.ZodObject } : {}),
      header: headersOf(route),
    },
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    security: spec.access === 'public' ? [] : [{ session: [] }],
    responses: {
      [`${spec.status ?? (spec.reply || spec.download ? 200 : 204)}`]: done,
      ...Object.fromEntries(statusesOf(route).map((status) => [`${status}`, refused])),
    },
  }
}

/** The OpenAPI 3.1 document of all routes; named schemas are its components. */
export function openapi(routes: readonly Route[], names: ApiNames): Document {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const at = route.path.replace(/:(\w+)/g, '{$1}')
    paths[at] = { ...paths[at], [route.method.toLowerCase()]: operationOf(route, names) }
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Wardstock',
        version: '0.1.0',
        description: 'Every call that the browser makes, open to programs too.',
      },
      paths,
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' } } },
    },
    { allowEmptySchema: { any: true, unknown: true, custom: true, transform: true, pipe: true } },
  )
}
