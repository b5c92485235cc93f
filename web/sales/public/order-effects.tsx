import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, Boxes, FileText, Mail, PackageX, Split, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderPreview, StockEffect } from '#shared/sales/orders/order-preview-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useIsMailSetUp, useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { stackedCell } from '#web/documents/lines-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { Notice } from '#web/ui/notice.tsx'
import { OrderStatusBadge } from './order-status-badge.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** The preview of an action's effects, refetched each time it is shown. `key` identifies the action and its input. */
export function useEffects(key: readonly unknown[], preview: (signal: AbortSignal) => Promise<OrderPreview>) {
  return useQuery<OrderPreview, ApiError>({
    queryKey: ['order effects', ...key],
    queryFn: ({ signal }) => preview(signal),
    staleTime: 0,
    gcTime: 0,
    // Keeps the previous result until the next is loaded.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
}
export type Effects = ReturnType<typeof useEffects>

/** The effects of an action, or the loading state, or why the action is not possible. */
export function OrderEffects({ effects: { data, error, isFetching, refetch } }: { effects: Effects }) {
  if (data) return <Shown preview={data} />
  if (!error)
    return (
      <div role="status" aria-label="Calculating the effects" className="py-1">
        <SkeletonText lines={4} />
      </div>
    )
  if (error.status === 409 || error.status === 403) return <Notice tone="bad">{error.message}</Notice>
  return (
    <Notice
      tone="warn"
      title="The effects could not be calculated"
      action={
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {error.message}
    </Notice>
  )
}

function Shown({ preview }: { preview: OrderPreview }) {
  const { currency } = useSettings()
  const isMailSetUp = useIsMailSetUp()
  const { from, to, stock, missing, invoices, shipments, backOrders, mails } = preview
  return (
    <section aria-label="What will happen" className="flex flex-col gap-3 rounded-md border p-4 text-table">
      <p className="flex flex-wrap items-center gap-2">
        <OrderStatusBadge status={from} />
        <ArrowRight aria-label="becomes" role="img" size={14} className="text-muted" />
        {to === null ? <span className="font-medium text-bad">Deleted</span> : <OrderStatusBadge status={to} />}
      </p>
      <Effect icon={<Boxes aria-hidden size={16} />}>
        {stockWords(stock)}
        {stock.length > 0 && <StockTable stock={stock} />}
      </Effect>
      {missing.length > 0 && (
        <Effect icon={<PackageX aria-hidden size={16} />}>
          <ul>
            {missing.map(({ item, pieces }) => (
              <li key={item}>
                Waits for <span className="figures">{pieces.toLocaleString()}</span> of {item}.
              </li>
            ))}
          </ul>
        </Effect>
      )}
      {invoices.map((one) => (
        <Effect key={`${one.effect} ${one.number}`} icon={<FileText aria-hidden size={16} />}>
          {invoiceWords(one, currency)}
        </Effect>
      ))}
      {shipments.map((one) => (
        <Effect key={`${one.effect} ${one.number}`} icon={<Truck aria-hidden size={16} />}>
          {one.effect === 'made'
            ? `A shipment of ${piecesOf(one.pieces)} will be created.`
            : `Shipment ${one.number} of ${piecesOf(one.pieces)} will be deleted.`}
        </Effect>
      ))}
      {backOrders.map(({ pieces, total }) => (
        <Effect key={total} icon={<Split aria-hidden size={16} />}>
          The rest, {piecesOf(pieces)} for {currency} {formatDecimalInput(total, 2)}, becomes a backorder with a
          separate invoice.
        </Effect>
      ))}
      <Effect icon={<Mail aria-hidden size={16} />}>
        {mails.length === 0 ? (
          'No email will be sent.'
        ) : (
          <ul>
            {mails.map((mail) => (
              <li key={`${mail.to} ${mail.subject}`} className="break-words">
                {isMailSetUp
                  ? `“${mail.subject}” is sent to ${mail.to}.`
                  : `“${mail.subject}” is not sent to ${mail.to}: no mail server is set up.`}
              </li>
            ))}
          </ul>
        )}
      </Effect>
    </section>
  )
}

function Effect({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-2.5">
      <span className="mt-0.5 shrink-0 text-muted">{icon}</span>
      <div className="min-w-0 flex-1 text-pretty text-secondary">{children}</div>
    </div>
  )
}

const piecesOf = (count: number) => (count === 1 ? 'one piece' : `${count.toLocaleString()} pieces`)

function invoiceWords({ effect, number, total, dueDate }: OrderPreview['invoices'][number], currency: string): string {
  const sum = total === null ? '' : ` over ${currency} ${formatDecimalInput(total, 2)}`
  if (effect === 'issued') return `A new invoice${sum} will be created${dueDate ? `, due ${formatDay(dueDate)}` : ''}.`
  const name = number ? `Invoice ${number}` : 'The invoice'
  const gone = effect === 'deleted' ? 'is voided and deleted' : 'is voided'
  return `${name}${sum} ${gone}; its number is never reused.`
}

/** Summarizes the stock effects; the table has them by lot. */
function stockWords(stock: readonly StockEffect[]): string | null {
  if (stock.length === 0) return 'No stock changes.'
  const changeOf = (figure: 'onHand' | 'committed') =>
    stock.reduce((sum, { [figure]: { before, after } }) => sum + after - before, 0)
  const [onHand, committed] = [changeOf('onHand'), changeOf('committed')]
  if (onHand !== 0) return onHand < 0 ? 'Stock is deducted.' : 'Goods return to stock.'
  if (committed !== 0) return committed < 0 ? 'Reserved stock is released.' : 'Stock is reserved.'
  return null
}

function StockTable({ stock }: { stock: readonly StockEffect[] }) {
  return (
    // A long order scrolls here, so that the buttons stay in sight.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div
      tabIndex={0}
      role="region"
      aria-label="Stock"
      className="max-md:@container/lines mt-2 max-h-56 overflow-y-auto"
    >
      <table className="w-full stacked:block">
        <thead className="text-muted text-xs stacked:sr-only">
          <tr className="[&>th]:pb-1 [&>th]:font-medium">
            <th scope="col" className="text-left">
              Stock
            </th>
            <th scope="col" className="whitespace-nowrap pl-3 text-right">
              On hand
            </th>
            <th scope="col" className="pl-3 text-right">
              Reserved
            </th>
          </tr>
        </thead>
        <tbody className="stacked:block">
          {stock.map(({ item, location, lotId, lotNumber, onHand, committed }) => (
            <tr
              key={`${item.id} ${location.id} ${lotId}`}
              className="align-top stacked:grid stacked:grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] stacked:gap-x-4 stacked:py-1.5"
            >
              <td className="wrap-anywhere py-0.5 stacked:col-span-full">
                <span className="text-primary">{item.name}</span>
                <span className="block text-muted text-xs">
                  {location.name}
                  {lotNumber !== 'none' && `, lot ${lotNumber}`}
                </span>
              </td>
              <Figures label="On hand" {...onHand} />
              <Figures label="Reserved" {...committed} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Figures({ label, before, after }: { label: string; before: number; after: number }) {
  const isSame = before === after
  return (
    <td
      data-label={label}
      className={cn(
        'figures whitespace-nowrap py-0.5 text-right md:pl-3 stacked:text-left',
        stackedCell,
        isSame && 'text-muted',
      )}
    >
      {isSame ? (
        before.toLocaleString()
      ) : (
        <>
          {before.toLocaleString()} <span aria-hidden>→</span>
          <span className="sr-only"> becomes </span>{' '}
          <strong className="font-medium text-primary">{after.toLocaleString()}</strong>
        </>
      )}
    </td>
  )
}
