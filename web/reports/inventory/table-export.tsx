import { Download } from 'lucide-react'
import { exportRight } from '#shared/reports/report.ts'
import { useCan } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuHeading, MenuItem } from '#web/ui/menu.tsx'

type TableExportProps = { label: string; address: (format: 'csv' | 'xlsx') => string }

/** Exports a tab that is one table, for its range. */
export function TableExport({ label, address }: TableExportProps) {
  const mayExport = useCan(exportRight)
  if (!mayExport) return null
  return (
    <Menu
      trigger={
        <IconButton label="Export" variant="secondary">
          <Download aria-hidden />
        </IconButton>
      }
    >
      <MenuHeading>{label} of this range</MenuHeading>
      {(['csv', 'xlsx'] as const).map((format) => (
        <MenuItem key={format} asChild>
          <a href={address(format)} download>
            {format === 'csv' ? 'CSV' : 'Excel'}
          </a>
        </MenuItem>
      ))}
    </Menu>
  )
}
