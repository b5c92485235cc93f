import { groupSeparator } from '#shared/codes/group-separator.ts'

/** Separators and parentheses in a scanned code. */
const noise = /[\s()]/g

/** Finds the package for a code: as on its label, or its SSCC, with or without the GS1 application identifier 00. */
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
