import { z } from 'zod'
import { refusals } from '#shared/http/refusal.ts'
import type { Route } from '#shared/http/route.ts'

type Document = Record<string, unknown>

const wordsOf = (access: Route['spec']['access']) => (typeof access === 'string' ? access : access.join(' or '))
const shape = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Document
  return rest
}

function parametersOf({ spec }: Route): Document[] {
  const list: Document[] = []
  for (const [where, schema] of [
    ['path', spec.params],
    ['query', spec.query],
  ] as const) {
    if (!schema) continue
    const { properties = {}, required = [] } = shape(schema, 'input') as { properties?: Document; required?: string[] }
    for (const [name, property] of Object.entries(properties)) {
      list.push({ name, in: where, required: where === 'path' || required.includes(name), schema: property })
    }
  }
  const header = (name: string, required: boolean, description: string) =>
    list.push({ name, in: 'header', required, description, schema: { type: 'string' } })
  if (spec.ifMatch) header('If-Match', spec.ifMatch === true, 'The version that was read, as "v3".')
  if (spec.idempotency === 'required')
    header('Idempotency-Key', true, 'A UUID: the same key has one effect and gets the same answer.')
  return list
}

const statusesOf = ({ spec, method }: Route): number[] => {
  const isOpen = spec.access === 'public'
  const statuses = [...(isOpen ? [] : [401, 403]), ...(spec.params ? [404] : []), 422, 503]
  if (method !== 'GET') statuses.push(400, 403, 409, 413, 415)
  // The doors: what is shown there is not believed, is over, or is tried too often.
  if (isOpen) statuses.push(404)
  if (isOpen && method !== 'GET') statuses.push(401, 429)
  if (spec.ifMatch || spec.saysWhatWasSeen) statuses.push(412)
  if (spec.ifMatch === true) statuses.push(428)
  return [...new Set(statuses)].toSorted()
}

/** The OpenAPI 3.1 document of everything that is served. */
export function openapi(routes: readonly Route[]): Document {
  const paths: Record<string, Document> = {}
  for (const route of routes) {
    const { method, path, spec } = route
    const at = path.replace(/:(\w+)/g, '{$1}')
    const body = spec.upload
      ? {
          required: true,
          content: { [spec.upload.types[0] ?? '*/*']: { schema: { type: 'string', format: 'binary' } } },
        }
      : spec.body && { required: true, content: { 'application/json': { schema: shape(spec.body, 'input') } } }
    const good = spec.download
      ? { description: 'A file', content: { [spec.download]: {} } }
      : spec.reply
        ? { description: 'Done', content: { 'application/json': { schema: shape(spec.reply, 'output') } } }
        : { description: 'Done, no content' }
    paths[at] = {
      ...paths[at],
      [method.toLowerCase()]: {
        tags: [path.split('/')[2] ?? 'api'],
        summary: spec.summary,
        description: `Access: ${wordsOf(spec.access)}`,
        parameters: parametersOf(route),
        ...(body ? { requestBody: body } : {}),
        security: spec.access === 'public' ? [] : [{ session: [] }],
        responses: {
          [spec.status ?? (spec.reply || spec.download ? 200 : 204)]: good,
          ...Object.fromEntries(
            statusesOf(route).map((status) => [status, { $ref: '#/components/responses/Refusal' }]),
          ),
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wardstock',
      version: '0.1.0',
      description: 'Every call that the browser makes, open to programs too.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' } },
      responses: {
        Refusal: {
          description: 'A refusal',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['error', 'code', 'requestId'],
                properties: {
                  error: { type: 'string' },
                  code: { type: 'string', enum: Object.keys(refusals) },
                  fields: { type: 'object', additionalProperties: { type: 'string' } },
                  details: {},
                  requestId: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
  }
}
