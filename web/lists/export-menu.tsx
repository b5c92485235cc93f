import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuHeading, MenuItem } from '#web/ui/menu.tsx'

/** Without columns a file has all of them. */
export type ExportChoice = { format: 'csv' | 'xlsx'; columns?: string }

type ExportMenuProps = {
  /** The address of the file. */
  to: (choice: ExportChoice) => string
  /** What the columns on the screen are called in a file. */
  shown: readonly string[]
  /** Of lists too long to wait for: begins the file in the background instead. */
  begin?: (choice: ExportChoice) => void
  /** What stands below. */
  children?: ReactNode
}

/** The filtered list as a file: all of its rows, with every column or with those on the screen. */
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
