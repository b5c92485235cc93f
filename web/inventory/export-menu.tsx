import { Download } from 'lucide-react'
import type { Call } from '#shared/http/route.ts'
import { productListApi } from '#shared/inventory/product-list-api.ts'
import { addressOf } from '#web/api/address.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuHeading, MenuItem } from '#web/ui/menu.tsx'

type Query = NonNullable<Call<(typeof productListApi.exportProducts)['spec']>['query']>
type ExportMenuProps = {
  /** The list's own query: search, filters and order; its page is left out. */
  query: Record<string, unknown>
  /** What the columns on the screen are called in a file. */
  shown: readonly string[]
}

/** The filtered list as a file: all of its rows, with every column or with those on the screen. */
export function ExportMenu({ query, shown }: ExportMenuProps) {
  const { limit: _, cursor: __, ...choice } = query
  const to = (more: Query) => addressOf(productListApi.exportProducts, { query: { ...(choice as Query), ...more } })
  const columns = shown.join(',')
  const item = (label: string, more: Query) => (
    <MenuItem asChild>
      <a href={to(more)} download>
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
    </Menu>
  )
}
