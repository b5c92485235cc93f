import { Trash2 } from 'lucide-react'
import type { CheckedOrder } from '#shared/portal/orders-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AvailabilityBadge } from './availability-badge.tsx'
import { type Cart, type Refused, refusalText } from './cart.ts'
import { ShipToField } from './ship-to-field.tsx'
import { usePortal } from './portal-context.ts'
import { pieces, useMoney } from './portal-words.ts'

type SummaryProps = {
  cart: Cart
  change: (part: Partial<Cart>) => void
  setQuantity: (productId: string, quantity: number) => void
  checked: { data: CheckedOrder | undefined; error: ApiError | null; isFetching: boolean }
  refused: Refused
  busy: boolean
  /** An existing order is changed, which above the limit only an owner may. */
  isChange: boolean
  /** The requested date of the order that is being changed. */
  ownDay: string | null
  onSubmit: () => void
  /** Requests an estimate instead of ordering. */
  onRequest?: () => void
  isRequesting?: boolean
}

const summaryId = 'your-order'

/** On a phone: a bar below the products with the number of items and a link to the cart. */
export function CartBar({ cart, checked }: Pick<SummaryProps, 'cart' | 'checked'>) {
  const money = useMoney()
  const count = Object.keys(cart.lines).length
  if (count === 0) return null
  const review = () => {
    const summary = document.getElementById(summaryId)
    summary?.scrollIntoView()
    summary?.focus({ preventScroll: true })
  }
  return (
    <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 mt-3 flex items-center justify-between gap-4 rounded-lg border border-line bg-card px-4 py-2 shadow-overlay md:hidden">
      <p className="figures min-w-0 font-medium">
        {count === 1 ? '1 product' : `${count} products`}
        {checked.data && <span className="block text-muted">{money(checked.data.total)} with tax</span>}
      </p>
      <Button variant="primary" onClick={review}>
        Review order
      </Button>
    </div>
  )
}

/** The cart: lines with price and availability, delivery wishes, and the total above the buttons. */
export function CartSummary(props: SummaryProps) {
  const { cart, change, setQuantity, checked, refused, busy, isChange, ownDay, onSubmit, onRequest, isRequesting } =
    props
  const { home } = usePortal()
  const money = useMoney()
  const { requestedDate } = cart
  const isPast = requestedDate !== '' && requestedDate < home.today && requestedDate !== ownDay
  const count = Object.keys(cart.lines).length
  const order = count > 0 ? checked.data : undefined
  const lines = (order?.lines ?? []).filter((line) => cart.lines[line.product.id])
  const problem =
    refused.problem ??
    (checked.error?.status === 422 || checked.error?.status === 409 ? refusalText(checked.error) : undefined)
  return (
    <div
      id={summaryId}
      tabIndex={-1}
      className="scroll-mt-4 outline-none md:sticky md:top-5 md:max-h-[calc(100dvh-11rem)] md:min-h-96 md:scroll-pb-60 md:overflow-y-auto"
    >
      <Card title="Your order">
        {count === 0 && <p className="text-muted">Nothing chosen yet.</p>}
        <ul className="flex flex-col divide-y divide-line">
          {lines.map((line) => (
            <li key={line.product.id} className="flex items-start gap-2 py-2.5">
              <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
                <p className="wrap-anywhere font-medium">{line.product.name}</p>
                <p className="figures text-muted text-table">
                  {pieces(cart.lines[line.product.id] ?? line.quantity)} · {money(line.total)}
                </p>
                <AvailabilityBadge availability={line.availability} expectedOn={line.expectedOn} />
                {line.minimum !== null && (cart.lines[line.product.id] ?? 0) < line.minimum && (
                  <p className="text-bad text-xs">Minimum order: {line.minimum.toLocaleString('en')}</p>
                )}
              </div>
              <IconButton label={`Remove ${line.product.name}`} onClick={() => setQuantity(line.product.id, 0)}>
                <Trash2 aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        <form
          className="mt-4 flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (count > 0) onSubmit()
          }}
        >
          <ShipToField
            value={cart.shipTo ?? ''}
            entered={cart.newShipTo ?? noAddress}
            onChange={change}
            error={sentence('Address', refused.address)}
          />
          <TextField
            label="Deliver by"
            type="date"
            // An existing order may keep a date that has passed.
            min={cart.requestedDate === ownDay ? undefined : home.today}
            error={sentence('Deliver by', isPast ? 'must not be in the past' : refused.day)}
            value={cart.requestedDate}
            onChange={(event) => change({ requestedDate: event.target.value })}
          />
          <TextField
            label="Your reference"
            maxLength={80}
            value={cart.reference}
            onChange={(event) => change({ reference: event.target.value })}
          />
          <TextAreaField
            label="Notes for us"
            rows={2}
            maxLength={2000}
            value={cart.notes}
            onChange={(event) => change({ notes: event.target.value })}
          />
          {/* Sticky, so that total and buttons stay visible however long the cart is. */}
          <div className="flex flex-col gap-4 bg-card md:sticky md:bottom-0 md:-mb-5 md:pb-5">
            {order && (
              <p
                className="flex justify-between gap-4 border-line-control border-t pt-4 font-semibold"
                aria-live="polite"
              >
                <span>Total with tax</span>
                <span className="figures">{money(order.total)}</span>
              </p>
            )}
            {lines.some((line) => line.availability === 'short') && (
              <Notice tone="warn">Some items are short. We’ll confirm what we can send and when.</Notice>
            )}
            {order?.needsApproval && (
              <Notice>
                Above your limit of {money(home.user.approvalLimit ?? '0')}:{' '}
                {isChange ? 'only an owner can change this order.' : 'an owner has to approve this order.'}
              </Notice>
            )}
            {problem && <Notice tone="bad">{problem}</Notice>}
            <Button
              type="submit"
              variant="primary"
              size="lg"
              busy={busy}
              disabled={count === 0 || (isChange && order?.needsApproval)}
            >
              {isChange ? 'Save changes' : order?.needsApproval ? 'Ask for approval' : 'Place order'}
            </Button>
            {onRequest && (
              <Button busy={isRequesting} disabled={count === 0} onClick={onRequest}>
                Request an estimate instead
              </Button>
            )}
          </div>
        </form>
      </Card>
    </div>
  )
}

const noAddress = { name: '', address: '', country: '' }
