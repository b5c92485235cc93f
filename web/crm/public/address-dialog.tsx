import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { addressKindNames, addressKinds } from '#shared/crm/partners/address-kinds.ts'
import {
  type Address,
  AddressInput,
  type PartnerKindName,
  partnersApi,
  partsOfKind,
} from '#shared/crm/partners/partners-api.ts'
import { FormSelectField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { CoordinateFields } from '#web/crm/public/coordinate-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Place = Pick<Address, 'address' | 'country' | 'latitude' | 'longitude'>
/** An address that can be copied, with its label. */
export type Copied = { label: string; place: Place }
type Values = {
  kind: Address['kind']
  name: string
  address: string
  country: string
  latitude: number | null
  longitude: number | null
}

const startOf = (address: Address | undefined, use: Address['kind'] = 'shipping'): Values => ({
  kind: address?.kind ?? use,
  name: address?.name ?? '',
  address: address?.address ?? '',
  country: address?.country ?? '',
  latitude: address?.latitude ?? null,
  longitude: address?.longitude ?? null,
})

type AddressDialogProps = {
  kind: PartnerKindName
  ownerId: string
  /** The address to edit; undefined adds a new one. */
  address?: Address | undefined
  /** The kind of a new address. */
  use?: Address['kind']
  copies: readonly Copied[]
  onSaved?: (address: Address) => void
  close: () => void
}

/** Adds or edits an address of a customer or supplier; existing addresses can be copied. */
export function AddressDialog({ kind, ownerId, address: latest, use, copies, onSaved, close }: AddressDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [address] = useState(latest)
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: AddressInput }),
    mode: 'onTouched',
    defaultValues: startOf(address, use),
  })
  const refusal = useFormRefusal(form)
  const { addAddress } = partsOfKind[kind]
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (saved: Address) => {
      onSaved?.(saved)
      toast.success(address ? 'Address saved' : 'Address added')
      close()
    },
  } as const
  const create = useApiMutation(addAddress, choices)
  const update = useApiMutation(partnersApi.updateAddress, choices)
  function copy({ place }: Copied) {
    const set = { shouldDirty: true, shouldValidate: form.formState.isSubmitted } as const
    form.setValue('address', place.address, set)
    form.setValue('country', place.country ?? '', set)
    form.setValue('latitude', place.latitude, set)
    form.setValue('longitude', place.longitude, set)
  }
  return (
    <RecordDialog
      title={address ? 'Edit address' : 'Add address'}
      what="address"
      record={address}
      startOf={startOf}
      asOne={[['latitude', 'longitude']]}
      submitLabel={address ? 'Save address' : 'Add address'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(body, base) => {
        if (!base) return create.submit({ params: { id: ownerId }, body })
        update.submit({ params: { id: base.id }, body, version: base.version })
      }}
      close={close}
    >
      {copies.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted text-table">Copy from</span>
          {copies.map((one) => (
            <Button key={one.label} size="sm" onClick={() => copy(one)}>
              {one.label}
            </Button>
          ))}
        </div>
      )}
      <FieldRow>
        <FormSelectField label="Use" control={form.control} name="kind">
          {addressKinds.map((value) => (
            <option key={value} value={value}>
              {addressKindNames[value]}
            </option>
          ))}
        </FormSelectField>
        <FormTextField
          label="Name"
          autoComplete="off"
          help="Dock 3, Accounts department …"
          control={form.control}
          name="name"
        />
      </FieldRow>
      <FormTextAreaField label="Address" required rows={2} autoComplete="off" control={form.control} name="address" />
      <FormTextField label="Country" autoComplete="off" control={form.control} name="country" />
      <CoordinateFields control={form.control} />
    </RecordDialog>
  )
}
