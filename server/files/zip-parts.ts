import { FlateErrorCode, unzipSync } from 'fflate'

/** A damaged or too large zip file; `message` calls it "the file". */
export class ZipProblem extends Error {}

/**
 * Unpacks the parts of a zip file with the given names. Their total size in the zip directory may be at most `maxBytes`; a part
 * that is larger than the directory says is cut off there. Throws ZipProblem.
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
