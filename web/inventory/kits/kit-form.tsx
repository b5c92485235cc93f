import { Controller } from 'react-hook-form'
import { Link } from 'react-router'
import { sentence } from '#web/forms/field-errors.ts'
import { KitPartsField } from './kit-parts-field.tsx'
import { kitLabels as labels, kitPartLabel, type KitValues } from './kit-values.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { LocationPicker } from '#web/inventory/public/location-picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FieldRow, FormSection } from '#web/ui/form-layout.tsx'
import { MoneyField, NumberField } from '#web/ui/number-field.tsx'

type KitFormProps = FormState<KitValues> & {
  title: string
  /** The one that is edited. */
  kit?: { id: string; name: string }
}

/** The form of a kit, new or edited. */
export function KitForm({ form, kit, ...rest }: KitFormProps) {
  const { control, register, formState } = form
  const { currency } = useSettings()
  const problem = (name: keyof KitValues) => sentence(labels[name], formState.errors[name]?.message)
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
            <Controller
              control={control}
              name="warehouse"
              render={({ field }) => (
                <LocationPicker
                  {...field}
                  required
                  label={labels.warehouse}
                  help="Default location for packing."
                  error={problem('warehouse')}
                />
              )}
            />
            <FieldRow>
              <TextField
                label={labels.name}
                required
                autoComplete="off"
                {...register('name')}
                error={problem('name')}
              />
              <Controller
                control={control}
                name="price"
                render={({ field }) => (
                  <MoneyField {...field} label={labels.price} required currency={currency} error={problem('price')} />
                )}
              />
              <TextField
                label={labels.sku}
                autoComplete="off"
                {...(!kit && { placeholder: 'Leave blank to generate automatically' })}
                {...register('sku')}
                error={problem('sku')}
              />
            </FieldRow>
            <TextAreaField
              label={labels.description}
              rows={2}
              {...register('description')}
              error={problem('description')}
            />
          </FormSection>
          <FormSection title="Items" help="Components of one kit. Existing orders keep their components.">
            <KitPartsField />
          </FormSection>
          {!kit && (
            <FormSection title="Pack">
              <Controller
                control={control}
                name="quantity"
                render={({ field }) => (
                  <NumberField
                    {...field}
                    className="max-w-60"
                    label={labels.quantity}
                    unit="kits"
                    inputMode="numeric"
                    help="Their items are reserved immediately. Leave blank to add only the kit."
                    error={problem('quantity')}
                  />
                )}
              />
            </FormSection>
          )}
        </div>
      </Card>
    </PageForm>
  )
}
