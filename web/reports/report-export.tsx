import { Download } from 'lucide-react'
import { exportRight } from '#shared/reports/report.ts'
import { downloadCharts } from '#web/ui/chart/chart-picture.ts'
import { addressOf } from '#web/api/address.ts'
import type { RangeState } from './public/range-state.ts'
import type { Report } from './use-report.ts'
import { useCan } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine } from '#web/ui/menu.tsx'

const formats = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' } as const

/** Exports a report: its periods or the rows of a dimension as a file, its chart as an image. */
export function ReportExport({ report, state, by }: { report: Report; state: RangeState; by?: string | undefined }) {
  const mayExport = useCan(exportRight)
  if (!mayExport) return null
  const parts = [{ name: 'Periods', by: undefined }, ...(by ? [{ name: report.dimensions[by]?.plural ?? by, by }] : [])]
  return (
    <Menu
      trigger={
        <IconButton label="Export" variant="secondary">
          <Download aria-hidden />
        </IconButton>
      }
    >
      <MenuHeading>{report.label} of this range</MenuHeading>
      {parts.flatMap((part) =>
        Object.entries(formats).map(([format, name]) => (
          <MenuItem key={`${part.name} ${format}`} asChild>
            <a
              href={addressOf(report.file, {
                query: { ...state.query, format: format as keyof typeof formats, ...(part.by && { by: part.by }) },
              })}
              download
            >
              {part.name}, {name}
            </a>
          </MenuItem>
        )),
      )}
      <MenuLine />
      <MenuItem onSelect={() => void downloadCharts(report.name)}>Charts, PNG</MenuItem>
    </Menu>
  )
}
