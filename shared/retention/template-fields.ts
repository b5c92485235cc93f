/** The fields of a template in braces, with the explanation beside the text. */
export const templateFields = {
  customer: 'Name of the customer',
  company: 'Name of your company',
  lastOrder: 'Date of the last order',
  daysSince: 'Days since the last order',
  usualItems: 'What they usually order, with quantities',
  phone: 'Phone of your company',
} as const
type TemplateField = keyof typeof templateFields
export type TemplateValues = Record<TemplateField, string | null>

const named = /\{([^{}\n]*)\}/g

/** The first unknown field in braces; null if all are known. */
export function unknownField(text: string): string | null {
  for (const [, name = ''] of text.matchAll(named)) if (!Object.hasOwn(templateFields, name)) return name
  return null
}

/** Fills in the fields of a text. A line with a field that is empty for this customer is left out. */
export function renderTemplate(text: string, values: TemplateValues): string {
  const valueOf = (name: string) => values[name as TemplateField] ?? ''
  return text
    .split('\n')
    .filter((line) => [...line.matchAll(named)].every(([, name = '']) => valueOf(name) !== ''))
    .map((line) => line.replace(named, (_whole, name: string) => valueOf(name)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const stopHint = 'Reply STOP to opt out.'

/** An SMS: one line, always with how to opt out. */
export function renderSms(text: string, values: TemplateValues): string {
  const line = renderTemplate(text, values).replace(/\s+/g, ' ')
  return /\bSTOP\b/.test(line) ? line : `${line} ${stopHint}`.trim()
}

/** "40 × Nitrile gloves M and 10 × Gauze swabs". */
export function usualItemsText(items: readonly { name: string; quantity: number }[]): string | null {
  const parts = items.map(({ name, quantity }) => `${quantity.toLocaleString('en')} × ${name}`)
  return parts.length < 2 ? (parts[0] ?? null) : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
