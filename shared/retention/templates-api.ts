import { z } from 'zod'
import { byId, Id, text, Timestamp, Version } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { channels } from './channels.ts'
import { unknownField } from './template-fields.ts'

export const Template = z.object({
  id: Id,
  channel: z.enum(channels),
  step: z.number().int(),
  /** Empty for an SMS. */
  subject: z.string(),
  body: z.string(),
  updatedAt: Timestamp,
  version: Version,
})
export type Template = z.infer<typeof Template>

const withFields = (max: number, min = 1) =>
  text(max, min).superRefine((value, context) => {
    const name = unknownField(value)
    if (name !== null) context.addIssue({ code: 'custom', message: `names {${name}}, which is not a field` })
  })

const content = { subject: withFields(200, 0), body: withFields(2000) }

export const TemplateInput = z.strictObject(content)

export const templatesApi = {
  listTemplates: route('GET /api/retention/templates', {
    access: 'retention.view',
    summary: 'The texts of the messages, by type and step.',
    reply: z.object({ data: z.array(Template) }),
  }),
  updateTemplate: route('PUT /api/retention/templates/:id', {
    access: 'retention.edit',
    summary: 'Changes the text of a message; an email needs a subject.',
    params: byId,
    body: TemplateInput,
    emits: ['account_updated'],
    reply: Template,
    ifMatch: true,
  }),
  sendTest: route('POST /api/retention/templates/:id/test', {
    access: 'retention.edit',
    summary: 'Sends a text, saved or not, with the data of an example to an address or a phone number.',
    params: byId,
    body: z.strictObject({ ...content, to: text(254) }),
    emits: [],
    reply: z.object({ status: z.enum(['Sent', 'Failed']), problem: z.string().nullable() }),
    idempotency: 'none',
  }),
} as const
