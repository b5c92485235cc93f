/*
 * Detects polyglot files: a picture followed by a program, an archive or a page. The re-encoded picture would not contain it,
 * but such an upload is malicious, so it is refused.
 */

const foreign = ['PK\u0003\u0004', 'PK\u0005\u0006', '%PDF-', 'Rar!', '7z\u00BC\u00AF', '\u007FELF', '<?php', '#!/']
const markup = /<(?:!doctype|html|script|svg|iframe|body|object|\?xml)[\s>/]/i

/** True if another kind of file follows the picture; trailers of cameras (a video, a depth map, zeros) are allowed. */
export function hidesAnotherFile(content: Buffer, type: string): boolean {
  const end = endOfPicture(content, type)
  if (end >= content.length) return false
  const rest = content.subarray(end).toString('latin1')
  return foreign.some((sign) => rest.includes(sign)) || rest.trimStart().startsWith('MZ') || markup.test(rest)
}

/** The offset where the picture ends by its own format; the file's length if unknown: then it is left to the decoder. */
function endOfPicture(content: Buffer, type: string): number {
  if (type === 'image/png') return endOfPng(content)
  if (type === 'image/webp') return 8 + content.readUInt32LE(4) + (content.readUInt32LE(4) % 2)
  return endOfJpeg(content)
}

function endOfPng(content: Buffer): number {
  let at = 8
  while (at + 12 <= content.length) {
    const next = at + 12 + content.readUInt32BE(at)
    if (content.toString('latin1', at + 4, at + 8) === 'IEND') return next
    at = next
  }
  return content.length
}

/** Walks the markers: segments have lengths; after "start of scan", 0xFF in the data is followed by 0 or a restart marker. */
function endOfJpeg(content: Buffer): number {
  let at = 2
  while (at + 4 <= content.length) {
    if (content[at] !== 0xff) {
      at += 1
      continue
    }
    const marker = content[at + 1] ?? 0
    if (marker === 0xd9) return at + 2
    const hasNoLength = marker === 0 || marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    at += hasNoLength ? (marker === 0xff ? 1 : 2) : 2 + content.readUInt16BE(at + 2)
  }
  return content.length
}
