import { Download } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import { BulkBar } from '#web/ui/table/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column, Sort } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MemoryRouter } from 'react-router'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'

type Order = { id: string; customer: string; status: [Tone, string]; ordered: string; lines: number; total: string }

const states: Order['status'][] = [
  ['neutral', 'Pending'],
  ['info', 'In transit'],
  ['good', 'Delivered'],
  ['bad', 'Failed delivery'],
  ['warn', 'For shipping'],
]
const customers = ['Northwind Clinics', 'St. Elmo Hospital', 'Harbour Pharmacy', 'Dr. Amara Osei', 'City Care Homes']
const orders: Order[] = Array.from({ length: 12 }, (_, at) => ({
  id: `SO-2026-${String(130 - at).padStart(6, '0')}`,
  customer: customers[at % 5] ?? '',
  status: states[at % 5] ?? ['neutral', 'Pending'],
  ordered: `${21 - at} Nov 2026`,
  lines: 3 + ((at * 7) % 23),
  total: (812.5 + at * 1337.25).toLocaleString('en', { minimumFractionDigits: 2 }),
}))
const columns: Column<Order>[] = [
  { id: 'number', header: 'Number', cell: (order) => order.id, sortable: true },
  { id: 'customer', header: 'Customer', cell: (order) => order.customer, sortable: true, phone: true },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status: [tone, word] }) => <StatusBadge tone={tone}>{word}</StatusBadge>,
    phone: 'corner',
  },
  { id: 'ordered', header: 'Ordered', cell: (order) => order.ordered, sortable: true },
  { id: 'lines', header: 'Lines', cell: (order) => order.lines, align: 'end' },
  { id: 'total', header: 'Total, USD', cell: (order) => order.total, align: 'end', sortable: true, phone: true },
  { id: 'menu', header: 'Actions', hideHeader: true, align: 'end', width: '3rem', cell: () => <RowMenu /> },
]
const wide: Column<Order>[] = [
  ...columns.slice(0, 6),
  ...Array.from({ length: 8 }, (_, at) => ({
    id: `more-${at}`,
    header: `Warehouse ${at + 1}, pieces`,
    cell: (order: Order) => order.lines * (at + 3),
    align: 'end' as const,
  })),
]

/** The table in its states: filled, busy, wide, empty, loading. */
export function GalleryTables() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['SO-2026-000129']))
  const [sort, setSort] = useState<Sort | null>({ by: 'ordered', direction: 'desc' })
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState('Shipped')
  const orderTable = {
    rowId: (order: Order) => order.id,
    rowHref: (order: Order) => `#${order.id}`,
    renderLink: ({ href, ...link }: { href: string }) => <a href={href} {...link} />,
  }
  return (
    <div className="flex flex-col gap-4">
      <MemoryRouter>
        <FilterBar
          search={{ label: 'Search orders', value: search, onChange: setSearch }}
          chips={[{ id: 'status', label: 'Status', value: status, onRemove: () => setStatus('') }]}
          onClearAll={() => setStatus('')}
          total={10_324}
          tools={
            <Button>
              <Download aria-hidden />
              Export
            </Button>
          }
        >
          <FilterSelect
            label="Status"
            allLabel="All statuses"
            value={status}
            onChange={setStatus}
            options={[{ value: 'Shipped', label: 'Shipped' }]}
          />
        </FilterBar>
      </MemoryRouter>
      <DataTable
        {...orderTable}
        label="Sales orders"
        columns={columns}
        rows={orders}
        sort={sort}
        onSortChange={setSort}
        selected={selected}
        onSelectedChange={setSelected}
        busy
        footer={
          <Pagination from={1} shown={50} total={{ moreThan: 10_000 }} onPrevious={undefined} onNext={() => {}} />
        }
      />
      <BulkBar
        count={selected.size}
        onClear={() => setSelected(new Set())}
        onSelectAll={() => {}}
        selectAllLabel="Select all 10,324 results"
      >
        <Button size="sm">Change status</Button>
      </BulkBar>
      <DataTable
        {...orderTable}
        label="Stock by warehouse"
        columns={wide}
        rows={orders.slice(0, 5)}
        selected={selected}
        onSelectedChange={setSelected}
        compact
      />
      <DataTable {...orderTable} label="Loading orders" columns={columns} rows={undefined} skeletonRows={3} />
      <DataTable
        {...orderTable}
        label="Estimates"
        columns={columns}
        rows={[]}
        empty={
          <EmptyState
            kind="nothing"
            title="No estimates yet"
            action={
              <>
                <Button variant="primary">New estimate</Button>
                <Button>Import</Button>
              </>
            }
          >
            An estimate tells a customer what an order would cost, and becomes one when they agree.
          </EmptyState>
        }
      />
      <DataTable
        {...orderTable}
        label="Returns"
        columns={columns}
        rows={[]}
        empty={
          <EmptyState kind="no-match" title="No returns match" action={<Button>Clear filters</Button>}>
            Try another status or a shorter search.
          </EmptyState>
        }
      />
    </div>
  )
}

function RowMenu() {
  return (
    <Menu label="Order actions">
      <MenuItem>Duplicate</MenuItem>
    </Menu>
  )
}
