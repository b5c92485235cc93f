import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Account, Supplier } from '#shared/crm/partners/api.ts'
import { addressKindNames } from '#shared/crm/partners/address-kinds.ts'
import { type Address, type PartnerKindName, partnersApi, partsOfKind } from '#shared/crm/partners/partners-api.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { AddressDialog, type Copied } from '#web/crm/public/address-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

type PartnerAddressesProps = { kind: PartnerKindName; partner: Account | Supplier }

/** Shipping and billing addresses, beside the main address. */
export function PartnerAddresses({ kind, partner }: PartnerAddressesProps) {
  const mayView = useCan('crm.view')
  const mayEdit = useCan('crm.edit')
  const [open, setOpen] = useState<{ act: 'add' | 'edit' | 'delete'; address?: Address }>()
  const { listAddresses } = partsOfKind[kind]
  const addresses = useApiQuery(listAddresses, { params: { id: partner.id } }, { enabled: mayView })
  const { data, error, isFetching, refetch } = addresses
  const close = () => setOpen(undefined)
  if (!mayView) return null
  const rows = data?.data ?? []
  return (
    <Card
      title="Addresses"
      action={
        mayEdit && (
          <Button size="sm" onClick={() => setOpen({ act: 'add' })}>
            <Plus aria-hidden />
            Add address
          </Button>
        )
      }
    >
      {!data && !error && <SkeletonText lines={3} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data && (
        <ul aria-label="Addresses" className="flex flex-col divide-y divide-line">
          {partner.address && <Line kind="Main" place={partner} name={null} />}
          {rows.map((address) => (
            <Line
              key={address.id}
              kind={addressKindNames[address.kind]}
              name={address.name}
              place={address}
              {...(mayEdit && {
                onEdit: () => setOpen({ act: 'edit', address }),
                onDelete: () => setOpen({ act: 'delete', address }),
              })}
            />
          ))}
          {!partner.address && rows.length === 0 && (
            <li className="text-muted text-sm">No addresses yet. Goods and invoices can go to different addresses.</li>
          )}
        </ul>
      )}
      {(open?.act === 'add' || open?.act === 'edit') && (
        <AddressDialog
          kind={kind}
          ownerId={partner.id}
          address={open.address}
          copies={copiesOf(partner, rows, open.address)}
          close={close}
        />
      )}
      {open?.act === 'delete' && open.address && (
        <DeleteDialog
          route={partnersApi.deleteAddress}
          id={open.address.id}
          what="address"
          name={open.address.name ?? 'this address'}
          close={close}
        >
          This cannot be undone. The address stays in the timeline.
        </DeleteDialog>
      )}
    </Card>
  )
}

function copiesOf(partner: Account | Supplier, rows: readonly Address[], own: Address | undefined): Copied[] {
  const { address, country, latitude, longitude } = partner
  const main = address ? [{ label: 'Main', place: { address, country, latitude, longitude } }] : []
  const others = rows
    .filter(({ id }) => id !== own?.id)
    .map((row) => ({
      label: row.name ? `${addressKindNames[row.kind]}: ${row.name}` : addressKindNames[row.kind],
      place: row,
    }))
  // Labels must be distinguishable: keeps the first of equal ones.
  return [...main, ...others].filter((one, at, all) => all.findIndex(({ label }) => label === one.label) === at)
}

type LineProps = {
  kind: string
  name: string | null
  place: Pick<Account, 'address' | 'country' | 'latitude' | 'longitude'>
  onEdit?: () => void
  onDelete?: () => void
}

function Line({ kind, name, place: { address, country, latitude, longitude }, onEdit, onDelete }: LineProps) {
  return (
    <li className="flex items-start gap-2 py-2.5 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 text-sm">
        <span className="flex flex-wrap items-center gap-2">
          <Badge>{kind}</Badge>
          {name && <span className="wrap-anywhere min-w-0 font-medium">{name}</span>}
        </span>
        <span className="whitespace-pre-line text-pretty text-secondary">
          {unbrokenAddress([address, country].filter(Boolean).join(', '))}
        </span>
        {latitude !== null && longitude !== null && (
          <span className="figures text-muted text-xs">
            {latitude.toFixed(4)}, {longitude.toFixed(4)}
          </span>
        )}
      </div>
      {onEdit && (
        <IconButton size="sm" variant="ghost" label={`Edit ${name ?? address}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
      )}
      {onDelete && (
        <IconButton size="sm" variant="ghost" label={`Delete ${name ?? address}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
