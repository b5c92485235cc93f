import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { type RawMaterial, rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { FormMoneyField, FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { rawMaterialLabels as labels, type RawMaterialValues } from './raw-material-values.ts'
import { paths } from '#web/paths.ts'
import { OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import { useOnlyLocation } from '#web/inventory/public/only-location.ts'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { FieldRow, FormSection } from '#web/ui/form-layout.tsx'
import { FormCheckboxField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'

type RawMaterialFormProps = FormState<RawMaterialValues> & {
  title: string
  /** The raw material to edit. */
  material?: RawMaterial
}

/** The form of a raw material, new or edited. */
export function RawMaterialForm({ form, material, ...rest }: RawMaterialFormProps) {
  return (
    <PageForm
      {...rest}
      form={form}
      labels={labels}
      submitLabel="Save raw material"
      trail={
        <>
          <Link to={paths.rawMaterials}>Raw materials</Link>
          {material && <Link to={paths.rawMaterial(material.id)}>{material.name}</Link>}
        </>
      }
    >
      <Card>
        <div className="flex flex-col gap-6">
          <Basics form={form} material={material} />
          <Stock form={form} material={material} />
        </div>
      </Card>
    </PageForm>
  )
}

type SectionProps = { form: UseFormReturn<RawMaterialValues>; material: RawMaterial | undefined }

function Basics({ form: { control }, material }: SectionProps) {
  const { currency } = useSettings()
  const types = useApiQuery(rawMaterialsApi.listMaterialTypes, {}, { aside: 'material types' })
  const text = (name: 'name' | 'materialType' | 'description' | 'sku' | 'barcode') => ({
    label: labels[name],
    autoComplete: 'off',
    control,
    name,
  })
  return (
    <FormSection title="Basics" help="Used to manufacture products. Not sold.">
      <FieldRow>
        <FormTextField {...text('name')} required />
        <FormTextField
          {...text('materialType')}
          required
          list="material-types"
          help="Such as nonwoven, plastic or cardboard."
        />
      </FieldRow>
      <datalist id="material-types">
        {types.data?.data.map(({ materialType }) => (
          <option key={materialType} value={materialType} />
        ))}
      </datalist>
      <FormTextAreaField {...text('description')} rows={2} />
      <FieldRow>
        <FormTextField {...text('sku')} help={material ? undefined : 'Leave blank to generate automatically.'} />
        <FormTextField {...text('barcode')} />
      </FieldRow>
      <FieldRow>
        <FormMoneyField
          control={control}
          name="cost"
          label={labels.cost}
          currency={currency}
          help="Per piece. Carried into the cost of manufactured products."
        />
        <FormPicker picker={SupplierPicker} control={control} name="supplier" creatable label={labels.supplier} />
      </FieldRow>
    </FormSection>
  )
}

function Stock({ form, material }: SectionProps) {
  const { control, setValue } = form
  useOnlyLocation(form, 'location', material === undefined)
  const lotControlled = useWatch({ control, name: 'lotControlled' })
  const startsEmpty = !material && lotControlled
  const isFixed = material !== undefined && material.onHand > 0
  const help = material
    ? 'Changing the quantity posts an adjustment.'
    : startsEmpty
      ? 'Starts at 0. Add stock with its lot number afterwards.'
      : 'Posted to the location as the first stock entry.'
  return (
    <FormSection title="Stock">
      <FieldRow>
        <FormPicker
          picker={OwnLocationPicker}
          control={control}
          name="location"
          creatable
          label={labels.location}
          help="Default location, ideally the factory that uses it."
        />
        <FormNumberField
          control={control}
          name="quantity"
          label={labels.quantity}
          required
          unit="pieces"
          help={help}
          disabled={startsEmpty}
        />
        <FormNumberField
          control={control}
          name="reorderPoint"
          label={labels.reorderPoint}
          unit="pieces"
          help="Reorder point. Leave blank to use the company default."
        />
      </FieldRow>
      <FormCheckboxField
        control={control}
        name="lotControlled"
        rules={{
          onChange: ({ target }) => !material && target.checked && setValue('quantity', 0, { shouldValidate: true }),
        }}
        label={labels.lotControlled}
        help={
          isFixed
            ? 'Can only be changed while nothing is on hand.'
            : 'Each piece has a lot number and an optional expiry date. First expiring lots are used first.'
        }
        aria-disabled={isFixed}
        onClick={(event) => isFixed && event.preventDefault()}
      />
    </FormSection>
  )
}
