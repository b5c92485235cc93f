import { Copy, Download, Plus, Trash2 } from 'lucide-react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { toast } from 'sonner'
import { Badge, StatusBadge, type Tone } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { CustomerDialog, GalleryForm, GalleryNotices } from './gallery-forms.tsx'
import { GalleryTables } from './gallery-tables.tsx'
import { Menu, MenuCheck, MenuHeading, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { PageLoading } from '#web/ui/page-loading.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Change, Timeline } from '#web/ui/timeline.tsx'
import { Toaster, topRight, untilClosed } from '#web/ui/toasts/toaster.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug']
const points = months.map((label, at) => ({
  label,
  values: { sales: 42_000 + at * 3_100 + (at % 3) * 9_000, cost: 28_000 + at * 1_900 + (at % 2) * 4_000 },
}))
const money = (value: number) => value.toLocaleString('en', { notation: 'compact' })

/** All UI components in all states, for developers: open /ui/gallery.html while the dev server runs. */
function Gallery() {
  const [tab, setTab] = useState('overview')
  return (
    <main className="mx-auto flex max-w-300 flex-col gap-6 p-6 max-md:p-4">
      <PageHeader
        breadcrumbs={
          <Breadcrumbs>
            <a href="#orders">Sales orders</a>
            <a href="#customer">Northwind Clinics</a>
          </Breadcrumbs>
        }
        title="SO-2026-000123"
        status={<StatusBadge tone="info">In transit</StatusBadge>}
        action={<Button variant="primary">Mark as delivered</Button>}
        menu={<OrderMenu />}
      />
      <div className="grid grid-cols-[1fr_20rem] gap-6 max-md:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="Buttons" action={<Menu label="Card menu">{<MenuItem>Copy</MenuItem>}</Menu>}>
            <Buttons />
          </Card>
          <Card flush>
            <div className="grid grid-cols-3 divide-x divide-line max-md:grid-cols-1 max-md:divide-x-0 max-md:divide-y">
              {['$184,230.50', '1,284', '98.2%'].map((value, at) => (
                <div key={value} className="p-5">
                  <Figure
                    label={['Sales this month', 'Units shipped', 'On time'][at] ?? ''}
                    value={value}
                    note="12% more than October"
                  />
                </div>
              ))}
            </div>
          </Card>
          <Tabs
            label="Report"
            value={tab}
            onChange={setTab}
            tabs={[
              { id: 'overview', label: 'Overview', content: <Charts /> },
              { id: 'items', label: 'Items', count: 1284, content: <Card>Items</Card> },
            ]}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="Details">
            <DescriptionList
              facts={[
                { label: 'Customer', value: <a href="#customer">Northwind Clinics</a> },
                { label: 'Ordered', value: '21 Nov 2026' },
                { label: 'Lines', value: 14, numeric: true },
                { label: 'Total', value: '$12,480.00', numeric: true },
                { label: 'Reference', value: '' },
              ]}
            />
          </Card>
          <Card title="History">
            <Timeline
              label="History"
              entries={[
                { id: '1', who: 'Ana Ruiz', what: 'marked it as in transit', at: ago(4), tone: 'info' },
                {
                  id: '2',
                  who: 'Ben Okafor',
                  what: 'changed the delivery date',
                  at: ago(190),
                  detail: <Change field="Delivery" from="20 Nov 2026" to="23 Nov 2026" />,
                },
                { id: '3', who: 'Ana Ruiz', what: 'confirmed the order', at: ago(60 * 26), tone: 'good' },
                { id: '4', who: 'Wardstock', what: 'created it from EST-2026-000044', at: ago(60 * 24 * 12) },
              ]}
            />
          </Card>
          <Card title="States">
            <div className="flex flex-col items-start gap-3">
              <div className="flex flex-wrap gap-2">
                {(['neutral', 'info', 'good', 'warn', 'bad'] satisfies Tone[]).map((tone) => (
                  <StatusBadge key={tone} tone={tone}>
                    {{ neutral: 'Draft', info: 'Shipped', good: 'Paid', warn: 'Low stock', bad: 'Overdue' }[tone]}
                  </StatusBadge>
                ))}
                <Badge>Lot 24-118</Badge>
                <Badge tone="warn">Expires in 12 days</Badge>
              </div>
              <ProgressBar className="w-full" label="Importing products" value={64} showLabel />
              <ProgressBar className="w-full" label="Preparing" value={null} />
              <SkeletonText />
            </div>
          </Card>
        </div>
      </div>
      <GalleryTables />
      <GalleryForm />
      <GalleryNotices />
      <div className="relative h-12">
        <PageLoading />
      </div>
      <Toaster />
    </main>
  )
}

function OrderMenu() {
  return (
    <Menu>
      <MenuHeading>Order</MenuHeading>
      <MenuItem icon={<Copy aria-hidden />}>Duplicate</MenuItem>
      <MenuItem icon={<Download aria-hidden />}>Download packing slip</MenuItem>
      <MenuItem disabled reason="Goods have left the warehouse">
        Edit lines
      </MenuItem>
      <MenuCheck checked>Show cost</MenuCheck>
      <MenuLine />
      <MenuItem danger icon={<Trash2 aria-hidden />}>
        Cancel order
      </MenuItem>
    </Menu>
  )
}

function Buttons() {
  const [busy, setBusy] = useState(false)
  const [dialog, setDialog] = useState<'form' | 'delete'>()
  return (
    <div className="flex flex-col items-start gap-3">
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <div key={size} className="flex flex-wrap items-center gap-2">
          <Button size={size} variant="primary" busy={busy} onClick={() => setBusy(true)}>
            Save order
          </Button>
          <Button size={size} onClick={() => setDialog('form')}>
            <Plus aria-hidden />
            Add customer
          </Button>
          <Button size={size} variant="ghost" onClick={() => toast.success('Settings updated successfully!', topRight)}>
            Toast
          </Button>
          <Button size={size} variant="danger" onClick={() => setDialog('delete')}>
            Delete
          </Button>
          <IconButton size={size} label="Copy number" onClick={() => toast.error('Server error.', untilClosed)}>
            <Copy aria-hidden />
          </IconButton>
          <Button size={size} variant="primary" disabled>
            Disabled
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button busy>Saving</Button>
        <Button variant="primary" busy>
          Confirm order
        </Button>
        <Button asChild>
          <a href="#link">A link</a>
        </Button>
        <Button onClick={() => toast('Product deleted', { action: { label: 'Undo', onClick: () => {} } })}>Undo</Button>
      </div>
      <CustomerDialog open={dialog === 'form'} close={() => setDialog(undefined)} />
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={() => setDialog(undefined)}
        title="Delete SO-2026-000123?"
        confirmLabel="Delete order"
        danger
        typed="SO-2026-000123"
        onConfirm={() => setDialog(undefined)}
      >
        Permanent deletion cannot be undone. Its invoice and its history go with it.
      </ConfirmDialog>
    </div>
  )
}

function Charts() {
  const series = [
    { id: 'sales', label: 'Sales' },
    { id: 'cost', label: 'Cost' },
  ]
  return (
    <div className="grid grid-cols-2 gap-6 max-md:grid-cols-1">
      <Card title="Sales and cost" help="USD by month">
        <Chart title="Sales and cost" kind="area" points={points} series={series} format={money} height={220} />
      </Card>
      <Card title="Units by month">
        <Chart title="Units" kind="bar" points={points} series={series.slice(0, 1)} format={money} height={220} />
      </Card>
    </div>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
