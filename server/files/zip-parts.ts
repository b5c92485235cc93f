import { FlateErrorCode, unzipSync } from 'fflate'

/** A zip file that is damaged, or larger than it may be; `message` says so of "the file". */
export class ZipProblem extends Error {}

/**
 * The parts of a zip file whose names are wanted, unpacked. All together may have `maxBytes` as the directory of the file says; a part that
 * has more than that says is cut off there. Throws ZipProblem.
 */
export function zipParts(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
  maxBytes: number,
): { name: string; content: Buffer }[] {
  let total = 0
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!wanted(name)) return false
    total += originalSize
    if (total > maxBytes) throw new ZipProblem('is too large when it is unpacked: save the sheet as CSV')
    return true
  }
  try {
    const parts = Object.entries(unzipSync(bytes, { filter }))
    return parts.map(([name, content]) => ({
      name,
      content: Buffer.from(content.buffer, content.byteOffset, content.length),
    }))
  } catch (error) {
    if (error instanceof ZipProblem) throw error
    const isUnknown = (error as { code?: number }).code === FlateErrorCode.UnknownCompressionMethod
    throw new ZipProblem(isUnknown ? 'is packed in a way that is not known' : 'is damaged')
  }
}
