import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { OpportunityInput } from '#shared/crm/opportunities/api.ts'
import type { OpportunityStage } from '#shared/crm/opportunities/opportunity-stages.ts'
import { NewProspect } from '#shared/crm/prospects/api.ts'
import { EstimateInput } from '#shared/sales/estimates/api.ts'
import { convertProspect } from '#server/crm/prospects/convert-prospect.ts'
import { createOpportunity, moveOpportunity } from '#server/crm/opportunities/opportunities.ts'
import { createProspect, setProspectStatus } from '#server/crm/prospects/prospects.ts'
import { convertEstimate } from '#server/flows/orders/convert-estimate.ts'
import { sendEstimate } from '#server/flows/orders/send-estimate.ts'
import { cancelEstimate, recordAnswer } from '#server/sales/estimates/estimate-actions.ts'
import { createEstimate } from '#server/sales/estimates/estimate-draft.ts'
import { reviseEstimate } from '#server/sales/estimates/revise-estimate.ts'
import type { On } from './on-day.ts'

/** Name, contact, status, days from today to the follow-up, notes. */
const prospects = [
  ['Lagoon Diagnostics', 'Awa Kone', 'New', -3, 'Met at the fair; asked for a price list.'],
  ['Plateau Dental Group', 'Jean Aka', 'Contacted', 0, 'Wants gloves in three sizes.'],
  ['Yopougon Birth Centre', 'Mariam Toure', 'Follow-up', 4, 'Budget is decided next week.'],
  ['San Pedro Port Clinic', 'Serge Gnahore', 'New', 9, null],
  ['Korhogo Eye Hospital', 'Fatou Diallo', 'Contacted', null, 'Buys from a competitor until summer.'],
  ['Riviera Home Care', 'Yao Brou', 'Disqualified', null, null],
] as const

/** Title, value, stage, days from today to the expected close; one for each customer in turn. */
const opportunities = [
  ['Gloves for a year', '18400', 'Negotiation', 12],
  ['Syringes, monthly', '7250', 'Proposal', 20],
  ['Masks for the new wing', '3900', 'Qualified', 35],
  ['Dressings trial', '1200', 'New', -4],
  ['Infusion sets', '9600', 'New', 60],
  ['Emergency stock', '5100', 'Won', -10],
  ['Disinfectant, yearly', '2300', 'Lost', -15],
] as const

/** Prospects, opportunities and estimates. */
export async function loadPipeline(
  on: On,
  today: string,
  accountIds: readonly string[],
  productIds: readonly string[],
): Promise<void> {
  const day = (days: number | null) => (days === null ? null : addDays(today, days))
  for (const [name, contact, status, days, notes] of prospects) {
    const input = NewProspect.parse({
      name,
      contact,
      notes,
      followUpDate: day(days),
      country: 'Côte d’Ivoire',
      source: 'Fair',
    })
    const id = await on(20, (work) => createProspect(work, input))
    if (status !== 'New') await on(15, (work) => setProspectStatus(work, id, 0, { status, reason: null }))
  }
  const met = NewProspect.parse({ name: 'Bassam Beach Clinic', contact: 'Ama Boa', source: 'Referral' })
  const clinic = await on(18, (work) => createProspect(work, met))
  const first = await on(17, (work) =>
    createOpportunity(work, OpportunityInput.parse({ title: 'First order', value: '2400', prospectId: clinic })),
  )
  const accountId = await on(12, async (work) => {
    await convertProspect(work, clinic, { priceTier: 'wholesale', despiteTwins: false })
    const { rows } = await sql<{ id: string }>`select account_id as id from prospects where id = ${clinic}`.execute(
      work.tx,
    )
    return rows[0]?.id ?? ''
  })
  await on(11, (work) => moveOpportunity(work, first, 2, { stage: 'Proposal', lostNote: null }))
  for (const [at, [title, value, stage, days]] of opportunities.entries()) {
    const input = OpportunityInput.parse({ title, value, accountId: accountIds[at], expectedClose: day(days) })
    const id = await on(16, (work) => createOpportunity(work, input))
    if (stage === 'New') continue
    const lost =
      stage === 'Lost' ? ({ lostReason: 'Price', lostNote: 'Another offered 8 % less.' } as const) : { lostNote: null }
    await on(6, (work) => moveOpportunity(work, id, 1, { stage: stage satisfies OpportunityStage, ...lost }))
  }
  await loadEstimates(on, today, { accountIds, productIds, accountId, opportunityId: first })
}

interface Offered {
  accountIds: readonly string[]
  productIds: readonly string[]
  accountId: string
  opportunityId: string
}

/** Estimates in every status but expired: the sent one expires later. */
async function loadEstimates(on: On, today: string, given: Offered): Promise<void> {
  const write = (daysAgo: number, at: number, more: object = {}) =>
    on(daysAgo, (work) =>
      createEstimate(
        work,
        EstimateInput.parse({
          accountId: given.accountIds[at],
          validUntil: addDays(today, 21),
          lines: [at, at + 1].map((which) => ({ productId: given.productIds[which], quantity: 2000 * (at + 1) })),
          ...more,
        }),
      ),
    )
  const send = (id: string, daysAgo: number) =>
    on(daysAgo, (work) => sendEstimate(work, id, { to: 'buyer@customer.example', message: null }))
  const recordEstimateAnswer = (answer: 'accepted' | 'declined', id: string, daysAgo: number) =>
    on(daysAgo, (work) => recordAnswer(answer)(work, id, { name: 'Ama Boa', reason: 'By phone' }))
  await write(1, 0)
  await send(await write(5, 1, { reference: 'Tender 14' }), 4)
  const declined = await write(9, 2)
  await send(declined, 8)
  await recordEstimateAnswer('declined', declined, 6)
  await on(5, (work) => reviseEstimate(work, declined, undefined))
  const cancelled = await write(7, 3)
  await on(6, (work) => cancelEstimate(work, cancelled, 'They asked for something else'))
  const whole = { accountId: given.accountId, opportunityId: given.opportunityId }
  const accepted = await write(8, 4, whole)
  await send(accepted, 7)
  await recordEstimateAnswer('accepted', accepted, 5)
  const converted = await write(8, 0, whole)
  await send(converted, 7)
  await recordEstimateAnswer('accepted', converted, 6)
  await on(5, (work) => convertEstimate(work, converted))
}
