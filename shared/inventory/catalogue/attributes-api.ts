import { z } from 'zod'
import { byId, Id, optionalText, text, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'

export const attributeKinds = ['text', 'number', 'choice'] as const
export const attributeKindNames: Record<(typeof attributeKinds)[number], string> = {
  text: 'Text',
  number: 'Number',
  choice: 'Choice',
}

export const Attribute = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(attributeKinds),
  unit: z.string().nullable(),
  /** In their order; empty for other kinds. */
  choices: z.array(z.object({ id: Id, label: z.string(), products: z.number().int() })),
  /** How many products have a value. */
  products: z.number().int(),
  version: Version,
})
export type Attribute = z.infer<typeof Attribute>

export const AttributeInput = z
  .strictObject({
    name: text(80),
    kind: z.enum(attributeKinds),
    /** For numbers. */
    unit: optionalText(20),
    /** Choices with an id are kept with their products; missing ones are removed. */
    choices: z
      .array(z.strictObject({ id: Id.optional(), label: text(80) }))
      .max(100, 'may have at most 100 values')
      .default([]),
  })
  .superRefine(({ kind, unit, choices }, context) => {
    const issue = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (unit && kind !== 'number') issue(['unit'], 'is only allowed for numbers')
    if (kind === 'choice' && choices.length === 0) issue(['choices'], 'is required')
    if (kind !== 'choice' && choices.length > 0) issue(['choices'], 'are only allowed for the kind Choice')
    const seen = new Set<string>()
    for (const [at, { label }] of choices.entries()) {
      if (seen.has(label.toLowerCase())) issue(['choices', at, 'label'], 'is listed twice')
      seen.add(label.toLowerCase())
    }
  })

/** The value of one product. */
export const AttributeValue = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(attributeKinds),
  unit: z.string().nullable(),
  /** As in requests: text, a decimal number, or the id of a choice. */
  value: z.string(),
  /** As displayed: "25 cm". */
  shown: z.string(),
})
export type AttributeValue = z.infer<typeof AttributeValue>

/** Attribute id → entered value; empty removes the value, missing attributes keep theirs. */
export const AttributeValues = z.record(Id, text(200, 0))

/** Attributes of products, and their values. */
export const attributesApi = {
  listAttributes: route('GET /api/attributes', {
    access: 'inventory.view',
    summary: 'Product attributes with their values, by name.',
    query: z.strictObject({
      ...pageQuery,
      kind: z.enum(attributeKinds).optional(),
      sort: sortBy('name').default('name'),
    }),
    reply: pageOf(Attribute),
  }),
  createAttribute: route('POST /api/attributes', {
    access: 'inventory.edit',
    summary: 'Adds an attribute.',
    body: AttributeInput,
    emits: ['inventory_updated'],
    reply: Attribute,
    status: 201,
  }),
  updateAttribute: route('PUT /api/attributes/:id', {
    access: 'inventory.edit',
    summary: 'Changes an attribute; its kind and values that products have stay.',
    params: byId,
    body: AttributeInput,
    emits: ['inventory_updated'],
    reply: Attribute,
    ifMatch: true,
  }),
  deleteAttribute: route('DELETE /api/attributes/:id', {
    access: 'inventory.delete',
    summary:
      'Takes an attribute off the list; refused while products have a value, unless these go and come back with it.',
    params: byId,
    query: z.strictObject({ withValues: z.enum(['true', 'false']).default('false') }),
    emits: ['inventory_updated'],
    reply: null,
  }),
} as const
