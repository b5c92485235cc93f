import { forecastMethods } from '#shared/reports/forecast/demand-methods.ts'
import type { ForecastRow } from '#shared/reports/forecast/api.ts'
import { formatShare } from '#shared/format-percent.ts'
import type { Column } from '#web/ui/table/column.ts'
import { TwoLines } from '#web/ui/table/two-lines.tsx'
import { pieces } from './forecast-quality.ts'

/** The columns of the forecast; `whole` formats money. */
export const forecastColumns = (whole: (amount: string) => string): Column<ForecastRow>[] => [
  {
    id: 'name',
    exportedAs: ['name', 'sku'],
    header: 'Item',
    cell: ({ name, sku }) => <TwoLines first={name} second={sku} className="max-w-80 max-md:max-w-full" />,
    sortable: true,
  },
  { id: 'previous', header: 'Past 12 weeks', align: 'end', cell: (row) => pieces(row.previous) },
  {
    id: 'demand',
    header: 'Next 12 weeks',
    align: 'end',
    cell: (row) => <span className="font-medium">{pieces(row.demand)}</span>,
    sortable: true,
    phone: true,
  },
  { id: 'value', header: 'At cost', align: 'end', cell: (row) => whole(row.value) },
  {
    id: 'available',
    header: 'Available',
    align: 'end',
    cell: (row) => row.available.toLocaleString(),
    phone: true,
  },
  {
    id: 'weeksLeft',
    header: 'Weeks left',
    align: 'end',
    cell: (row) => (row.weeksLeft === null ? '–' : pieces(row.weeksLeft)),
    phone: true,
  },
  {
    id: 'wape',
    header: 'Error',
    align: 'end',
    cell: ({ wape }) => (wape === null ? '–' : formatShare(wape)),
    sortable: true,
    phone: true,
  },
  {
    id: 'naiveWape',
    header: 'As last month',
    align: 'end',
    cell: ({ naiveWape }) => (naiveWape === null ? '–' : formatShare(naiveWape)),
  },
  {
    id: 'bias',
    header: 'Bias',
    align: 'end',
    cell: ({ bias }) => (bias === null ? '–' : formatShare(bias)),
    extra: true,
  },
  { id: 'method', header: 'Method', cell: ({ method }) => forecastMethods[method].label, extra: true },
]
