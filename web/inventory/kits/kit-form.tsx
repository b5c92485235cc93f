import { Link } from 'react-router'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormMoneyField, FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import { KitPartsField } from './kit-parts-field.tsx'
import { kitLabels as labels, kitPartLabel, type KitValues } from './kit-values.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import { useOnlyLocation } from '#web/inventory/public/only-location.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { FieldRow, FormSection } from '#web/ui/form-layout.tsx'

type KitFormProps = FormState<KitValues> & {
  title: string
  /** The kit to edit. */
  kit?: { id: string; name: string }
}

/** The form of a kit, new or edited. */
export function KitForm({ form, kit, ...rest }: KitFormProps) {
  const { control } = form
  useOnlyLocation(form, 'warehouse', kit === undefined)
  const { currency } = useSettings()
  return (
    <PageForm
      {...rest}
      form={form}
      labels={labels}
      labelOf={kitPartLabel}
      submitLabel={kit ? 'Save changes' : 'Save kit'}
      trail={
        <>
          <Link to={paths.kits}>Kitting & bundles</Link>
          <Link to={paths.kitList}>Kits</Link>
          {kit && <Link to={paths.kit(kit.id)}>{kit.name}</Link>}
        </>
      }
    >
      <Card>
        <div className="flex flex-col gap-6">
          <FormSection title="Kit">
            <FormPicker
              picker={OwnLocationPicker}
              control={control}
              name="warehouse"
              required
              label={labels.warehouse}
              help="Default location for packing."
            />
            <FormTextField label={labels.name} required autoComplete="off" control={control} name="name" />
            <FieldRow>
              <FormMoneyField control={control} name="price" label={labels.price} required currency={currency} />
              <FormTextField
                label={labels.sku}
                autoComplete="off"
                help={kit ? undefined : 'Leave blank to generate automatically.'}
                control={control}
                name="sku"
              />
            </FieldRow>
            <FormTextAreaField label={labels.description} rows={2} control={control} name="description" />
          </FormSection>
          <FormSection title="Items" help="Components of one kit. Existing orders keep their components.">
            <KitPartsField />
          </FormSection>
          {!kit && (
            <FormSection title="Pack">
              <FormNumberField
                control={control}
                name="quantity"
                className="max-w-60"
                label={labels.quantity}
                unit="kits"
                inputMode="numeric"
                help="Their items are reserved immediately. Leave blank to add only the kit."
              />
            </FormSection>
          )}
        </div>
      </Card>
    </PageForm>
  )
}
