import type { accountPartsApi } from '#shared/crm/partners/partners-api.ts'
import type { prospectsApi } from '#shared/crm/prospects/api.ts'
import { useApiQuery } from '#web/api/query.ts'

/** Customers and suppliers answer alike. */
type LabelsRoute = typeof accountPartsApi.listLabels | typeof prospectsApi.listLabels

/** The labels in use as the choices of a list's filter, with how many carry each. */
export function useLabelOptions(route: LabelsRoute, chosen: string | undefined, enabled = true) {
  const labels = useApiQuery(route, {}, { enabled, aside: 'labels' })
  const options = (labels.data?.data ?? []).map(({ label, count }) => ({
    value: label,
    label: `${label} (${count.toLocaleString()})`,
  }))
  // One that nobody carries any more can still stand in an address.
  if (chosen && !options.some(({ value }) => value === chosen)) options.push({ value: chosen, label: chosen })
  return options
}
