import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import {
  type Attribute,
  AttributeInput,
  attributeKindNames,
  attributeKinds,
  attributesApi,
} from '#shared/inventory/catalogue/attributes-api.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import type { LineTables } from '#web/forms/changed-lines/line-changes.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = { name: string; kind: Attribute['kind']; unit: string; choices: { choiceId: string; label: string }[] }

/** Omits the fields that belong to the other kinds. */
const bodyOf = ({ name, kind, unit, choices }: Values) => ({
  name,
  kind,
  unit: kind === 'number' ? unit : '',
  choices:
    kind === 'choice' ? choices.map(({ choiceId, label }) => ({ ...(choiceId && { id: choiceId }), label })) : [],
})

const startOf = (attribute?: Attribute): Values => ({
  name: attribute?.name ?? '',
  kind: attribute?.kind ?? 'choice',
  unit: attribute?.unit ?? '',
  choices: attribute
    ? attribute.choices.map(({ id, label }) => ({ choiceId: id, label }))
    : [{ choiceId: '', label: '' }],
})

/** Names the choices in the conflict dialog. */
const tables: LineTables<Values> = {
  choices: {
    name: ({ label }) => label,
    row: 'value',
    own: ({ choiceId }) => choiceId,
    fields: [{ label: 'Value', words: ({ label }) => label }],
  },
}

type AttributeDialogProps = { attribute?: Attribute; close: () => void }

/** Adds or edits an attribute and, if its kind is choice, its values. */
export function AttributeDialog({ attribute: latest, close }: AttributeDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [attribute] = useState(latest)
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: AttributeInput, bodyOf }),
    mode: 'onTouched',
    defaultValues: startOf(attribute),
  })
  const refusal = useFormRefusal(form)
  const choices = {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: () => {
      toast.success(attribute ? 'Attribute saved' : 'Attribute added')
      close()
    },
  } as const
  const create = useApiMutation(attributesApi.createAttribute, choices)
  const update = useApiMutation(attributesApi.updateAttribute, choices)
  const kind = useWatch({ control: form.control, name: 'kind' })
  const isUsed = (attribute?.products ?? 0) > 0
  return (
    <RecordDialog
      title={attribute ? 'Edit attribute' : 'Add attribute'}
      what="attribute"
      record={attribute}
      startOf={startOf}
      asOne={[['kind', 'unit', 'choices']]}
      tables={tables}
      submitLabel={attribute ? 'Save attribute' : 'Add attribute'}
      form={form}
      refusal={refusal}
      busy={create.isPending || update.isPending}
      onSubmit={(values, base) => {
        const body = bodyOf(values)
        if (!base) return create.submit({ body })
        update.submit({ params: { id: base.id }, body, version: base.version })
      }}
      close={close}
    >
      <FieldRow>
        <FormTextField label="Name" required autoComplete="off" control={form.control} name="name" />
        <FormSelectField
          label="Kind"
          required
          {...(isUsed && { help: 'Can only be changed while no product has a value.' })}
          control={form.control}
          name="kind"
        >
          {attributeKinds.map((one) => (
            <option key={one} value={one} disabled={isUsed && one !== attribute?.kind}>
              {attributeKindNames[one]}
            </option>
          ))}
        </FormSelectField>
      </FieldRow>
      {kind === 'number' && (
        <FormTextField
          label="Unit"
          help="Shown after the number, such as cm, ml or °C."
          autoComplete="off"
          control={form.control}
          name="unit"
        />
      )}
      {kind === 'choice' && <ChoiceRows form={form} used={attribute?.choices ?? []} />}
    </RecordDialog>
  )
}

/** The values to choose from, in the order in which the product form offers them. */
function ChoiceRows({ form, used }: { form: UseFormReturn<Values>; used: Attribute['choices'] }) {
  const rows = useFieldArray({ control: form.control, name: 'choices' })
  const { errors } = form.formState
  const problem = errors.choices?.message ?? errors.choices?.root?.message
  const add = () => rows.append({ choiceId: '', label: '' })
  return (
    <fieldset className="flex flex-col items-start gap-3" aria-describedby={problem ? 'choices-error' : undefined}>
      <legend className="mb-2 font-medium">Values</legend>
      <ul className="flex w-full flex-col gap-2">
        {rows.fields.map((row, at) => {
          const name = `Value ${at + 1}`
          const products = used.find(({ id }) => id === row.choiceId)?.products ?? 0
          return (
            <li key={row.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1">
              <FormTextField
                label={name}
                hideLabel
                autoComplete="off"
                control={form.control}
                name={`choices.${at}.label`}
                {...(products > 0 && { help: products === 1 ? '1 product has it' : `${products} products have it` })}
              />
              <span className="flex">
                <IconButton label={`Move ${name} up`} disabled={at === 0} onClick={() => rows.move(at, at - 1)}>
                  <ArrowUp aria-hidden />
                </IconButton>
                <IconButton
                  label={`Move ${name} down`}
                  disabled={at === rows.fields.length - 1}
                  onClick={() => rows.move(at, at + 1)}
                >
                  <ArrowDown aria-hidden />
                </IconButton>
                <IconButton label={`Remove ${name}`} disabled={products > 0} onClick={() => rows.remove(at)}>
                  <Trash2 aria-hidden />
                </IconButton>
              </span>
            </li>
          )
        })}
      </ul>
      {problem && <FieldError id="choices-error">{sentence('Values', problem)}</FieldError>}
      <Button size="sm" onClick={add}>
        <Plus aria-hidden />
        Add value
      </Button>
    </fieldset>
  )
}
