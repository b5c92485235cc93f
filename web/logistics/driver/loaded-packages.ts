import { groupSeparator } from '#shared/codes/group-separator.ts'

/** What separates the parts of a scanned code, or stands in front of it. */
const noise = /[\s()]/g

/** The package that a code names: as its label says it, or its SSCC with the identifier 00 of GS1 before it. */
export function findPackage<P extends { code: string; sscc: string | null }>(packages: readonly P[], scanned: string) {
  const code = scanned
    .replace(/^\][A-Za-z]\d/, '')
    .replaceAll(groupSeparator, '')
    .replace(noise, '')
    .toUpperCase()
  const isSame = ({ code: own, sscc }: P) =>
    own.toUpperCase() === code || (sscc !== null && (sscc === code || code.startsWith(`00${sscc}`)))
  return packages.find(isSame)
}
