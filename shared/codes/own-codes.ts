/* The prefixes of codes on our own labels: in capitals, so that their QR codes are small. */

export const ownPrefixes = { product: 'ITM', lot: 'LOT', location: 'LOC' } as const
export type OwnKind = keyof typeof ownPrefixes

export const ownCode = (kind: OwnKind, id: string): string => `${ownPrefixes[kind]}-${id.toUpperCase()}`

const own = /^(ITM|LOT|LOC)-([0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12})$/i

export function parseOwnCode(code: string): { what: OwnKind; id: string } | null {
  const [, prefix = '', id = ''] = own.exec(code) ?? []
  const what = (Object.keys(ownPrefixes) as OwnKind[]).find((kind) => ownPrefixes[kind] === prefix.toUpperCase())
  return what ? { what, id: id.toLowerCase() } : null
}
