import type { accountPartsApi } from '#shared/crm/partners/partners-api.ts'
import type { prospectsApi } from '#shared/crm/prospects/api.ts'
import { useApiQuery } from '#web/api/query.ts'

/** The routes for customers and suppliers have the same reply. */
type LabelsRoute = typeof accountPartsApi.listLabels | typeof prospectsApi.listLabels

/** The labels in use as filter options, with the number of records each. */
export function useLabelOptions(route: LabelsRoute, chosen: string | undefined, enabled = true) {
  const labels = useApiQuery(route, {}, { enabled, aside: 'labels' })
  const options = (labels.data?.data ?? []).map(({ label, count }) => ({
    value: label,
    label: `${label} (${count.toLocaleString()})`,
  }))
  // A label no longer in use may still be in the URL.
  if (chosen && !options.some(({ value }) => value === chosen)) options.push({ value: chosen, label: chosen })
  return options
}
