import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { maxLimit } from '#shared/http/paging.ts'
import { type Attribute, attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { useApiQuery } from '#web/api/query.ts'
import type { ProductValues } from '#web/inventory/public/product-values.ts'
import { paths } from '#web/paths.ts'
import { FormSection } from '#web/ui/form-layout.tsx'

/** A field for each attribute of the company; all are optional. */
export function AttributeSection() {
  const { data } = useApiQuery(attributesApi.listAttributes, { query: { limit: maxLimit } }, { aside: 'attributes' })
  if (!data || data.data.length === 0) return null
  return (
    <FormSection
      title="Attributes"
      help={
        <>
          Optional. Defined under{' '}
          <Link to={paths.attributes} className="link">
            Attributes
          </Link>
          .
        </>
      }
    >
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        {data.data.map((attribute) => (
          <AttributeField key={attribute.id} attribute={attribute} />
        ))}
      </div>
    </FormSection>
  )
}

function AttributeField({ attribute }: { attribute: Attribute }) {
  const { control, resetField, getValues, setValue, formState } = useFormContext<ProductValues>()
  const { id, name, kind, unit, choices } = attribute
  const field = `attributes.${id}` as const
  // Without a default value, an empty field would count as changed after a reset of the form.
  const isKnown = formState.defaultValues?.attributes?.[id] !== undefined
  useEffect(() => {
    if (isKnown) return
    const typed = getValues(field)
    resetField(field, { defaultValue: '' })
    if (typed) setValue(field, typed, { shouldDirty: true })
  }, [isKnown, field, resetField, getValues, setValue])
  const props = {
    label: unit ? `${name}, ${unit}` : name,
    errorName: name,
    control,
    name: field,
    // A choice attribute that was added meanwhile has no value yet.
    rules: { setValueAs: (value: string | undefined) => (value ?? '').trim() },
  }
  if (kind === 'choice') {
    return (
      <FormSelectField {...props}>
        <option value="">Not set</option>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.label}
          </option>
        ))}
      </FormSelectField>
    )
  }
  return <FormTextField {...props} autoComplete="off" {...(kind === 'number' && { inputMode: 'decimal' as const })} />
}
