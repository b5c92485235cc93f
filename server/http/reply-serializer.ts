import fastJson from 'fast-json-stringify'
import { z } from 'zod'

type Shape = Record<string, unknown>

/** zod → JSON Schema (draft 7); "string or null" becomes `type: ['string', 'null']`, which is faster to serialize. */
function jsonShape(schema: z.ZodType, io: 'input' | 'output' = 'output'): Shape {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io,
    unrepresentable: 'any',
    // An empty registry: schema names are only for the OpenAPI document, here every schema is inlined.
    metadata: z.registry(),
    override: ({ jsonSchema }) => {
      const either = jsonSchema.anyOf
      if (either?.length === 2 && either[1]?.['type'] === 'null' && typeof either[0]?.['type'] === 'string') {
        const [first] = either
        delete jsonSchema.anyOf
        if (first?.['type'] === 'object' || first?.['enum']) Object.assign(jsonSchema, { ...first, nullable: true })
        else Object.assign(jsonSchema, first, { type: [first?.['type'] as string, 'null'] })
      }
    },
  }) as Shape
}

type Writer = (value: unknown) => string

const compile = (schema: z.ZodType): Writer => fastJson(jsonShape(schema) as unknown as Parameters<typeof fastJson>[0])

const compiled = new WeakMap<z.ZodType, Writer>()

/**
 * Serializes a response with only the fields of its schema. The serializer is compiled at its first use, once per process, so that
 * the server starts quickly.
 */
export function replyWriter(schema: z.ZodType): Writer {
  return (value) => {
    const write = compiled.get(schema) ?? compile(schema)
    compiled.set(schema, write)
    return write(value)
  }
}
