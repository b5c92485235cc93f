/*
 * Two files in one: a picture first, and after its end a program, an archive or a page. What is kept has none of it, since
 * the picture is made anew; but whoever sends such a file means no good, and is told so.
 */

const foreign = ['PK\u0003\u0004', 'PK\u0005\u0006', '%PDF-', 'Rar!', '7z\u00BC\u00AF', '\u007FELF', '<?php', '#!/']
const markup = /<(?:!doctype|html|script|svg|iframe|body|object|\?xml)[\s>/]/i

/** Whether another kind of file follows the picture; what cameras put there (a film, a depth map, zeros) is let be. */
export function hidesAnotherFile(content: Buffer, type: string): boolean {
  const end = endOfPicture(content, type)
  if (end >= content.length) return false
  const rest = content.subarray(end).toString('latin1')
  return foreign.some((sign) => rest.includes(sign)) || rest.trimStart().startsWith('MZ') || markup.test(rest)
}

/** Where the picture ends by its own account; the end of all where that can't be told: the decoder judges it then. */
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

/** Marker by marker: between them lie lengths, and after "start of scan" bytes in which 0xFF is followed by 0 or a restart. */
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
