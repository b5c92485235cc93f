import { crmApi } from '#shared/crm/partners/api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'

/** The GETs that a change of a prospect makes old. */
export const prospectQueries = [prospectsApi.listProspects, prospectsApi.getProspect]
/** What becomes of a prospect is a customer, and their opportunities go along. */
export const conversionQueries = [
  ...prospectQueries,
  crmApi.listAccounts,
  opportunitiesApi.listOpportunities,
  opportunitiesApi.getOpportunity,
]
/** The GETs that a change of an opportunity makes old. */
export const opportunityQueries = [
  opportunitiesApi.listOpportunities,
  opportunitiesApi.sumOpportunities,
  opportunitiesApi.getOpportunity,
  prospectsApi.getProspect,
]
