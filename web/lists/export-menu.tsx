import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuHeading, MenuItem } from '#web/ui/menu.tsx'

/** Without `columns` the file has all columns. */
export type ExportChoice = { format: 'csv' | 'xlsx'; columns?: string }

type ExportMenuProps = {
  /** The URL of the file. */
  to: (choice: ExportChoice) => string
  /** The columns on the screen, by their names in the file. */
  shown: readonly string[]
  /** For lists that are too long to wait for: starts the export as a background job instead. */
  begin?: (choice: ExportChoice) => void
  /** Additional menu items below. */
  children?: ReactNode
}

/** Exports the filtered list: all rows, with all columns or those on the screen. */
export function ExportMenu({ to, shown, begin, children }: ExportMenuProps) {
  const columns = [...new Set(shown)].join(',')
  const item = (label: string, choice: ExportChoice) =>
    begin ? (
      <MenuItem onSelect={() => begin(choice)}>{label}</MenuItem>
    ) : (
      <MenuItem asChild>
        <a href={to(choice)} download>
          {label}
        </a>
      </MenuItem>
    )
  return (
    <Menu
      trigger={
        <IconButton label="Export" variant="secondary">
          <Download aria-hidden />
        </IconButton>
      }
    >
      <MenuHeading>Every row of this list</MenuHeading>
      {item('CSV, all columns', { format: 'csv' })}
      {item('CSV, shown columns', { format: 'csv', columns })}
      {item('Excel, all columns', { format: 'xlsx' })}
      {item('Excel, shown columns', { format: 'xlsx', columns })}
      {children}
    </Menu>
  )
}
