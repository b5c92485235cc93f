/** A document's shortage of an item. */
export interface Shortage {
  name: string
  /** Without what is reserved for the document. */
  wanted: number
  available: number
  reserved?: number | undefined
}

const pieces = (count: number) => count.toLocaleString('en')

/** "Saline: 5,000 ordered, 3,994 available (1,006 short)". */
export function formatShortage(
  { name, wanted, available, reserved = 0 }: Shortage,
  verb: 'ordered' | 'wanted',
): string {
  const own = reserved > 0 ? `${pieces(reserved)} reserved, ` : ''
  return `${name}: ${pieces(wanted + reserved)} ${verb}, ${own}${pieces(available)} available (${pieces(wanted - available)} short)`
}
