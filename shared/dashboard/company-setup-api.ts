import { z } from 'zod'
import { Version } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

/** The steps to set up a new company, in their order. */
export const setupSteps = [
  'company',
  'logo',
  'taxes',
  'mail',
  'locations',
  'products',
  'customers',
  'users',
  'order',
] as const
export type SetupStep = (typeof setupSteps)[number]

export const CompanySetup = z.object({
  /** Whether a step is done is read from the data. */
  steps: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean(), isSkipped: z.boolean() })),
  isDismissed: z.boolean(),
  /** The demo company, while it is being loaded or after that has failed. */
  demo: z.object({ state: z.enum(['loading', 'failed']), orders: z.int(), of: z.int() }).nullable(),
  version: Version,
})
export type CompanySetup = z.output<typeof CompanySetup>

export const companySetupApi = {
  getCompanySetup: route('GET /api/company-setup', {
    access: 'admin',
    summary: 'The checklist of a new company: what is done, skipped, or still to do.',
    reply: CompanySetup,
  }),
  putCompanySetup: route('PUT /api/company-setup', {
    access: 'admin',
    summary: 'Skips steps of the checklist, puts it away, or brings it back.',
    body: z.strictObject({ skipped: z.array(z.enum(setupSteps)).max(setupSteps.length), isDismissed: z.boolean() }),
    emits: ['settings_updated'],
    reply: CompanySetup,
    ifMatch: true,
  }),
} as const
