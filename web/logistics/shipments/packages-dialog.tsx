import { Plus } from 'lucide-react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { maxPackages } from '#shared/logistics/shipments/packages.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PackageFields } from './package-fields.tsx'
import { emptyPackage, leftOver, packagesBody, type PackagesValues, packagesValues } from './package-values.ts'

/** Edits the packages of a shipment: kind, weight, and the pieces of each lot in them. */
export function PackagesDialog({ shipment, close }: { shipment: Shipment; close: () => void }) {
  const { id, lines, version } = shipment
  const form = useForm<PackagesValues>({
    resolver: bodyResolver<PackagesValues>({
      schema: shipmentsApi.putPackages.spec.body,
      bodyOf: (values) => packagesBody(values, lines),
    }),
    mode: 'onTouched',
    defaultValues: packagesValues(shipment),
  })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'packages' })
  const packages = useWatch({ control: form.control, name: 'packages' })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(shipmentsApi.putPackages, {
    successMessage: ({ number, packages: count }) =>
      `${number} has ${count === 1 ? '1 package' : `${count > 0 ? count.toLocaleString() : 'no'} packages`}`,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const left = leftOver({ packages }, lines)
  const loose = left.reduce((sum, rest) => sum + Math.max(0, rest), 0)
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      size="lg"
      title="Packages"
      description="Packages can be changed until the goods leave."
      submitLabel="Save packages"
      busy={save.isPending}
      onSubmit={(values) => save.submit({ params: { id }, body: packagesBody(values, lines), version })}
      close={close}
    >
      {loose > 0 && (
        <Notice tone="info">
          {loose === 1 ? '1 piece is' : `${loose.toLocaleString()} pieces are`} not packed yet.
        </Notice>
      )}
      <ol className="flex flex-col gap-4">
        {fields.map((field, at) => (
          <PackageFields key={field.id} form={form} at={at} lines={lines} left={left} onRemove={() => remove(at)} />
        ))}
      </ol>
      {fields.length < maxPackages && (
        <Button className="self-start" onClick={() => append(emptyPackage(lines.length))}>
          <Plus aria-hidden />
          Add package
        </Button>
      )}
    </TransitionDialog>
  )
}
