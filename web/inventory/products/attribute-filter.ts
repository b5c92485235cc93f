import { maxLimit } from '#shared/http/paging.ts'
import { attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import { useApiQuery } from '#web/api/query.ts'

/** The attribute filter of the inventory list: each attribute, and each of its values if its kind is choice. */
export function useAttributeFilter(chosen: string | undefined) {
  const { data } = useApiQuery(attributesApi.listAttributes, { query: { limit: maxLimit } }, { aside: 'attributes' })
  const options = (data?.data ?? []).flatMap(({ id, name, choices, products }) => [
    ...(products > 0 || chosen === id ? [{ value: id, label: name }] : []),
    ...choices
      .filter((choice) => choice.products > 0 || chosen === choice.id)
      .map((choice) => ({ value: choice.id, label: `${name}: ${choice.label}` })),
  ])
  return { options, show: (value: string) => options.find((option) => option.value === value)?.label ?? '…' }
}
