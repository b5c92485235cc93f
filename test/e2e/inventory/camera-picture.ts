import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bwip from 'bwip-js/node'

const [width, height, scale] = [640, 480, 12]

/** Writes a video for the browser's fake camera: a barcode symbol centred on white. Returns the file. */
export function filmOf(bcid: 'gs1datamatrix' | 'qrcode', text: string): string {
  const [symbol] = bwip.raw({ bcid, text }) as unknown as { pixs: number[]; pixx: number; pixy: number }[]
  if (!symbol) throw new Error('No symbol')
  const luma = Buffer.alloc(width * height, 235)
  const left = Math.floor((width - symbol.pixx * scale) / 2)
  const top = Math.floor((height - symbol.pixy * scale) / 2)
  for (let y = 0; y < symbol.pixy * scale; y += 1) {
    for (let x = 0; x < symbol.pixx * scale; x += 1) {
      const dark = symbol.pixs[Math.floor(y / scale) * symbol.pixx + Math.floor(x / scale)]
      if (dark) luma[(top + y) * width + left + x] = 16
    }
  }
  const chroma = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const file = join(tmpdir(), `camera-${process.pid}-${bcid}.y4m`)
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  )
  return file
}
